"""A Chromium for the tests: one that is on the machine, else Playwright's own, else the system's package.

`python tests/e2e/browser.py` gets one if there is none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")


def find() -> str | None:
    """The path of a Chromium that is here already."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        return chosen
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    return _playwrights_own()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def get() -> str:
    """The path of a Chromium, fetched if need be."""
    found = find()
    if found is None:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
        found = find()
    if found is None and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update"], check=False)
        subprocess.run(["apt-get", "install", "--yes", "--no-install-recommends", "chromium"], check=False)
        found = find()
    if found is None:
        raise SystemExit("no Chromium was found, and none could be fetched: install one, or set CHROMIUM to its path")
    return found


if __name__ == "__main__":
    print(get())
