"""The page: a study as one HTML file that needs nothing else, in light and dark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from html import escape
from pathlib import Path
from statistics import fmean, median

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
from formicarium.scene import THEMES

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

Cell = str | tuple[str, str]  # what stands in it, escaped; or its class and that


def page(study: Study, citations: Mapping[int, tuple[int, Sequence[Citation]]]) -> str:
    """The report of a study of which something has been played; `citations` are there for some numbers of seats."""
    words = study.game.words("en")
    title = f"{words('name')}: a balance report"
    parts = [
        _header(study, words("name"), words("tagline")),
        _glance(study),
        _seats(study),
        _length(study),
        _choices(study),
        _lead(study),
        _rules(study, citations),
        _options(study),
        _method(study),
    ]
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{_colours()}
{Path(__file__).with_name("page.css").read_text(encoding="utf-8")}</style>
</head>
<body>
<main>
{"".join(parts)}</main>
</body>
</html>
"""


def _colours() -> str:
    def variables(theme: str) -> str:
        tokens = [f"--{token}: {THEMES[theme][token]};" for token in TOKENS]
        series = [f"--series-{number}: {colour};" for number, colour in enumerate(SERIES[theme])]
        return " ".join([*tokens, *series])

    return (
        f":root {{ {variables('light')} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {variables('dark')} }} }}"
    )


def _header(study: Study, name: str, tagline: str) -> str:
    options = ", ".join(f"{key}={value}" for key, value in study.options.items()) or "the usual options"
    facts = [
        f"<b>{study.played:,}</b> matches between equal bots",
        f"level <b>{escape(', '.join(study.levels))}</b>",
        f"<b>{_listed(study.seats)}</b> seats",
        escape(options),
        f"rules {escape(study.game.version)}",
        f"seed {escape(str(study.seed))}",
        date.today().isoformat(),
    ]
    unfinished = ""
    if study.played < study.total:
        unfinished = (
            f'<p class="warning">The run was stopped after {study.played:,} of {study.total:,} matches. '
            "Everything below is about those.</p>"
        )
    return f"""<header>
<p class="kicker">Balance report</p>
<h1>{escape(name)}</h1>
<p class="lead">{escape(tagline)}</p>
<p class="facts">{" &middot; ".join(f"<span>{fact}</span>" for fact in facts)}</p>
{unfinished}
<nav aria-label="Contents"><ul>
<li><a href="#seats">Seats</a></li><li><a href="#length">Length</a></li><li><a href="#choices">Choices</a></li>
<li><a href="#lead">The lead</a></li><li><a href="#rules">Rules at work</a></li><li><a href="#options">Options</a></li>
<li><a href="#method">How it was made</a></li>
</ul></nav>
</header>
"""


def _glance(study: Study) -> str:
    setting = next(setting for setting in study.base if study.observed[setting])
    found = study.of(setting)
    share = wilson([first_share(one) for one in found])
    reason, count = next(iter(endings(found).items()))
    tiles = [
        (
            f"{share.mean:.0%}",
            f"for who plays first, {share.low:.0%} to {share.high:.0%}; fair is {1 / setting.seats:.0%}",
        ),
        (f"{median(map(decisions, found)):,.0f}", "decisions in a usual match"),
        (f"{_branching(found):.1f}", "legal actions to choose from"),
        (f"{fmean(one.lead_changes for one in found):.1f}", "changes of the lead in a match"),
        (f"{count / len(found):.0%}", f"of matches end by <i>{escape(reason)}</i>"),
    ]
    items = "".join(f"<li><b>{number}</b><span>{text}</span></li>" for number, text in tiles)
    return f"""<p class="note">At a glance: {setting.seats} seats, level {escape(setting.level)}.</p>
<ul class="glance">{items}</ul>
"""


def _seats(study: Study) -> str:
    rows: list[list[Cell]] = []
    for setting in _played(study):
        found = study.of(setting)
        for number, (ordered, seated) in enumerate(zip(by_order(found), by_seat(found), strict=True)):
            rows.append(
                [
                    str(setting.seats),
                    ("words", escape(setting.level)),
                    plots.ORDINALS[number],
                    _clear(ordered, 1 / setting.seats),
                    _range(ordered),
                    str(number),
                    _clear(seated, 1 / setting.seats),
                    _range(seated),
                ]
            )
    columns = ["seats", "level", "in turn", "share", "95 % interval", "seat", "share", "95 % interval"]
    return _section(
        "seats",
        "What a seat is worth",
        "The bots are equal, so whoever wins more often than the fair share owes it to the seat. Where the first "
        "player is drawn by lot, the order of play tells more than the number of the seat.",
        _figure(
            study,
            plots.seat_advantage(study),
            "Share of victory by the order in which the seats first decided.",
            "The dashed line is the fair share; the whiskers are 95 % intervals.",
        ),
        _table(columns, rows, "Shares whose interval does not hold the fair share are set off.", words=(1,)),
    )


def _length(study: Study) -> str:
    rows: list[list[Cell]] = []
    for setting in _played(study):
        found = study.of(setting)
        made = [decisions(one) for one in found]
        low, middle, high = np.quantile(made, [0.05, 0.5, 0.95])
        rows.append(
            [
                str(setting.seats),
                ("words", escape(setting.level)),
                str(len(found)),
                f"{min(made):,}",
                f"{low:,.0f}",
                f"{middle:,.0f}",
                f"{high:,.0f}",
                f"{max(made):,}",
                f"{fmean(one.result.actions for one in found):,.0f}",
            ]
        )
    columns = ["seats", "level", "matches", "fewest", "5 %", "median", "95 %", "most", "actions with nature's, mean"]
    return _section(
        "length",
        "How long a match is",
        "A decision is one click: choosing an ant and saying where it goes are two. So decisions measure what there is "
        "to do, not what there is to think about.",
        _figure(study, plots.lengths(study), "Decisions of all seats in a match.", "The marks stand at the medians."),
        _table(columns, rows, "Decisions in a match: extremes and quantiles.", words=(1,)),
    )


def _choices(study: Study) -> str:
    rows: list[list[Cell]] = []
    for setting in _played(study):
        found = study.of(setting)
        alone = fmean(one.choices[0] for one in found), fmean(one.choices[-1] for one in found)
        rows.append(
            [
                str(setting.seats),
                ("words", escape(setting.level)),
                f"{_branching(found):.1f}",
                f"{alone[0]:.1f}",
                f"{alone[1]:.1f}",
                str(max(one.result.widest for one in found)),
            ]
        )
    columns = ["seats", "level", "mean", "at the beginning", "at the end", "most at once"]
    return _section(
        "choices",
        "How much there is to choose from",
        "The number of legal actions at a decision, as the match goes on.",
        _figure(
            study,
            plots.choices(study),
            "Legal actions from the first decision to the last.",
            f"A line is the mean of a stage, a {STAGES}th part of a match; the band holds the middle half of the "
            "matches.",
        ),
        _table(columns, rows, "Legal actions at a decision.", words=(1,)),
    )


def _lead(study: Study) -> str:
    rows: list[list[Cell]] = []
    for setting in _played(study):
        found = study.of(setting)
        halfway = fmean(one.hopes[STAGES // 2 - 1] for one in found)
        late = [one.settled > 0.75 for one in found]
        rows.append(
            [
                str(setting.seats),
                ("words", escape(setting.level)),
                f"{fmean(one.lead_changes for one in found):.1f}",
                f"{fmean(one.lead_changes == 0 for one in found):.0%}",
                f"{halfway:.0%}",
                f"{median(one.settled for one in found):.0%}",
                f"{fmean(late):.0%}",
            ]
        )
    columns = [
        "seats",
        "level",
        "lead changes, mean",
        "matches without any",
        "winner's estimate halfway",
        "settled after, median",
        "settled in the last quarter",
    ]
    return _section(
        "lead",
        "Who leads, and for how long",
        "Who leads is whom the game's own evaluation gives the largest share, asked on the full position whenever the "
        "turn passes on. It is an estimate, and a rough one early in a match: read it as what a fair onlooker would "
        "think, not as the truth. A match is settled from the moment on when nobody leads any more but who wins.",
        _figure(
            study,
            plots.lead_changes(study),
            "How often the lead passes to another seat.",
            "Moments when two seats are level count as nobody's lead.",
        ),
        _figure(
            study,
            plots.hopes(study),
            "What the evaluation gives the later winner.",
            "A line is the mean, the band holds the middle half; the dashed line is the fair share. A line that climbs "
            "early tells of matches that are decided early.",
        ),
        _table(columns, rows, "The lead in figures.", words=(1,)),
    )


def _rules(study: Study, citations: Mapping[int, tuple[int, Sequence[Citation]]]) -> str:
    return _section(
        "rules",
        "Rules at work",
        "Three looks at which rules matter. Every action is a verb of the game, so verbs show what players do and how "
        "often they could have. The reasons show how matches end. And the code of the rules names the number of the "
        "rule that it carries out: some matches were played over again, watching which of these lines ran.",
        _verbs(study),
        _endings(study),
        _citations(citations) if citations else "",
    )


def _citations(citations: Mapping[int, tuple[int, Sequence[Citation]]]) -> str:
    counts = list(citations)
    wholes = [whole for whole, _ in citations.values()]
    rows: list[list[Cell]] = []
    silent = []
    for same in zip(*(found for _, found in citations.values()), strict=True):
        rule, says = same[0].rule, re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(same[0].says))
        done = [_share_cell(one.carried_out, whole, "–") for one, whole in zip(same, wholes, strict=True)]
        asked = [_share_cell(one.consulted, whole, "–") for one, whole in zip(same, wholes, strict=True)]
        if not any(one.carried_out or one.consulted for one in same):
            silent.append(rule)
        rows.append([("words", escape(rule)), ("words long", says), *done, *asked])
    columns = [
        "rule",
        "in the words of the code",
        *(f"carried out, {seats} seats" for seats in counts),
        *(f"consulted, {seats} seats" for seats in counts),
    ]
    matches = ", ".join(f"{whole} at {seats} seats" for seats, whole in zip(counts, wholes, strict=True))
    never = f" Not at work in any: {escape(', '.join(silent))}." if silent else " All of them were at work."
    table = _table(
        columns,
        rows,
        f"Share of the matches played over again ({matches}) in which code that names the rule ran: <i>carried out</i> "
        "while an action was made, <i>consulted</i> while the legal actions of some decisions were listed.",
        words=(0, 1),
    )
    return f"<p>The code names {len(rows)} rules.{never}</p><details><summary>All of them</summary>{table}</details>"


def _verbs(study: Study) -> str:
    setting = _played(study)[0]
    seats, nature = verb_uses(study.game, study.of(setting))
    used = [*(use for use in seats if use.offered), *nature]
    idle = [use.verb for use in seats if not use.offered]
    rows: list[list[Cell]] = []
    for use in used:
        by_nature = np.isnan(use.offered)
        rows.append(
            [
                ("words", f"<code>{escape(use.verb)}</code>"),
                ("words long", escape(_meaning(study, use)) + (" (nature)" if by_nature else "")),
                f"{use.a_match:,.2f}" if use.a_match else ("never", "never"),
                f"{use.matches:.0%}",
                "" if by_nature else f"{use.offered:.1%}",
                "" if by_nature else f"{use.chosen:.0%}",
            ]
        )
    note = f"{setting.seats} seats, level {escape(setting.level)}."
    missing = f" Never possible: {', '.join(f'<code>{escape(verb)}</code>' for verb in idle)}." if idle else ""
    return _plot(
        plots.verbs(used, [use.verb for use in used]),
        "How often each verb is used in a match.",
        f"{note} Nature's verbs stand below the players'.",
    ) + _table(
        ["verb", "meaning", "a match", "in matches", "possible at", "taken if possible"],
        rows,
        f"{note} <i>Possible at</i> is the share of all decisions at which the verb was among the legal actions."
        + missing,
        words=(0, 1),
    )


def _endings(study: Study) -> str:
    reasons = study.game.reasons
    rows: list[list[Cell]] = []
    for setting in _played(study):
        found, counts = study.of(setting), endings(study.of(setting))
        shares = [_share_cell(counts.get(reason, 0), len(found)) for reason in reasons]
        rows.append([str(setting.seats), ("words", escape(setting.level)), *shares])
    return _table(
        ["seats", "level", *(f"<code>{escape(reason)}</code>" for reason in reasons)],
        rows,
        "Why matches end.",
        words=(1,),
    )


def _options(study: Study) -> str:
    if not study.changes:
        return _section("options", "What the options change", "There is no option to change here.")
    found = study.effects()
    if not found:
        return _section("options", "What the options change", "The run was stopped before any option was tried.")
    several = len(study.levels) > 1
    labels = [
        f"{effect.change.option}={effect.change.value}, {effect.change.base.seats} seats"
        + (f", {effect.change.base.level}" if several else "")
        for effect in found
    ]
    rows: list[list[Cell]] = []
    for label, effect in zip(labels, found, strict=True):
        rows.append(
            [
                ("words", escape(label)),
                str(effect.matches),
                *_difference(effect.first_share, 100),
                *_difference(effect.decisions),
                *_difference(effect.lead_changes),
            ]
        )
    interval = "95 % interval"
    return _section(
        "options",
        "What the options change",
        "The same seeds were played again with one option changed. So the differences are those between pairs of "
        "matches that begin alike, and much of the luck cancels out.",
        _plot(
            plots.effects(found, labels),
            "The effect of each option.",
            "To the left, on the share of who plays first; to the right, on the length of a match. Filled dots have "
            "intervals that do not hold zero.",
        ),
        _table(
            [
                "option",
                "pairs",
                "first player, %",
                interval,
                "decisions",
                interval,
                "lead changes",
                interval,
            ],
            rows,
            "Mean differences to the base. Those whose interval does not hold zero are set off; of twenty options that "
            "do nothing, one will be.",
            words=(0,),
        ),
    )


def _method(study: Study) -> str:
    return _section(
        "method",
        "How it was made",
        "All seats of a match hold bots of the same level, each with a seed of its own, each seeing only what its seat "
        f"may see. The matches follow from the seed <b>{escape(str(study.seed))}</b>: the same command plays them "
        "again. Intervals of shares are Wilson's, those of differences Student's; each is a 95 % "
        "interval by itself, and with so many of them a few will be wrong. What bots of another level find out about "
        "the game may be different, and so may people.",
    ) + ("<footer><p>Written by <code>formicarium balance</code>.</p></footer>\n")


def _section(anchor: str, title: str, text: str, *parts: str) -> str:
    return f'<section id="{anchor}">\n<h2>{title}</h2>\n<p>{text}</p>\n{"".join(parts)}</section>\n'


def _figure(study: Study, svg: str, title: str, text: str) -> str:
    keys = []
    for number, level in enumerate(study.levels if len(study.levels) > 1 else ()):
        place = number % len(MARKS)
        colour = f"var(--series-{place})"
        keys.append(
            f'<li><svg viewBox="0 0 38 12" aria-hidden="true" fill="{colour}" stroke="{colour}" stroke-width="2">'
            f'<path d="M0 6H38"/><path stroke="none" d="{MARKS[place]}"/></svg>{escape(level)}</li>'
        )
    return _plot(f'<ul class="key">{"".join(keys)}</ul>' + svg if keys else svg, title, text)


def _plot(svg: str, title: str, text: str) -> str:
    return f'<figure>\n<div class="plot">{svg}</div>\n<figcaption><b>{title}</b> {text}</figcaption>\n</figure>\n'


def _table(columns: Sequence[str], rows: Iterable[Sequence[Cell]], caption: str, words: Sequence[int]) -> str:
    head = "".join(
        f'<th scope="col"{" class=words" if number in words else ""}>{column}</th>'
        for number, column in enumerate(columns)
    )
    body = "\n".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return (
        f'<div class="scroll"><table>\n<caption>{caption}</caption>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody>\n</table></div>\n"
    )


def _cell(cell: Cell) -> str:
    return f"<td>{cell}</td>" if isinstance(cell, str) else f'<td class="{cell[0]}">{cell[1]}</td>'


def _clear(interval: Interval, fair: float) -> Cell:
    text = f"{interval.mean:.1%}"
    return text if interval.low <= fair <= interval.high else ("clear", text)


def _range(interval: Interval) -> str:
    return f"{interval.low:.1%} – {interval.high:.1%}"


def _difference(interval: Interval, scale: float = 1) -> list[Cell]:
    mean, low, high = (f"{scale * part:+.1f}".replace("-", "−") for part in interval)
    return [mean if interval.low <= 0 <= interval.high else ("clear", mean), f"{low} … {high}"]


def _share_cell(count: int, whole: int, none: str = "never") -> Cell:
    return f"{count / whole:.0%}" if count else ("never", none)


def _meaning(study: Study, use: VerbUse) -> str:
    words = study.game.words("en")
    key = f"actions.{use.verb}"
    return words(key, *["…"] * 6) if key in words else ""


def _branching(found: Sequence[Observation]) -> float:
    return sum(one.result.choices for one in found) / sum(map(decisions, found))


def _played(study: Study) -> list[Setting]:
    return [setting for setting in study.base if study.observed[setting]]


def _listed(values: Sequence[int]) -> str:
    *most, last = map(str, values)
    return f"{', '.join(most)} and {last}" if most else last
