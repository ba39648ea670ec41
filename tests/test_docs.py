"""Pages of the documentation that are made from the code are as the code is."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import formicarium as fm

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
sys.path.append(str(DOCS))


def loaded(name: str) -> ModuleType:
    """A program of the documentation as a module."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec and spec.loader
    program = sys.modules[name] = importlib.util.module_from_spec(spec)  # where its dataclasses look for it
    spec.loader.exec_module(program)
    return program


write, learning = loaded("write"), loaded("learning")
architecture = write.architecture
CURVES: dict[str, dict[str, Any]] = learning.curves()
OLDER = {"antics"}  # whose curves an older program made, as the page says
SHORT = {"formica"}  # where not every seed reached its mark


@pytest.mark.parametrize("name", write.PAGES)
def test_a_page_made_from_the_code_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == write.PAGES[name](), "python docs/write.py writes it anew"


def test_the_reference_has_every_name_at_the_top_level() -> None:
    """Errors stand on a page of their own."""
    text = (DOCS / "reference" / "python.md").read_text(encoding="utf-8") + write.PAGES["errors.md"]()
    names = [name for name in fm.__all__ if not name.startswith("__")]
    assert not [name for name in names if not re.search(rf"\b{name}\b", text)]


def test_the_picture_of_the_architecture_has_every_layer_of_the_contracts_and_every_module_in_one() -> None:
    """No import goes up."""
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[tool.importlinter]")[2]
    whole, server = (
        re.findall(r"\w+", layers.replace('"', "")) for layers in re.findall(r"\nlayers = \[(.*?)\]", settings, re.S)
    )
    inner = [f"server.{name}" for name in server]
    at = whole.index("server")
    drawn = architecture.LAYERS
    assert drawn == [*whole[:at], *inner, *whole[at + 1 :]]
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert not [name for name in drawn if f"| `{name.replace('.', '/')}` |" not in page]
    imports = architecture.imports()
    assert {architecture.layer(module) for one in imports for module in one} == set(drawn)
    up = [one for one in imports if drawn.index(architecture.layer(one[0])) > drawn.index(architecture.layer(one[1]))]
    assert not up
    assert ("formicarium.server.run", "formicarium.engine.game") in imports, "what is taken from the root counts"


def test_a_module_without_a_layer_is_not_left_out_of_the_picture() -> None:
    with pytest.raises(LookupError, match=r"formicarium\.server\.somewhere"):
        architecture.layer("formicarium.server.somewhere")


def test_agents_have_learned_from_three_seeds_in_the_time_that_there_is() -> None:
    assert {*CURVES} == {*fm.game_names()}
    for curves in CURVES.values():
        assert len(curves) >= 3
        assert all(curve.points[-1]["seconds"] <= 60 * learning.MOST for curve in curves.values())
    short = {
        name for name, curves in CURVES.items() if any(curve.won < learning.GOALS[name] for curve in curves.values())
    }
    assert short == SHORT


def test_it_is_known_which_curves_an_older_program_made() -> None:
    """`python docs/learning.py GAME 1 2 3` learns a game anew, which takes some minutes; without arguments it draws."""
    older = {
        name
        for name, curves in CURVES.items()
        for seed, curve in curves.items()
        if curve.digest != learning.digest(name) or curve.command != learning.command(name, seed)
    }
    assert older == OLDER


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
