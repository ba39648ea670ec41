"""Fair dice: a table's secret seed, the commitment to it that is shown first, and the check of a whole record."""

from __future__ import annotations

import hashlib
import secrets

from formicarium.core.actions import Action
from formicarium.core.kernel import NATURE
from formicarium.engine import record_file
from formicarium.engine.match import Match
from formicarium.errors import FairnessError

FIRST = "first"  # the verb of nature in every game that says who begins


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is shown before the first move: it fixes the seed and tells nothing about it."""
    return hashlib.sha256(seed.encode()).hexdigest()


def outcome(match: Match, first: int | None) -> Action:
    """Nature's next outcome: by the seed, or the seat that was chosen to begin."""
    drawn = match.draw()
    if first is None or drawn.verb != FIRST:
        return drawn
    return match.game.actions.parse(f"{FIRST} {first}")


def tags(seed: str, given: int, first: int | None) -> dict[str, str]:
    """The header tags with which a record can be checked."""
    promised = {"Commitment": commitment(seed), "Seed": seed}
    if given:
        promised["Given"] = str(given)
    if first is not None:
        promised["First"] = str(first)
    return promised


def verify(text: str, shown: str | None = None) -> int:
    """Recompute every shuffle and roll of a record; how many there were. `shown` is the commitment that you noted.

    Raises `FairnessError` at the first that is not the one of the seed.
    """
    record = record_file.read(text)
    header = record.tags
    seed = header.get("Seed", "")
    if not seed or "Commitment" not in header:
        raise FairnessError("fair/seed", "the record has no seed and commitment: only tables of a server write them")
    for promised in filter(None, (header["Commitment"], shown)):
        if commitment(seed) != promised.strip().lower():
            raise FairnessError("fair/commitment", f"the seed is not the one that was promised by {promised}")
    given, first = header.get("Given", "0"), header.get("First", "")
    if not given.isdigit() or not (first or "0").isdigit():
        raise FairnessError("fair/header", "the tags Given and First must be numbers")
    match = record.begin(seed)
    checked = 0
    for number, line in enumerate(record.lines):
        if line.seat == NATURE and match.actors == (NATURE,) and number >= int(given):
            expected = outcome(match, int(first) if first else None)
            if match.game.actions.parse(line.text) != expected:
                said = f"nature did {line.text!r}, the seed says {expected.text!r}"
                raise FairnessError("fair/outcome", f"line {line.number}: {said}")
            checked += 1
        record_file.replay(match, line)
    record.check_result(match)
    return checked
