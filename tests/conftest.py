"""What all tests share: `tiny`, the smallest game that has every trait of the engine."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def tiny():
    from tiny import GAME

    return GAME
