"""Every rule number of Antics! on its page has a test that is named after it."""

import re
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "games" / "antics.md"


def test_every_rule_has_a_test():
    rules = re.findall(r"^\| (A[\d.]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rules) == len(set(rules)) > 50
    tests = "\n".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    missing = [rule for rule in rules if f"def test_{rule.lower().replace('.', '_')}_" not in tests]
    assert not missing, f"no test for {', '.join(missing)}"
