"""One game: play lessons for a while, learn variants, let each meet the written champion; results into a folder."""

import argparse
import json
import sys
import tarfile
import time
from dataclasses import replace
from pathlib import Path

began = time.monotonic()
import numpy as np

from formicarium.arena.contest import Contest, Pairing, modes
from formicarium.arena.crew import carry_out, hire
from formicarium.arena.matches import play as play_match
from formicarium.arena.tournament import Tournament
from formicarium.bots.search import prepare
from formicarium.engine.game import find
from formicarium.train import buffer
from formicarium.train.run import contest_line
from formicarium.train.selfplay import Task, play


class Endless(Contest):
    decided = property(lambda self: False, lambda self, value: None)


def now():
    return time.monotonic() - began


def main():
    p = argparse.ArgumentParser()
    p.add_argument("game")
    p.add_argument("--out", type=Path)
    p.add_argument("--workers", type=int, default=4)
    p.add_argument("--lessons-until", type=float, default=330)
    p.add_argument("--end", type=float, default=520)
    p.add_argument("--iterations", type=int, default=20)
    p.add_argument("--deep", type=int, default=160)
    p.add_argument("--positions", type=int, default=10)
    p.add_argument("--matches", type=int, default=4)
    p.add_argument("--seed", default="1")
    p.add_argument("--weights")
    p.add_argument("--data", type=Path)
    p.add_argument("--gate-iterations", type=int, default=200)
    p.add_argument("--learn-seconds", type=float, default=25)
    p.add_argument("--variants", default="ab")
    a = p.parse_args()
    game = find(a.game)
    a.out.mkdir(parents=True, exist_ok=True)

    def say(*x):
        print(f"{a.game:<12}{now():6.1f}", *x, flush=True)

    prepare(game)
    say("compiled")
    import threading

    from formicarium.train.dataset import make

    def warm():
        make(game, play(Task(a.game, 10**6, a.seed, 1, 2, 4, 2)))
        say("warm")
        import torch

        torch.zeros(1, device="cuda" if torch.cuda.is_available() else "cpu")

    threading.Thread(target=warm, daemon=True).start()

    def tasks():
        n = 0
        while now() < a.lessons_until:
            yield n, Task(a.game, n, a.seed, a.matches, a.iterations, a.deep, a.positions, a.weights)
            n += 1

    parts = []
    with hire(play, a.workers) as crew:
        told = now()
        for n, lesson in carry_out(crew, tasks()):
            parts.append((n, lesson))
            if now() - told > 30:
                told = now()
                say("lessons", len(parts), "positions", sum(len(l["match"]) for _, l in parts))
    parts.sort(key=lambda x: x[0])
    lessons = buffer.joined([l for _, l in parts])
    say("lessons", len(parts), "matches", len(np.unique(lessons["match"])), "positions", len(lessons["match"]))
    keep = len(parts)
    while True:
        with (a.out / f"{a.game}.npz").open("wb") as f:
            buffer.write(f, buffer.joined([l for _, l in parts[:keep]]))
        size = (a.out / f"{a.game}.npz").stat().st_size
        if size < 14.5e6:
            break
        keep = int(keep * 14e6 / size)
    say("data MB", (a.out / f"{a.game}.npz").stat().st_size / 1e6)
    from formicarium.train.dataset import make
    from formicarium.train.learning import Fit, learn

    data = make(game, lessons)
    say("dataset", len(data), "rows", len(data.rows) / len(data), "codes", len(data.codes) / len(data))
    fits = {
        "a": Fit(),
        "b": Fit(size=0),
        "c": Fit(decay=0.1, dropout=0.2),
        "d": Fit(size=0, search_share=0.5),
        "e": Fit(width=64),
        "f": Fit(size=0, features=False, decay=0.001),
        "g": Fit(size=0, decay=0.2, dropout=0.3),
    }
    work = Path(f"/tmp/experiment-{a.game}")
    work.mkdir(exist_ok=True)
    curves, lines = {}, []

    def finish():
        (work / "curves.json").write_text(json.dumps({"curves": curves, "gates": lines}))
        with tarfile.open(a.out / f"{a.game}.tar.gz", "w:gz") as t:
            for x in sorted(work.glob("*")):
                if x.suffix in (".npz", ".json", ".jsonl"):
                    t.add(x, x.name)

    for v in a.variants:
        learned, curve = learn(game, data, fits[v], a.learn_seconds, lambda line: None)
        learned.save(work / f"{v}.npz")
        curves[v] = curve
        best = min(curve[1:], key=lambda c: c["value"])
        say(
            "fit",
            v,
            "epochs",
            len(curve) - 1,
            "written value %.4f prior %.4f" % (curve[0]["value"], curve[0]["prior"]),
            "best value %.4f (epoch %d)" % (best["value"], best["epoch"]),
            "best prior %.4f" % min(c["prior"] for c in curve),
            "trust",
            learned.arrays["trust"],
            "size",
            (work / f"{v}.npz").stat().st_size,
        )
        finish()
    base = a.weights and str(Path(a.weights)) or "written"
    level = f"champion:{a.gate_iterations}"
    planned = []
    for v in a.variants:
        for m in modes(game, {}):
            planned.append((v, 2, m))
    planned.append((a.variants[0], 4, modes(game, {})[0]))
    for k, (v, seats, m) in enumerate(planned):
        until = now() + (a.end - now()) / (len(planned) - k)
        contest = Endless(
            Pairing(a.game, f"{level}@{work / f'{v}.npz'}", f"{level}@written", seats, tuple(m.items())), 4000
        )
        with hire(play_match, a.workers) as crew:
            for _ in Tournament([contest], a.seed).play(crew):
                if now() > until:
                    break
        lines.append({"variant": v, **contest_line(contest)})
        say("gate", v, lines[-1])
        finish()
    say("end")


if __name__ == "__main__":
    main()
