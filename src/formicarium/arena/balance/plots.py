"""Plots: the pictures of a balance report, as SVG that takes its colours and its type from the page around it."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from formicarium.arena.balance.observation import STAGES, Observation
from formicarium.arena.balance.study import Effect, Setting, Study, VerbUse, by_order, decisions, spread
from formicarium.errors import MissingExtra

# Matplotlib draws in these colours, and the page has variables of these names in their place.
PAINTS = {
    "ink": "#010203",
    "caption": "#010204",
    "line": "#010205",
    "panel": "#010206",
    "series-0": "#010210",
    "series-1": "#010211",
    "series-2": "#010212",
    "series-3": "#010213",
    "series-4": "#010214",
    "series-5": "#010215",
    "series-6": "#010216",
}
MARKERS = "os^DvPX"
STYLES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (6, 2)), (0, (1, 2)), (0, (3, 3)))
WIDTH = 8.6  # inches of a figure
ORDINALS = ("1st", "2nd", "3rd", "4th")


def seat_advantage(study: Study) -> str:
    """The share of each place in the order of play, beside the fair share."""

    def draw(axes: Any, count: int, settings: Sequence[Setting]) -> None:
        axes.axhline(1 / count, color=PAINTS["caption"], linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        for number, setting in enumerate(settings):
            shares = by_order(study.of(setting))
            x = np.arange(count) + (number - (len(settings) - 1) / 2) * 0.6 / max(3, len(settings))
            mean, low, high = np.array(shares).T
            axes.errorbar(
                x, mean, [mean - low, high - mean], **_series(study, setting), linestyle="none", capsize=3, markersize=6
            )
        axes.set_xticks(range(count), ORDINALS[:count])
        axes.set_xlim(-0.5, count - 0.5)
        axes.yaxis.set_major_formatter(_percent)

    return _by_seats(study, draw, "share of victory", "in the order of play")


def lengths(study: Study) -> str:
    """How many decisions matches take."""
    every = [decisions(one) for setting in study.base for one in study.of(setting)]
    step = int(np.gcd.reduce(np.array(every) - min(every))) or 1  # some games only have lengths so far apart
    width = step * max(1, -(-(max(every) - min(every)) // (25 * step)))
    edges = np.arange(min(every), max(every) + 2 * width, width) - step / 2

    def draw(axes: Any, count: int, settings: Sequence[Setting]) -> None:
        for setting in settings:
            values = [decisions(one) for one in study.of(setting)]
            heights = np.histogram(values, edges)[0] / len(values)
            look = _series(study, setting)
            axes.stairs(heights, edges, color=look["color"], alpha=0.18, fill=True)
            axes.stairs(heights, edges, color=look["color"], linewidth=1.5, linestyle=_style(study, setting))
            axes.plot(
                np.median(values), 0, marker=look["marker"], color=look["color"], markersize=7, clip_on=False, zorder=5
            )
        axes.yaxis.set_major_formatter(_percent)

    return _by_seats(study, draw, "share of matches", "decisions in a match", same_x=True)


def choices(study: Study) -> str:
    """How many legal actions there are, from the first decision to the last."""
    return _over_time(study, lambda one: one.choices, "legal actions", None)


def hopes(study: Study) -> str:
    """What the evaluation gave the later winner."""
    return _over_time(study, lambda one: one.hopes, "estimate for the winner", 1.0)


def lead_changes(study: Study) -> str:
    """How often the lead passed to another seat."""
    most = max(one.lead_changes for setting in study.base for one in study.of(setting))
    width = max(1, -(-(most + 1) // 25))
    edges = np.arange(0, most + width + 1, width)

    def draw(axes: Any, count: int, settings: Sequence[Setting]) -> None:
        for number, setting in enumerate(settings):
            values = [one.lead_changes for one in study.of(setting)]
            heights = np.histogram(values, edges)[0] / len(values)
            bar = 0.84 * width / len(settings)
            axes.bar(
                edges[:-1] - 0.42 * width + (number + 0.5) * bar,
                heights,
                bar,
                color=_series(study, setting)["color"],
                alpha=0.75,
            )
        axes.set_xlim(-0.6 * width, edges[-1])
        axes.yaxis.set_major_formatter(_percent)
        axes.xaxis.get_major_locator().set_params(integer=True)

    return _by_seats(study, draw, "share of matches", "lead changes in a match", same_x=True)


def verbs(uses: Sequence[VerbUse], labels: Sequence[str]) -> str:
    """How often each verb was used in a match."""
    figure, (axes,) = _figure(1, 0.9 + 0.27 * len(uses))
    shown = [max(use.a_match, 0.0) for use in uses]
    places = np.arange(len(uses))
    axes.hlines(places, 0, shown, color=PAINTS["series-0"], linewidth=3, alpha=0.35)
    axes.plot(shown, places, "o", color=PAINTS["series-0"], markersize=6)
    axes.set_yticks(places, labels)
    axes.set_ylim(len(uses) - 0.4, -0.6)
    axes.set_xscale("symlog", linthresh=1)
    axes.set_xlim(0, max(1.0, *shown) * 1.3)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.set_xlabel("times in a match (the scale is logarithmic above 1)")
    axes.grid(axis="x", color=PAINTS["line"], linewidth=0.6)
    axes.grid(visible=False, axis="y")
    return _svg(figure)


def effects(shown: Sequence[Effect], labels: Sequence[str]) -> str:
    """What each option changes, with its interval."""
    figure, panels = _figure(2, 1.0 + 0.3 * len(shown), same_y=True)
    places = np.arange(len(shown))
    measures: list[tuple[str, Callable[[Effect], Sequence[float]]]] = [
        ("share of the first player, in points of 100", lambda effect: [100 * part for part in effect.first_share]),
        ("decisions, in %", lambda effect: [100 * part / effect.usual_decisions for part in effect.decisions]),
    ]
    for axes, (label, measure) in zip(panels, measures, strict=True):
        mean, low, high = np.array([measure(effect) for effect in shown]).T
        clear = (low > 0) | (high < 0)
        axes.axvline(0, color=PAINTS["caption"], linewidth=1, linestyle=(0, (4, 3)))
        for sure, paint, face in ((True, "series-0", "series-0"), (False, "caption", "panel")):
            chosen = clear == sure
            axes.errorbar(
                mean[chosen], places[chosen], xerr=[(mean - low)[chosen], (high - mean)[chosen]], fmt="o", capsize=3,
                color=PAINTS[paint], markerfacecolor=PAINTS[face], markersize=6,
            )  # fmt: skip
        axes.set_xlabel(label)
        axes.set_yticks(places, labels)
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.grid(axis="x", color=PAINTS["line"], linewidth=0.6)
        axes.grid(visible=False, axis="y")
    return _svg(figure)


def _over_time(study: Study, values: Callable[[Observation], Sequence[float]], label: str, top: float | None) -> str:
    x = (np.arange(STAGES) + (0.5 if top is None else 1.0)) / STAGES

    def draw(axes: Any, count: int, settings: Sequence[Setting]) -> None:
        if top is not None:
            axes.axhline(1 / count, color=PAINTS["caption"], linewidth=1, linestyle=(0, (4, 3)))
        for setting in settings:
            low, mean, high = spread([values(one) for one in study.of(setting)])
            color = _series(study, setting)["color"]
            axes.fill_between(x, low, high, color=color, alpha=0.16, linewidth=0)
            axes.plot(x, mean, color=color, linewidth=2, linestyle=_style(study, setting))
            if top is not None:
                axes.yaxis.set_major_formatter(_percent)
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(_percent)
        axes.set_xticks([0, 0.5, 1])

    return _by_seats(study, draw, label, "of the match", same_x=True, top=top)


def _by_seats(
    study: Study,
    draw: Callable[[Any, int, Sequence[Setting]], None],
    vertical: str,
    horizontal: str,
    *,
    same_x: bool = False,
    top: float | None = None,
) -> str:
    """One panel for each number of seats, with all levels in it."""
    figure, panels = _figure(len(study.seats), 2.9, same_y=True, same_x=same_x)
    for axes, count in zip(panels, study.seats, strict=True):
        settings = [setting for setting in study.base if setting.seats == count and study.observed[setting]]
        if settings:
            draw(axes, count, settings)
        axes.set_title(f"{count} seats", color=PAINTS["ink"], loc="left")
        axes.set_xlabel(horizontal)
        axes.grid(axis="y", color=PAINTS["line"], linewidth=0.6)
    panels[0].set_ylim(0, top or 1.06 * max(axes.dataLim.y1 for axes in panels))
    panels[0].set_ylabel(vertical)
    return _svg(figure)


def _percent(value: float, _: int) -> str:
    return f"{value:.0%}"


def _series(study: Study, setting: Setting) -> dict[str, Any]:
    number = study.levels.index(setting.level) % len(MARKERS)
    return {"color": PAINTS[f"series-{number}"], "marker": MARKERS[number]}


def _style(study: Study, setting: Setting) -> Any:
    return STYLES[study.levels.index(setting.level) % len(STYLES)]


def _figure(columns: int, height: float, *, same_y: bool = False, same_x: bool = False) -> tuple[Any, list[Any]]:
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra("arena", "the plots of a balance report") from None
    ink, caption = PAINTS["ink"], PAINTS["caption"]
    look: Any = {
        "font.size": 10, "axes.titlesize": 11, "axes.labelsize": 10,
        "axes.spines.top": False, "axes.spines.right": False, "axes.facecolor": "none", "axes.axisbelow": True,
        "axes.edgecolor": caption, "axes.labelcolor": caption,
        "xtick.color": caption, "ytick.color": caption, "xtick.labelcolor": ink, "ytick.labelcolor": ink,
    }  # fmt: skip
    with rc_context(look):
        figure: Any = Figure(figsize=(WIDTH, height), layout="constrained")
        figure.patch.set_alpha(0)
        figure.get_layout_engine().set(w_pad=0.06, wspace=0.03)
        axes = figure.subplots(1, columns, squeeze=False, sharey=same_y, sharex=same_x)
    return figure, list(axes[0])


def _svg(figure: Any) -> str:
    """A figure as an element of a page: no fixed size, no ids, the page's type and colours."""
    from matplotlib import rc_context

    out = io.BytesIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "formicarium"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = out.getvalue().decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r"<svg [^>]*viewBox=\"([^\"]*)\"[^>]*>", r'<svg viewBox="\1" aria-hidden="true">', text, count=1)
    text = re.sub(r"(font(?:-family)?:[^;\"]*?)'DejaVu Sans'[^;\"]*", r"\1var(--sans)", text)
    for name, paint in PAINTS.items():
        text = text.replace(paint, f"var(--{name})")
    return re.sub(r"<g id=\"[^\"]*\">", "<g>", text)
