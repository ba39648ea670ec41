"""The action space of a game: dense codes and their notation, both made from one table of verbs and arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Protocol

from formicarium.errors import unreadable


class Vocabulary(Protocol):
    """The words of a game in one language, as far as notation asks for them: `formicarium.engine.texts.Words`."""

    def __call__(self, key: str, *arguments: object, **values: object) -> str:
        """The text under a dotted key."""

    def __contains__(self, key: str) -> bool:
        """Whether there is one."""

    def listed(self, names: list[str]) -> str:
        """Names in a sentence."""


def say(words: Vocabulary, domain: str, value: str) -> str:
    """A value in words: the text under `domain.value`; a value without one, such as a field, is its own name."""
    key = f"{domain}.{value}"
    return words(key) if key in words else value


class Action(int):
    """An action code that knows its notation: `Action('ant e5')`. It is an `int`, and equal to its code."""

    text: str
    verb: str
    arguments: tuple[str, ...]
    domains: tuple[Domain, ...]

    def __repr__(self) -> str:
        return f"Action({self.text!r})"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Domain:
    """The values that an argument can take, in the order of their numbers; `say` puts one into a sentence."""

    name: str
    values: tuple[str, ...]
    say: Callable[[Vocabulary, str, str], str] = say

    def __len__(self) -> int:
        return len(self.values)


@dataclass(frozen=True)
class Verb:
    """A verb with its arguments. Two verbs may share a word if they differ in the number of arguments."""

    word: str
    domains: tuple[Domain, ...]

    def __init__(self, word: str, *domains: Domain) -> None:
        object.__setattr__(self, "word", word)
        object.__setattr__(self, "domains", domains)

    def __len__(self) -> int:
        return prod(len(domain) for domain in self.domains)

    @property
    def usage(self) -> str:
        """How the verb is written: `ant FIELD`."""
        return " ".join([self.word, *(domain.name.upper() for domain in self.domains)])


class ActionSpace(Sequence[Action]):
    """All actions of a game: `space[code]` gives the action, and so does `space.parse("ant e5")`.

    The codes of a verb follow each other from `space.start("ant")` on, the last argument running fastest.
    """

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = verbs
        self._starts: dict[tuple[str, int], int] = {}
        self._actions: list[Action] = []
        for verb in verbs:
            key = verb.word, len(verb.domains)
            if key in self._starts:
                raise ValueError(f"two verbs {verb.usage!r}")
            self._starts[key] = len(self._actions)
            self._actions += _all(verb, len(self._actions))
        self._by_text = {action.text.lower(): action for action in self._actions}

    def __len__(self) -> int:
        return len(self._actions)

    def __getitem__(self, code: int) -> Action:  # type: ignore[override]  # no slices
        return self._actions[code]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def start(self, word: str, arguments: int | None = None) -> int:
        """The first code of a verb; with the number of arguments where a word has several forms."""
        matching = [
            start for (name, count), start in self._starts.items() if name == word and arguments in (None, count)
        ]
        if len(matching) != 1:
            raise KeyError(word)
        return matching[0]

    def parse(self, text: str) -> Action:
        """Read an action from its notation; blanks and capitals do not matter."""
        words = text.split()
        action = self._by_text.get(" ".join(words).lower())
        if action is not None:
            return action
        raise unreadable(text, self.verbs)


def _all(verb: Verb, start: int) -> Iterator[Action]:
    texts: list[tuple[str, ...]] = [(verb.word,)]
    for domain in verb.domains:
        texts = [(*text, value) for text in texts for value in domain.values]
    for code, text in enumerate(texts, start):
        action = Action(code)
        action.text, action.verb, action.arguments, action.domains = " ".join(text), text[0], text[1:], verb.domains
        yield action
