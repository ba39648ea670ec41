"""`python -m formicarium.train GAME`: a training with PyTorch and the library, without the packages of the commands."""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

from formicarium.train.run import Settings, Training


def main() -> None:
    """Train as the arguments say, with a line for what happens."""
    parser = argparse.ArgumentParser(prog="python -m formicarium.train")
    parser.add_argument("game")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--learning-seconds", type=float)
    for field in fields(Settings):
        flag = f"--{field.name.replace('_', '-')}"
        if isinstance(field.default, bool):
            parser.add_argument(flag, action="store_true")
        else:
            parser.add_argument(flag, type=type(field.default), default=field.default)
    asked = parser.parse_args()
    settings = Settings(**{field.name: getattr(asked, field.name) for field in fields(Settings)})
    began, said = time.monotonic(), 0.0

    def tell(what: str, facts: dict[str, Any]) -> None:
        nonlocal said
        now = time.monotonic() - began
        if what in ("lesson", "match") and now - said < 10:
            return
        said = now
        shown = " ".join(
            f"{name}={value:.4f}" if isinstance(value, float) else f"{name}={value}" for name, value in facts.items()
        )
        print(f"{asked.game:<12} {now:6.1f} s  {what:<10} {shown}", flush=True)

    training = Training(asked.game, asked.folder, settings, asked.workers)
    training.run(asked.minutes and asked.minutes * 60, tell, asked.learning_seconds)
    for generation in training.state()["generations"]:
        for line in generation["gate"]:
            tell("gate", {"candidate": generation["candidate"], **line})
        tell("verdict", {"candidate": generation["candidate"], "accepted": generation["accepted"]})


if __name__ == "__main__":
    main()
