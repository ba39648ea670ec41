"""Refusals: why something on the board cannot be done now, in the language of the person who clicked on it.

A game gives its reasons in English, with the numbers of its rules. `texts/<language>/refusals.toml` has each of them in
another language, by the English sentence without those numbers, its values as `{0}`, `{1}` and so on.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from formicarium.core.actions import Action
from formicarium.engine.game import Game
from formicarium.engine.position import View

if TYPE_CHECKING:
    from formicarium.scene import Node

RULES = re.compile(r" \([A-Z]+\d[^)]*\)")
MOST = 2  # reasons given at once: one an action that a click could have meant


def refusal(view: View, action: Action, language: str) -> str | None:
    """Why the viewing seat may not do something now, as a sentence; `None` where the game gives no reason."""
    if view.seat not in view.actors or action in view.legal():
        return None
    reason = view.game.why(view, view.seat, action)
    return None if reason is None else _sentence(view, reason, language)


def why_not(view: View, named: Iterable[str], language: str) -> str:
    """Why nothing can be done with the nodes of those ids: reasons for what a click could mean, else the prompt."""
    scene, verbs = view.scene(language), {action.verb for action in view.legal()}
    nodes = {node.id: node for node in scene.nodes}
    space = list(islice(view.game.actions, view.game.choices))  # without nature's
    about = [action for key in named if key in nodes for action in _about(nodes[key], space)]
    fitting = [action for action in about if action.verb in verbs]
    reasons = _reasons(view, fitting or about, language)
    return " ".join(dict.fromkeys(islice(reasons, MOST if fitting else 1))) or scene.prompt


def _about(node: Node, actions: Iterable[Action]) -> list[Action]:
    """The actions that could be meant by a click on a node."""
    names = _names(node)
    return [action for action in actions if not names.isdisjoint(map(str.casefold, action.arguments))]


def _names(node: Node) -> set[str]:
    """What actions may call the thing that a node shows: the words of its id, and places that its label names."""
    label = {word.strip(".,;:()") for word in node.label.split()}
    places = {word for word in label if re.search(r"\d", word)}
    return {name.casefold() for name in {*node.id.split(":"), *places} if not name.isdigit()}


def _reasons(view: View, actions: Iterable[Action], language: str) -> Iterator[str]:
    """A reason for each verb."""
    seen = set()
    for action in actions:
        if action.verb not in seen and (reason := refusal(view, action, language)):
            seen.add(action.verb)
            yield reason


def _sentence(view: View, reason: str, language: str) -> str:
    words = view.game.words(language)
    text = RULES.sub("", reason)
    for pattern, template in _translations(view.game, language):
        if match := pattern.fullmatch(text):
            text = template.format(*match.groups())
            break
    text = re.sub(r"\bseat (\d)\b", lambda digits: words.seat(int(digits[1]), view.seats), text)
    return f"{text[0].upper()}{text[1:]}."


@cache
def _translations(game: Game, language: str) -> list[tuple[re.Pattern[str], str]]:
    path = game.folder / "texts" / language / "refusals.toml"
    if not path.exists():
        return []
    pairs = tomllib.loads(path.read_text(encoding="utf-8"))
    return [(re.compile(re.sub(r"\\\{\d\\\}", "(.+?)", re.escape(said))), template) for said, template in pairs.items()]
