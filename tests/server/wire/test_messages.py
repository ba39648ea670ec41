"""Messages: the types of the server, of the browser and of the documentation are the same."""

import ast
import re
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import formicarium.server.web
from formicarium.scene import Node
from formicarium.server.web import live
from formicarium.server.wire import messages, visiting
from formicarium.server.wire.describe import fields

SCRIPTS = Path(formicarium.server.web.__file__).parent / "static" / "js"
TYPES = (SCRIPTS / "types.js", SCRIPTS / "reviewed.js", SCRIPTS / "lobby" / "types.js")
ALL = [
    *get_args(messages.ToViewer),
    *get_args(visiting.ToVisitor),
    *get_args(messages.FromViewer),
    messages.Replay,
    messages.Reviewed,
    *messages.PARTS,
    *visiting.PARTS,
]
PROGRAMS = {"Full.view", "Step.view", "LogLine.action"}  # what only programs that do not draw are told
TURNS = {f"LogLine.{name}" for name in ("told", "turn", "round", "whose", "setup", "sum")}
DRAWN = {"Full.places", "Full.labels", "Full.loses", "Step.nodes", *TURNS}  # what all others are


def in_the_browser() -> dict[str, dict[str, tuple[bool, str]]]:
    """The typedefs of the client: the properties of each, whether they may be missing, and their types."""
    types: dict[str, dict[str, tuple[bool, str]]] = {}
    text = "\n".join(path.read_text(encoding="utf-8") for path in TYPES)
    for comment in re.findall(r"/\*\*(.*?)\*/", text, re.S):
        name = re.search(r"@typedef \{[Oo]bject\} (\w+)", comment)
        if name:
            found = re.findall(r"@property \{(.+?)\} (\[?)(\w+)", comment)
            types[name[1]] = {key: (bool(optional), kind) for kind, optional, key in found}
    return types


def alternatives(kind: str) -> set[str]:
    return {part.strip() for part in kind.split("|")}


@pytest.mark.parametrize("message", ALL, ids=lambda message: message.__name__)
def test_the_browser_has_the_same_type(message: Any) -> None:
    name, theirs = message.__name__, in_the_browser()[message.__name__]
    ours = {key: value for key, value in fields(message).items() if f"{name}.{key}" not in PROGRAMS}
    assert theirs.keys() == ours.keys()
    for key, (optional, kind) in ours.items():
        assert theirs[key][0] == (optional and f"{name}.{key}" not in DRAWN), f"{name}.{key}"
        expected = alternatives(kind) - ({"null"} if f"{name}.{key}" == "Full.scene" else set())
        assert alternatives(theirs[key][1]) == expected, f"{name}.{key}"


def test_what_a_socket_reads_is_what_a_viewer_may_ask() -> None:
    """Each message is known by its type, and of all its fields none is left unread."""
    kinds = get_args(messages.FromViewer)
    assert tuple(get_args(get_type_hints(kind)["type"])[0] for kind in kinds) == messages.ASKED
    read = set()
    for node in ast.walk(ast.parse(Path(live.__file__).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            of = getattr(node.func, "value", None) if name == "get" else next(iter(node.args), None)
            if name in ("get", "_field", "_optional") and isinstance(of, ast.Name) and of.id == "asked":
                field = node.args[name != "get"]
                read |= {field.value} if isinstance(field, ast.Constant) else set()
    assert read == {name for kind in kinds for name in fields(kind)}


def test_the_browser_has_the_same_nodes() -> None:
    theirs = in_the_browser()["Node"]
    assert theirs.keys() == set(Node._fields) - {"actions"}, "those are among the choices"
    assert {key for key, (optional, _) in theirs.items() if not optional} == {"id", "layer"}
