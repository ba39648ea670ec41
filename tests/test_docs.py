"""Pages of the documentation that are made from the code are as the code is."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import formicarium as fm

DOCS = Path(__file__).parents[1] / "docs"
sys.path.append(str(DOCS))


def loaded(name: str) -> ModuleType:
    """A program of the documentation as a module."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec and spec.loader
    program = sys.modules[name] = importlib.util.module_from_spec(spec)  # where its dataclasses look for it
    spec.loader.exec_module(program)
    return program


write, learning = loaded("write"), loaded("learning")
CURVES: dict[str, dict[str, Any]] = learning.curves()
OLDER = "antics", "formica", "grasshopper"  # whose curves an older program made, as the page says


def older(name: str, *games: str) -> Any:
    """A game as a parameter; of these ones it is known that they fail, and they must not be forgotten."""
    marks = [pytest.mark.xfail(strict=True, raises=AssertionError)] if name in games else []
    return pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", write.PAGES)
def test_a_page_made_from_the_code_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == write.PAGES[name](), "python docs/write.py writes it anew"


def test_the_reference_has_every_name_at_the_top_level() -> None:
    """Errors stand on a page of their own."""
    text = (DOCS / "reference" / "python.md").read_text(encoding="utf-8") + write.PAGES["errors.md"]()
    names = [name for name in fm.__all__ if not name.startswith("__")]
    assert not [name for name in names if not re.search(rf"\b{name}\b", text)]


@pytest.mark.parametrize("name", [older(name, "formica") for name in fm.game_names()])
def test_an_agent_has_learned_each_game_from_three_seeds_in_the_time_that_there_is(name: str) -> None:
    assert len(CURVES[name]) >= 3
    for curve in CURVES[name].values():
        assert curve.won >= learning.GOALS[name], curve.command
        assert curve.points[-1]["seconds"] <= 60 * learning.MOST, curve.command


@pytest.mark.parametrize("name", [older(name, *OLDER) for name in fm.game_names()])
def test_a_curve_was_made_by_the_program_as_it_is(name: str) -> None:
    anew = f"python docs/learning.py {name} 1 2 3 learns it anew (some minutes), python docs/learning.py draws it"
    for seed, curve in CURVES[name].items():
        assert curve.command == learning.command(name, seed), anew
        assert curve.digest == learning.digest(name), anew


def test_the_page_tells_the_curves_as_they_are() -> None:
    assert learning.table(CURVES) in (DOCS / "research.md").read_text(encoding="utf-8"), "python docs/learning.py"


def test_a_digest_is_of_what_a_program_does_for_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, text = {name: learning.digest(name) for name in CURVES}, learning.PROGRAM.read_text(encoding="utf-8")
    monkeypatch.setattr(learning, "PROGRAM", tmp_path / "learn.py")

    def changed(old: str, new: str) -> set[str]:
        assert text.count(old) == 1
        learning.PROGRAM.write_text(text.replace(old, new), encoding="utf-8")
        return {name for name in CURVES if learning.digest(name) != before[name]}

    assert not changed("# side by side", "# at once") and not changed("What is set for a game.", "What is set.")
    assert changed("clip: float = 0.2", "clip: float = 0.1") == {*CURVES}
    assert changed("patience=200", "patience=100") == {"sisimizi"}
