"""The report of a training: one HTML page that needs nothing else, with its curves and the verdicts of its gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

WIDE, HIGH, EDGE = 520, 220, 44
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222;
  background: #fbfaf7 }
table { border-collapse: collapse; margin: 1rem 0 } td, th { padding: .2rem .8rem; text-align: right;
  border-bottom: 1px solid #ddd } td:first-child, th:first-child { text-align: left }
figure { display: inline-block; margin: 0 1rem 1rem 0 } figcaption { font-size: .85rem; color: #555 }
svg text { font: 11px system-ui, sans-serif; fill: #555 } .held { stroke: #b4501e } .used { stroke: #3b6fa0 }
.base { stroke: #888; stroke-dasharray: 4 3 } polyline, line { fill: none; stroke-width: 1.6 } .axis { stroke: #bbb }
@media (prefers-color-scheme: dark) { body { background: #1c1b19; color: #e8e6e1 } td, th { border-color: #444 }
  svg text, figcaption { fill: #aaa; color: #aaa } }
"""


def report(run: Mapping[str, Any], state: Mapping[str, Any]) -> str:
    """The page of a training, finished or not."""
    title = f"Training {run['game']}"
    settings = "".join(f"<tr><td>{escape(name)}</td><td>{escape(str(value))}</td></tr>" for name, value in run.items())
    parts = [_generation(number, one) for number, one in enumerate(state["generations"])]
    best = state["best"] or "the written evaluation: no network has beaten it"
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title><style>{STYLE}</style>
<h1>{escape(title)}</h1>
<p>The best so far: <b>{escape(best)}</b>.</p>
{"".join(parts) or "<p>No generation is finished.</p>"}
<h2>Settings</h2><table>{settings}</table>
<p>A loss is the mean negative logarithm, in nats, of what was said of what came: of the outcome for the value, of the
visits of a deep search for the prior. Held out are whole matches. The dashed line is the written evaluation.</p>
</html>
"""


def _generation(number: int, one: Mapping[str, Any]) -> str:
    curve = one["curve"]
    rows = "".join(
        f"<tr><td>{escape(line['variant'])}</td><td>{line['matches']}</td><td>{line['share']:.1%}</td>"
        f"<td>{line['low']:.1%} – {line['high']:.1%}</td><td>{line['fair']:.1%}</td>"
        f"<td>{escape(line['verdict'])}</td></tr>"
        for line in one["gate"]
    )
    verdict = "it is the best now" if one["accepted"] else "it does not replace the best"
    return f"""<h2>Generation {number}</h2>
<p>{one["lessons"]} lessons so far; <b>{escape(one["candidate"])}</b>: {verdict}.</p>
{_plot(curve, "value", "learned_value", "loss of the value, by epoch")}
{_plot(curve, "prior", "learned_prior", "loss of the prior, by epoch")}
<table><tr><th>gate</th><th>matches</th><th>share</th><th>95 % interval</th><th>fair</th><th>verdict</th></tr>
{rows}</table>
"""


def _plot(curve: Sequence[Mapping[str, Any]], held: str, used: str, caption: str) -> str:
    """A curve on held-out matches and one on those that were learned from."""
    known = [line[name] for line in curve for name in (held, used) if line[name] is not None]
    low, high = min(known), max(known)
    spread = (high - low) or 1.0
    last = max(1, curve[-1]["epoch"])

    def point(epoch: int, value: float) -> str:
        x = EDGE + epoch / last * (WIDE - EDGE - 10)
        return f"{x:.1f},{10 + (high - value) / spread * (HIGH - 40):.1f}"

    def line(name: str, kind: str) -> str:
        points = " ".join(point(one["epoch"], one[name]) for one in curve if one[name] is not None)
        return f'<polyline class="{kind}" points="{points}"/>'

    base = point(0, curve[0][held]).split(",")[1]
    return f"""<figure><svg width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" role="img"
aria-label="{escape(caption)}"><line class="axis" x1="{EDGE}" y1="{HIGH - 30}" x2="{WIDE - 10}" y2="{HIGH - 30}"/>
<text x="2" y="16">{high:.3f}</text><text x="2" y="{HIGH - 30}">{low:.3f}</text>
<text x="{EDGE}" y="{HIGH - 12}">0</text><text x="{WIDE - 30}" y="{HIGH - 12}">{last}</text>
<line class="base" x1="{EDGE}" y1="{base}" x2="{WIDE - 10}" y2="{base}"/>
{line(used, "used")}{line(held, "held")}</svg>
<figcaption>{escape(caption)}: held out (red), learned from (blue)</figcaption></figure>"""
