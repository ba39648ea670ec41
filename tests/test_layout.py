"""Where things are: tests are found by the names of modules, modules of the server stay small, `Any` has a reason."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "formicarium"
SERVER = SOURCE / "server"
LONGEST = 400  # lines of a module of the server
TOGETHER = ("arena/balance", "server/web/api", "server/web/pages")  # folders whose modules have one test together
ELSEWHERE = {  # modules without a test of their name, and the one that tries them
    "server/store/databases": "server/store/test_bad_days.py",
    "server/store/days": "server/people/test_holidays.py",
    "server/store/notices": "server/people/test_notices.py",
    "server/table/rows": "server/store/test_storage.py",  # fields only: what is stored comes back
    "server/web/app": "server/web/test_safety.py",
    "server/web/limits": "server/web/test_budgets.py",
    "server/web/state": "server/web/test_budgets.py",
    "server/store/profiles": "server/people/test_profiles.py",
    "server/store/ratings": "server/people/test_ratings.py",
    "server/store/seeks": "server/people/test_matchmaking.py",
    "server/web/lobby": "server/people/test_lobby.py",
    "server/wire/visiting": "server/wire/test_messages.py",  # types only
    "server/wire/events": "server/room/test_changes.py",  # types only
}
# The rules of a game are tested by their numbers, in files by subject (tests/test_rule_numbers.py asks for each), and
# what all games have, such as levels, features and diagrams, by tests that take any game (tests/test_conformance.py).
BY_RULE = "games"


def modules() -> list[str]:
    paths = [path.relative_to(SOURCE).with_suffix("") for path in SOURCE.rglob("*.py")]
    return sorted(
        path.as_posix()
        for path in paths
        if not path.name.startswith("__") and "migrations" not in path.parts and path.parts[0] != BY_RULE
    )


def own_tests(module: str) -> list[Path]:
    """The tests of a module's name, or of its folder's where modules have one together."""
    path = Path(module)
    named = [path, path.parent] if path.parent.as_posix() in TOGETHER else [path]
    found = [TESTS / one.with_name(f"test_{one.name}.py") for one in named]
    return [one for one in found if one.exists()]


@pytest.mark.parametrize("module", modules())
def test_a_module_is_tested_where_its_name_says(module: str) -> None:
    if module in ELSEWHERE:
        assert (TESTS / ELSEWHERE[module]).exists()
        assert not own_tests(module), "it needs no other place any more"
    else:
        assert own_tests(module), f"there is no tests/{Path(module).with_name(f'test_{Path(module).name}.py')}"


def test_other_places_are_of_modules_that_there_are() -> None:
    assert ELSEWHERE.keys() <= set(modules())


@pytest.mark.parametrize("path", sorted(SERVER.rglob("*.py")), ids=lambda path: str(path.relative_to(SERVER)))
def test_a_module_of_the_server_is_not_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST, "look for its second subject"


@pytest.mark.parametrize(
    "path",
    sorted(path for layer in ("wire", "room") for path in (SERVER / layer).glob("*.py")),
    ids=lambda path: str(path.relative_to(SERVER)),
)
def test_any_has_a_reason(path: Path) -> None:
    """Said where it is imported, for all of the module, or beside each use."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    uses = {node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name) and node.id == "Any"}
    imported = re.search(r"(# Any: .*\n)?from typing import .*\bAny\b.*", text)
    for_all = imported is not None and "# Any: " in imported[0]
    assert for_all or all("# Any: " in lines[number - 1] for number in uses)
