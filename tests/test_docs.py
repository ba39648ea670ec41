"""Pages of the documentation that are made from the code are as the code is."""

import importlib.util
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
sys.path.append(str(DOCS))
spec = importlib.util.spec_from_file_location("write", DOCS / "write.py")
assert spec and spec.loader
write = importlib.util.module_from_spec(spec)
spec.loader.exec_module(write)


@pytest.mark.parametrize("name", write.PAGES)
def test_a_page_made_from_the_code_is_up_to_date(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == write.PAGES[name](), "python docs/write.py writes it anew"
