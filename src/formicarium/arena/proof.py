"""The proof of the ladder: what must be true of the levels of a game, and the page that shows whether it is."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from formicarium.arena.contest import Contest, Pairing, modes, neighbours
from formicarium.arena.results import contest_row, rating_rows, replace
from formicarium.arena.tournament import run_of
from formicarium.bots import levels
from formicarium.engine.game import Game, find, names

STEP = 0.6  # of the two-seat matches against the next weaker level
MASTERY = 0.9  # of the champion's two-seat matches against greedy, where there is little luck
YARDSTICK = "greedy"
BEGIN, END = "<!-- ladder: written by `make ladder` -->", "<!-- end of ladder -->"


def contests(game: Game, most: int) -> list[Contest]:
    """Every step of the ladder and the champion against greedy, in every mode at every number of seats.

    With two seats a share has to be reached. With more, the fair share has to be exceeded beyond doubt.
    """
    steps = neighbours(levels(game))
    pairs = [*steps, (levels(game)[-1], YARDSTICK)]
    pairings = [
        Pairing(game.name, stronger, weaker, seats, tuple(options.items()))
        for seats in game.seats
        for options in modes(game, {})
        if game.allows(options, seats)
        for stronger, weaker in pairs
    ]
    return [Contest(pairing, most, _target(game, pairing)) for pairing in pairings]


def is_kept(contest: Contest) -> bool:
    """Whether the challenger reached its target, and its interval lies above the fair share."""
    mean, low, _ = contest.interval
    return contest.played > 0 and mean >= contest.target and low > contest.pairing.fair


def table_of(game: Game, seed: object, held: Sequence[Contest]) -> dict[str, Any]:
    """The contests of a game as the data that the page is written from."""
    return {
        **run_of(game, seed),
        "date": date.today().isoformat(),
        "contests": [{**contest_row(contest), "kept": is_kept(contest)} for contest in held],
        "ratings": rating_rows(held),
    }


def write(page: Path, table: Mapping[str, Any]) -> None:
    """Put the table of one game into the page and into the JSON file beside it; those of other games stay."""
    data = page.with_suffix(".json")
    tables = json.loads(data.read_text(encoding="utf-8")) if data.exists() else {}
    tables = {name: {**tables, table["game"]: table}[name] for name in names() if name in {*tables, table["game"]}}
    replace(data, _lines(tables))
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    replace(page, f"{before}{BEGIN}\n\n{text_of(tables)}\n{END}{after}")


def text_of(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """The tables of all games, as Markdown."""
    parts = ["| game | played on | matches | requirements | kept |", "| --- | --- | ---: | ---: | ---: |"]
    for name, table in tables.items():
        rows = table["contests"]
        matches, kept = sum(row["matches"] for row in rows), sum(row["kept"] for row in rows)
        parts.append(f"| [{_title(name)}](#{_anchor(name)}) | {table['date']} | {matches:,} | {len(rows)} | {kept} |")
    for name, table in tables.items():
        parts += ["", f"### {_title(name)}", "", *_contest_lines(table["contests"]), "", *_rating_lines(table)]
    return "\n".join(parts) + "\n"


def _target(game: Game, pairing: Pairing) -> float:
    if pairing.seats > 2:
        return pairing.fair
    if pairing.other == YARDSTICK:
        return pairing.fair if game.luck else MASTERY
    return STEP


def _contest_lines(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = [
        "| seats | mode | challenger | against | share | 95 % interval | must be | matches | kept |",
        "| ---: | --- | --- | --- | ---: | ---: | ---: | ---: | --- |",
    ]
    for row in rows:
        least = f"at least {row['target']:.0%}" if row["target"] > row["fair"] else f"above {row['fair']:.1%}"
        shown = f"{row['share']:.1%} | {row['low']:.1%} – {row['high']:.1%}" if row["matches"] else " | "
        lines.append(
            f"| {row['seats']} | {row['options'].get('mode', '')} | {row['challenger']} | {row['other']} "
            f"| {shown} | {least} | {row['matches']} "
            f"| {'yes' if row['kept'] else '**no**'} |"
        )
    return lines


def _rating_lines(table: Mapping[str, Any]) -> list[str]:
    return [
        "| level | rating | ± | matches | a decision |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(
            f"| {row['level']} | {row['strength']:.1f} | {row['doubt']:.1f} | {row['matches']} "
            f"| {row['seconds'] * 1000:.3g} ms |"
            for row in table["ratings"]
        ),
        "",
        f"Seed {table['seed']}, rules {table['rules']}, code {table['code']}.",
    ]


def _lines(tables: Mapping[str, Mapping[str, Any]]) -> str:
    """JSON with one line a row, so that a new run reads well as a difference."""
    games = []
    for name, table in tables.items():
        fields = []
        for field, value in table.items():
            rows = ",\n".join(f"   {json.dumps(row)}" for row in value) if isinstance(value, list) else None
            fields.append(f"  {json.dumps(field)}: " + (json.dumps(value) if rows is None else f"[\n{rows}\n  ]"))
        games.append(f" {json.dumps(name)}: {{\n" + ",\n".join(fields) + "\n }")
    return "{\n" + ",\n".join(games) + "\n}\n"


def _title(name: str) -> str:
    return find(name).words()("name")


def _anchor(name: str) -> str:
    kept = (letter for letter in _title(name).lower() if letter.isalnum() or letter in " -")
    return "".join(kept).replace(" ", "-")
