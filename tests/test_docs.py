"""Pages of the documentation that are made from the code are as the code is."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

import formicarium as fm

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
sys.path.append(str(DOCS))
spec = importlib.util.spec_from_file_location("write", DOCS / "write.py")
assert spec and spec.loader
write = importlib.util.module_from_spec(spec)
spec.loader.exec_module(write)
architecture = write.architecture


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
