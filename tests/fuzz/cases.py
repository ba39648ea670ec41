"""Cases: inputs that once did harm, kept as files; the suite gives them again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .grammar import Asked

FOLDER = Path(__file__).with_name("cases")


def keep(kind: str, given: Any, why: str) -> Path:
    """Keep an input."""
    text = json.dumps({"kind": kind, "given": given, "why": why}, indent=1)
    path = FOLDER / f"{kind}-{hashlib.sha256(json.dumps(given).encode()).hexdigest()[:12]}.json"
    FOLDER.mkdir(exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def kept() -> Iterator[tuple[str, Any]]:
    """All kept inputs with their kinds."""
    for path in sorted(FOLDER.glob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        given = case["given"]
        if case["kind"] == "request":
            given = Asked(*given)
        elif case["kind"] == "notation":
            given = tuple(given)
        yield case["kind"], given
