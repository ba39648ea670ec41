"""Pages of the documentation that are made from the code are as the code is."""

import importlib.util
import re
import sys
from pathlib import Path

import pytest

import formicarium as fm

DOCS = Path(__file__).parents[1] / "docs"
sys.path.append(str(DOCS))
spec = importlib.util.spec_from_file_location("write", DOCS / "write.py")
assert spec and spec.loader
write = importlib.util.module_from_spec(spec)
spec.loader.exec_module(write)


@pytest.mark.parametrize("name", write.PAGES)
def test_a_page_made_from_the_code_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == write.PAGES[name](), "python docs/write.py writes it anew"


def test_the_reference_has_every_name_at_the_top_level() -> None:
    """Errors stand on a page of their own."""
    text = (DOCS / "reference" / "python.md").read_text(encoding="utf-8") + write.PAGES["errors.md"]()
    names = [name for name in fm.__all__ if not name.startswith("__")]
    assert not [name for name in names if not re.search(rf"\b{name}\b", text)]
