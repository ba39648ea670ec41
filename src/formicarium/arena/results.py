"""Results: what a tournament has shown, as plain data, and as files of JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

from formicarium.arena.contest import Contest
from formicarium.arena.ratings import Rating, rate

DIGITS = 4


def contest_row(contest: Contest) -> dict[str, Any]:
    """One contest as a row: who, where, the challenger's share with its interval, and how many matches that took."""
    pairing, (mean, low, high) = contest.pairing, contest.interval
    return {
        "challenger": pairing.challenger,
        "other": pairing.other,
        "seats": pairing.seats,
        "options": dict(pairing.options),
        "matches": contest.played,
        "share": round(mean, DIGITS),
        "low": round(low, DIGITS),
        "high": round(high, DIGITS),
        "fair": round(pairing.fair, DIGITS),
        "target": round(contest.target, DIGITS),
        "verdict": contest.verdict,
    }


def ratings(contests: Sequence[Contest]) -> list[Rating]:
    """The ratings from all matches that count, in an order that does not depend on who played them when."""
    rounds = (
        (number, place, contest.pairing.lineup(number), result.places)
        for place, contest in enumerate(contests)
        for number, result in enumerate(contest.results)
    )
    return rate((levels, places) for _, _, levels, places in sorted(rounds))


def think_times(contests: Sequence[Contest]) -> dict[str, float]:
    """The mean seconds that each level took for a decision."""
    seconds: dict[str, float] = {}
    decisions: dict[str, int] = {}
    for contest in contests:
        for number, result in enumerate(contest.results):
            for level, spent, made in zip(
                contest.pairing.lineup(number), result.seconds, result.decisions, strict=True
            ):
                seconds[level] = seconds.get(level, 0.0) + spent
                decisions[level] = decisions.get(level, 0) + made
    return {level: seconds[level] / max(1, decisions[level]) for level in seconds}


def rating_rows(contests: Sequence[Contest]) -> list[dict[str, Any]]:
    """The ratings as rows, with the time that each level takes for a decision."""
    times = think_times(contests)
    return [
        {
            "level": rating.level,
            "strength": round(rating.strength, 2),
            "doubt": round(rating.doubt, 2),
            "matches": rating.matches,
            "seconds": float(f"{times[rating.level]:.2g}"),
        }
        for rating in ratings(contests)
    ]


def write(folder: Path, run: Mapping[str, Any], contests: Sequence[Contest]) -> list[Path]:
    """Write `results.json` with everything but the single matches, and each table as CSV; the paths written."""
    folder.mkdir(parents=True, exist_ok=True)
    begun = [contest for contest in contests if contest.played]
    contest_rows, strengths = [contest_row(contest) for contest in begun], rating_rows(begun)
    whole = {"run": dict(run), "contests": contest_rows, "ratings": strengths}
    texts = {
        "results.json": json.dumps(whole, indent=2) + "\n",
        "contests.csv": _csv([{**row, "options": _options(row["options"])} for row in contest_rows]),
        "ratings.csv": _csv(strengths),
        "matches.csv": _csv(list(chain.from_iterable(map(_match_rows, begun)))),
    }
    for name, text in texts.items():
        replace(folder / name, text)
    return [folder / name for name in texts]


def replace(path: Path, text: str) -> None:
    """Write a file as a whole: whoever reads it sees the old text or the new one."""
    draft = path.with_name(f".{path.name}.draft")
    draft.write_text(text, encoding="utf-8", newline="")
    draft.replace(path)


def _match_rows(contest: Contest) -> list[dict[str, Any]]:
    pairing = contest.pairing
    rows = []
    for number, result in enumerate(contest.results):
        fields = asdict(result)
        rows.append(
            {
                "pairing": pairing.key,
                "number": number,
                "levels": " ".join(pairing.lineup(number)),
                **{
                    name: " ".join(f"{part:g}" for part in value) if isinstance(value, tuple) else value
                    for name, value in fields.items()
                },
            }
        )
    return rows


def _options(options: Mapping[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


def _csv(rows: Sequence[Mapping[str, Any]]) -> str:
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()
