"""The report of a training: a page that stands alone, also before anything is finished."""

import re

from formicarium.train.report import report

RUN = {"game": "formica", "seed": "<b>"}
CURVE = [
    {"epoch": 0, "value": 0.6, "prior": 1.5, "learned_value": None, "learned_prior": None},
    {"epoch": 1, "value": 0.5, "prior": 1.4, "learned_value": 0.4, "learned_prior": 1.3},
]
GATE = {"variant": "2 seats", "matches": 40, "share": 0.7, "low": 0.55, "high": 0.8, "fair": 0.5, "verdict": "above"}
DONE = {"lessons": 9, "candidate": "network-00.npz", "curve": CURVE, "gate": [GATE], "accepted": True}
STATE = {"best": "network-00.npz", "generations": [DONE]}


def test_a_page_shows_curves_and_verdicts():
    page = report(RUN, STATE)
    assert page.count("<svg") == 2
    assert page.count("<polyline") == 4
    assert "55.0% – 80.0%" in page and "it is the best now" in page
    assert "&lt;b&gt;" in page and "<b>&" not in page
    assert not re.search(r"(src|href)=", page), "it needs nothing else"


def test_a_page_of_nothing_says_so():
    page = report(RUN, {"best": None, "generations": []})
    assert "No generation is finished" in page
    assert "the written evaluation" in page


def test_a_flat_curve_can_be_drawn():
    flat = [CURVE[0], {**CURVE[0], "epoch": 1}]
    assert "<svg" in report(RUN, {"best": None, "generations": [{**DONE, "curve": flat}]})
