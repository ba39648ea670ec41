"""What all tests share: their order, one more try where a machine may be at fault, and the smallest game of all."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("untimed", deadline=None)  # the first example may have to compile
settings.load_profile("untimed")
LONG = ("siege", "chaos")  # folders of tests that take minutes: at the end, nobody would help with one
REAL = ("e2e", "server", *LONG)  # folders whose tests drive browsers and processes that others may slow down
ONCE = ("test_kill.py", "test_secrecy.py", "test_siege.py", "test_chaos.py", "test_meeting.py")  # of loss and secrets


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """What takes long begins; what meets a real machine has one more try, and says so (docs/decisions/0022)."""
    items.sort(key=lambda item: item.path.parent.name not in LONG)
    for item in items:
        if (
            Path(__file__).parent in item.path.parents
            and item.path.relative_to(Path(__file__).parent).parts[0] in REAL
            and item.path.name not in ONCE
        ):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter):
    """What failed the first time is shown in full, so that it can be mended."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"first try of {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)


@pytest.fixture(scope="session")
def tiny():
    """The smallest game that has every trait of the engine."""
    from tiny import GAME

    return GAME
