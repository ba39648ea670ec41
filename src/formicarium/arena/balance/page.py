"""The page: a study as one HTML file that needs nothing else, in light and dark.

Each section is first computed here, then written by `page.html`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from statistics import fmean, median
from typing import Any, NamedTuple

import numpy as np

from formicarium.arena.balance import plots
from formicarium.arena.balance.citations import Citation
from formicarium.arena.balance.observation import STAGES, Observation
from formicarium.arena.balance.study import (
    Setting,
    Study,
    VerbUse,
    by_order,
    by_seat,
    decisions,
    endings,
    first_share,
    verb_uses,
)
from formicarium.arena.intervals import Interval, wilson
from formicarium.errors import MissingExtra
from formicarium.scene import THEMES

try:
    import jinja2
except ImportError:  # said now: later is too late, when everything has been played
    raise MissingExtra("arena", "balance reports") from None

HERE = Path(__file__).parent
TOKENS = ("paper", "panel", "ink", "caption", "line", "accent")
SERIES = {
    "light": ("#A4530F", "#2A6399", "#3E6A36", "#73509F", "#9A2F2F", "#5D5A2B", "#2A2823"),
    "dark": ("#E8A552", "#7FB2E5", "#9CC48A", "#C0A5E2", "#E58B82", "#CFC67A", "#EDE6D6"),
}

MARKS = (  # the shapes of `plots.MARKERS`
    "M19 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10z",
    "M14.5 1.5h9v9h-9z",
    "M19 0l6 11h-12z",
    "M19 0l6 6-6 6-6-6z",
    "M19 12l6-11h-12z",
    "M17 0h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
    "M14 0l5 4 5-4 1 2-4 4 4 4-1 2-5-4-5 4-1-2 4-4-4-4z",
)

Cited = Mapping[int, tuple[int, Sequence[Citation]]]  # by seats: of how many matches, and what was counted in them


class Cell(NamedTuple):
    """One cell of a table: what stands in it, its class, and whether it is code."""

    text: str
    kind: str = ""
    code: bool = False


def page(study: Study, citations: Cited) -> str:
    """The report of a study of which something has been played; `citations` are there for some numbers of seats."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined,
    )
    return environment.get_template("page.html").render(
        study=study,
        words=study.game.words("en"),
        today=date.today().isoformat(),
        colours={theme: _colours(theme) for theme in ("light", "dark")},
        style=(HERE / "page.css").read_text(encoding="utf-8"),
        levels=_levels(study),
        stages=STAGES,
        glance=_glance(study),
        seats=_seats(study),
        length=_length(study),
        choices=_choices(study),
        lead=_lead(study),
        verbs=_verbs(study),
        endings=_endings(study),
        rules=_rules(citations) if citations else None,
        options=_options(study),
    )


def _colours(theme: str) -> dict[str, str]:
    """The variables of a theme."""
    return {
        **{token: THEMES[theme][token] for token in TOKENS},
        **{f"series-{number}": colour for number, colour in enumerate(SERIES[theme])},
    }


def _levels(study: Study) -> list[dict[str, Any]]:
    """The key to the levels in the plots; none for a single one."""
    places = [(level, number % len(MARKS)) for number, level in enumerate(study.levels)]
    keys = [{"level": level, "number": place, "mark": MARKS[place]} for level, place in places]
    return keys if len(keys) > 1 else []


def _glance(study: Study) -> dict[str, Any]:
    setting = _played(study)[0]
    seen = study.of(setting)
    reason, count = next(iter(endings(seen).items()))
    return {
        "setting": setting,
        "share": wilson([first_share(one) for one in seen]),
        "decisions": median(map(decisions, seen)),
        "branching": _branching(seen),
        "lead_changes": fmean(one.lead_changes for one in seen),
        "reason": reason,
        "ended_so": count / len(seen),
    }


def _seats(study: Study) -> dict[str, Any]:
    rows = []
    for setting, seen in _settings(study):
        fair = 1 / setting.seats
        for number, (ordered, seated) in enumerate(zip(by_order(seen), by_seat(seen), strict=True)):
            rows.append(
                [
                    *_place(setting),
                    Cell(plots.ORDINALS[number]),
                    _clear(ordered, fair),
                    _range(ordered),
                    Cell(str(number)),
                    _clear(seated, fair),
                    _range(seated),
                ]
            )
    return {"rows": rows, "plot": plots.seat_advantage(study)}


def _length(study: Study) -> dict[str, Any]:
    rows = []
    for setting, seen in _settings(study):
        made = [decisions(one) for one in seen]
        quantiles = np.quantile(made, [0.05, 0.5, 0.95])
        actions = fmean(one.result.actions for one in seen)
        figures = [min(made), *quantiles, max(made), actions]
        rows.append([*_place(setting), Cell(str(len(seen))), *(Cell(f"{figure:,.0f}") for figure in figures)])
    return {"rows": rows, "plot": plots.lengths(study)}


def _choices(study: Study) -> dict[str, Any]:
    rows = []
    for setting, seen in _settings(study):
        first, last = fmean(one.choices[0] for one in seen), fmean(one.choices[-1] for one in seen)
        means = [Cell(f"{mean:.1f}") for mean in (_branching(seen), first, last)]
        rows.append([*_place(setting), *means, Cell(str(max(one.result.widest for one in seen)))])
    return {"rows": rows, "plot": plots.choices(study)}


def _lead(study: Study) -> dict[str, Any]:
    rows = []
    for setting, seen in _settings(study):
        shares = (
            fmean(one.lead_changes == 0 for one in seen),
            fmean(one.hopes[STAGES // 2 - 1] for one in seen),
            median(one.settled for one in seen),
            fmean(one.settled > 0.75 for one in seen),
        )
        changes = Cell(f"{fmean(one.lead_changes for one in seen):.1f}")
        rows.append([*_place(setting), changes, *(Cell(f"{share:.0%}") for share in shares)])
    return {"rows": rows, "plot": plots.lead_changes(study), "hopes": plots.hopes(study)}


def _verbs(study: Study) -> dict[str, Any]:
    setting = _played(study)[0]
    seats, nature = verb_uses(study.game, study.of(setting))
    used = [*(use for use in seats if use.offered), *nature]
    rows = []
    for use in used:
        by_nature = np.isnan(use.offered)
        rows.append(
            [
                Cell(use.verb, "words", code=True),
                Cell(_meaning(study, use) + (" (nature)" if by_nature else ""), "words long"),
                Cell(f"{use.a_match:,.2f}") if use.a_match else Cell("never", "never"),
                Cell(f"{use.matches:.0%}"),
                Cell("" if by_nature else f"{use.offered:.1%}"),
                Cell("" if by_nature else f"{use.chosen:.0%}"),
            ]
        )
    return {
        "setting": setting,
        "rows": rows,
        "idle": [use.verb for use in seats if not use.offered],
        "plot": plots.verbs(used, [use.verb for use in used]),
    }


def _endings(study: Study) -> list[list[Cell]]:
    rows = []
    for setting, seen in _settings(study):
        counts = endings(seen)
        shares = [_share(counts.get(reason, 0), len(seen)) for reason in study.game.reasons]
        rows.append([*_place(setting), *shares])
    return rows


def _rules(citations: Cited) -> dict[str, Any]:
    """The rules that the code names: in how many of the matches played over again each was at work."""
    wholes = [whole for whole, _ in citations.values()]
    rows = []
    silent = []
    for same in zip(*(counted for _, counted in citations.values()), strict=True):
        done = [_share(one.carried_out, whole, "–") for one, whole in zip(same, wholes, strict=True)]
        asked = [_share(one.consulted, whole, "–") for one, whole in zip(same, wholes, strict=True)]
        if not any(one.carried_out or one.consulted for one in same):
            silent.append(same[0].rule)
        rows.append({"rule": same[0].rule, "says": re.split("`([^`]*)`", same[0].says), "shares": [*done, *asked]})
    return {"seats": list(citations), "wholes": wholes, "rows": rows, "silent": silent}


def _options(study: Study) -> dict[str, Any] | None:
    """The effects of the options; None where none can be changed, and no rows where none was tried."""
    if not study.changes:
        return None
    effects = study.effects()
    several = len(study.levels) > 1
    labels = [
        f"{effect.change.option}={effect.change.value}, {effect.change.base.seats} seats"
        + (f", {effect.change.base.level}" if several else "")
        for effect in effects
    ]
    rows = [
        [
            Cell(label, "words"),
            Cell(str(effect.matches)),
            *_difference(effect.first_share, 100),
            *_difference(effect.decisions),
            *_difference(effect.lead_changes),
        ]
        for label, effect in zip(labels, effects, strict=True)
    ]
    return {"rows": rows, "plot": plots.effects(effects, labels) if effects else ""}


def _played(study: Study) -> list[Setting]:
    return [setting for setting in study.base if study.observed[setting]]


def _settings(study: Study) -> Iterator[tuple[Setting, list[Observation]]]:
    for setting in _played(study):
        yield setting, study.of(setting)


def _place(setting: Setting) -> list[Cell]:
    return [Cell(str(setting.seats)), Cell(setting.level, "words")]


def _clear(interval: Interval, fair: float) -> Cell:
    return Cell(f"{interval.mean:.1%}", "" if interval.low <= fair <= interval.high else "clear")


def _range(interval: Interval) -> Cell:
    return Cell(f"{interval.low:.1%} – {interval.high:.1%}")


def _difference(interval: Interval, scale: float = 1) -> list[Cell]:
    mean, low, high = (f"{scale * part:+.1f}".replace("-", "−") for part in interval)
    return [Cell(mean, "" if interval.low <= 0 <= interval.high else "clear"), Cell(f"{low} … {high}")]


def _share(count: int, whole: int, none: str = "never") -> Cell:
    return Cell(f"{count / whole:.0%}") if count else Cell(none, "never")


def _meaning(study: Study, use: VerbUse) -> str:
    words = study.game.words("en")
    key = f"actions.{use.verb}"
    return words(key, *["…"] * 6) if key in words else ""


def _branching(seen: Sequence[Observation]) -> float:
    return sum(one.result.choices for one in seen) / sum(map(decisions, seen))
