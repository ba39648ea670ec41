"""What all tests share: `tiny`, the smallest game that has every trait of the engine."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))
settings.register_profile("untimed", deadline=None)  # the first example may have to compile
settings.load_profile("untimed")
LONG = ("siege", "chaos")  # folders of tests that take minutes: at the end, nobody would help with one


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """What takes long begins."""
    items.sort(key=lambda item: item.path.parent.name not in LONG)


@pytest.fixture(scope="session")
def tiny():
    from tiny import GAME

    return GAME
