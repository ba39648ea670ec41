"""Secrecy by twins: of two matches that agree in all that a witness has seen, it is told the same, in the library too.

The same is asked of the server in `tests/server/test_secrecy.py`.
"""

import random
from io import StringIO

import pytest
from rich.console import Console

import formicarium as fm
from formicarium import conformance
from formicarium.cli.terminal import Terminal
from formicarium.engine.telling import Telling
from formicarium.errors import ActionError, UndoError
from formicarium.interop.mcp_server import Sitting
from twins import Twins, before_a_purchase, first_difference, late_in_formica

VARIANTS = [variant for name in fm.game_names() for variant in conformance.variants(fm.game(name))]
PLIES = 110
PAIRS = 6  # of matches of a game with secrets, of a variant


class Ears:
    """All that a witness of a match can ask for."""

    def __init__(self, match, witness):
        self.match, self.witness = match, witness
        self.tellings = [Telling(match.ledger, witness, language) for language in match.game.languages]
        self.sits = witness != fm.SPECTATOR
        if self.sits:
            self.screen = StringIO()
            self.terminal = Terminal(match, witness, "random", Console(file=self.screen, width=100))
            self.sitting = Sitting(match, witness, "random")

    def hear(self, lot):
        """What is told now, by what it is."""
        match, witness = self.match, self.witness
        yield "view", str(match.view(witness))
        yield "lines", [telling.lines() for telling in self.tellings]
        ply = lot.randint(0, self.tellings[0].ply)
        yield "caption", [telling.caption(ply) for telling in self.tellings]
        yield "log", match.log(witness)
        yield "actors", match.actors
        if self.sits:
            yield "legal", match.legal(witness)
            yield "refusals", [self.refusal(action) for action in lot.sample(list(match.game.actions), 6)]
            yield "undo", self.undo()
            yield "model", self.sitting.look()
            self.terminal.tell()
            self.terminal.legal()
            self.terminal.show()
            yield "terminal", self.screen.getvalue()

    def refusal(self, action):
        if self.witness in self.match.actors and action in self.match.legal(self.witness):
            return None
        with pytest.raises(ActionError) as refused:
            self.match.play(action, self.witness)
        return str(refused.value)

    def undo(self):
        """Whether the witness could take back what it did last, and why not."""
        if self.match.can_undo(self.witness):
            return "possible"
        with pytest.raises(UndoError) as refused:
            self.match.undo(self.witness)
        return str(refused.value)


def check(twins, plies, lot, alone=0.2):
    """Play twins so far; the witness hears the same of both all along."""
    left, right = (Ears(match, twins.witness) for match in (twins.left, twins.right))
    for _ in twins.play(plies, lot, alone):
        if twins.left.over:
            break  # everything is revealed
        asking = lot.random()
        for (what, mine), (_, other) in zip(
            left.hear(random.Random(asking)), right.hear(random.Random(asking)), strict=True
        ):
            assert mine == other, f"{what} of witness {twins.witness}: {first_difference(mine, other)}"


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_what_a_witness_is_told_depends_only_on_what_it_has_seen(variant):
    game, different, hidden = variant.game, 0, False
    for number in range(PAIRS if game.secrets else 1):
        lot = random.Random(f"{variant} {number}")
        witness = [*range(variant.seats), fm.SPECTATOR][number % (variant.seats + 1)]
        twins = Twins(game.name, variant.seats, variant.options, witness)
        check(twins, PLIES, lot)
        different, hidden = different + twins.different, hidden or twins.hidden
    assert bool(different) == hidden == game.secrets


@pytest.mark.parametrize(("seats", "witness"), [(2, 1), (4, fm.SPECTATOR)])
def test_late_in_a_match_of_formica_nobody_is_told_more_than_was_shown(seats, witness):
    """Towers have met, and parts were shown at home; another deal that fits all of it is told in the same words."""
    lot = random.Random(seats)
    begin, other = late_in_formica(seats, witness, lot)
    assert begin != other
    twins = Twins("formica", seats, {}, witness, begin, other)
    check(twins, len(begin) + 12, lot)
    assert twins.hidden


@pytest.mark.parametrize(("seats", "mode"), [(2, "beetle"), (3, "winter"), (4, "beetle")])
def test_a_purchase_that_is_begun_is_nowhere_counted(seats, mode):
    """Taken back, it would tell that something could be paid; and so what the hidden card is."""
    lot = random.Random(f"{seats} {mode}")
    begin, witness = before_a_purchase(seats, mode, lot)
    twins = Twins("grasshopper", seats, {"mode": mode}, witness, begin)
    check(twins, len(begin) + 80, lot, alone=0.9)
    assert twins.alone > 2
