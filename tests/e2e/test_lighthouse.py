"""Lighthouse on a phone: home and a table are quick, accessible and well made."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from tests.e2e import browser, node
from tests.e2e.serving import Server
from tests.e2e.sitting import make_table

from formicarium.bots import levels

LEAST = {"performance": 0.9, "accessibility": 0.95, "best-practices": 0.95}


@pytest.mark.parametrize("place", ["home", "table"])
def test_lighthouse(place: str, server: Server, visit: Callable[..., Page]) -> None:
    page, address, headers = visit(), server.url, "{}"
    if place == "table":
        seats = [{"kind": "me"}, {"kind": "bot", "level": levels("sisimizi")[0]}]
        address += f"/table/{make_table(page, game='sisimizi', seats=seats, first=0)}"
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
        headers = json.dumps({"Cookie": cookies})
    best: dict[str, float] = {}
    for _ in range(3):  # a busy machine is slow at times: the best of three tells what the page can do
        found = node.run(
            "lighthouse",
            address,
            "--quiet",
            "--output=json",
            f"--only-categories={','.join(LEAST)}",
            f"--extra-headers={headers}",
            "--chrome-flags=--headless=new --no-sandbox",
            capture_output=True,
            env=os.environ | {"CHROME_PATH": browser.get()},
        )
        assert found.returncode == 0, found.stderr
        report = json.loads(found.stdout)
        scores = {name: float(report["categories"][name]["score"]) for name in LEAST}
        best = {name: max(score, best.get(name, 0)) for name, score in scores.items()}
        if all(best[name] >= least for name, least in LEAST.items()):
            return
    low = [
        audit["id"] for audit in report["audits"].values() if (audit["score"] or 0) < 0.9 and audit["score"] is not None
    ]
    raise AssertionError(f"{best}, low: {low}")
