"""The equilibrium of the guessing game, and the evaluation."""

import numpy as np
import pytest

from formicarium.bots.greedy import GreedyBot
from formicarium.core import entry, random
from formicarium.core.kernel import MOST_ACTIONS
from formicarium.engine.match import Match
from formicarium.engine.position import Position
from formicarium.games.grasshopper import GAME, phases
from formicarium.games.grasshopper.components import PEEK, TYPE, TYPE_NAMES
from formicarium.games.grasshopper.face.equilibrium import chances, equilibrium
from formicarium.games.grasshopper.state import HELD

SNAKE = "a1 b1 c1 d1 d2 d3"


def positions(mode, seats, count, seed=1):
    """Positions of random play in which the tokens are about to be laid."""
    options = GAME.encode_options(GAME.check_options({"mode": mode}, seats))
    rng = random.stream((mode, seats, seed))
    found = []
    while len(found) < count:
        position = Position.start(GAME, seats, options)
        skip = 40 + random.below(rng, 150)
        while position.actors and (skip > 0 or position.record.phase != phases.COMMIT):
            skip -= 1
            entry.playout(position.records, 0, rng, 1)
        if position.actors and not any(player.token for player in position.record.players):
            found.append(position)
    return found


def guesses(position, token, seen):
    """How the Grasshopper guesses each type after the Ant chose a type and it saw another, or none."""
    world = position.copy()
    s = world.record
    s.players[s.ant].token = token + 1
    s.peeked, s.phase = seen + 1, phases.GUESSING
    spread = np.zeros(4)
    for text, chance in chances(world.view(int(s.grasshopper))).items():
        cell = GAME.actions.parse(text) - GAME.actions.start("guess")
        spread[TYPE[s.grid[cell]]] += chance
    assert spread.sum() == pytest.approx(1)
    return spread


def regrets(position):
    """What a best reply gains for the Ant, the Grasshopper and a Red Ant against the policies, in parts of the pot."""
    s = position.record
    game = equilibrium(position.view(int(s.ant)))
    through, stake, prize = (np.array(list(row.values())) for row in (game.through, game.stake, game.prize))
    mix = np.zeros(4)
    for text, chance in chances(position.view(int(s.ant))).items():
        mix[TYPE_NAMES.index(text.split()[1])] = chance
    assert mix.sum() == pytest.approx(1)
    peek = s.powers[PEEK] == HELD + s.grasshopper
    on_chain = [path for path in range(4) if through[path] >= 0]
    # Without PEEK nothing is seen; with it each of the three other tokens is seen with the same chance.
    seen = {path: [other for other in range(4) if other != path] if peek else [-1] for path in on_chain}
    spreads = {token: guesses(position, on_chain[0], token) for token in range(-1, 4) if (token >= 0) == peek}
    caught = {path: np.mean([spreads[token][path] for token in seen[path]]) for path in on_chain}
    ant = [through[path] - caught[path] * stake[path] for path in on_chain]
    worth = sum(mix[path] * value for path, value in zip(on_chain, ant, strict=True))
    ant_regret = max(ant) - worth
    # The Grasshopper: for each token seen, the best type to guess.
    best, played = 0.0, 0.0
    for token, spread in spreads.items():
        weight = [
            mix[path] * prize[path] / len(seen[path]) * (token in seen[path]) if path in on_chain else -1
            for path in range(4)
        ]
        best += max(weight)
        played += sum(spread[path] * weight[path] for path in on_chain)
    red_regret = 0.0
    reds = [seat for seat in range(position.seats) if seat not in (s.ant, s.grasshopper)] if s.mode else []
    for seat in reds:
        named = {TYPE_NAMES.index(text.split()[1]): chance for text, chance in chances(position.view(seat)).items()}
        hope = [mix[path] * (1 - caught[path]) if path in on_chain else 0.0 for path in range(4)]
        red_regret = max(red_regret, max(hope) - sum(chance * hope[path] for path, chance in named.items()))
    pot = max(1e-3, *(abs(stake[path]) for path in on_chain), *(abs(prize[path]) for path in on_chain))
    return ant_regret / pot, (best - played) / pot, red_regret


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["autumn", "winter", "beetle"])
def test_the_best_reply_gains_less_than_one_percent_of_the_pot(mode, seats):
    for position in positions(mode, seats, 60):
        assert max(regrets(position)) < 0.01


@pytest.mark.parametrize("seed", range(3))
def test_the_same_with_peek(seed):
    for position in positions("beetle", 2 + seed, 60, seed):
        position.record.powers[PEEK] = HELD + position.record.grasshopper
        assert max(regrets(position)) < 0.01


def test_a_chain_of_one_type_is_always_caught(table):
    at = table(grid="C-1 C-2 C-3 C-4 C-5 C-6 T-1 T-2 T-3 T-4 T-5 T-6 S-1 S-2 S-3 S-4")
    at.play("ant d1", "ant c1", "ant b1", "ant a1", "ant a2", "ant b2")
    game = equilibrium(at.position.view(0))
    assert game.chosen == {"cloth": 1, "tile": 0, "stone": 0, "wood": 0}
    assert game.caught["cloth"] == pytest.approx(1)
    assert game.share == pytest.approx(game.through["cloth"] - game.stake["cloth"])


def test_equal_stakes_are_played_equally(table):
    at = table().play(*(f"ant {cell}" for cell in SNAKE.split()))  # two plain cards of three types
    assert chances(at.position.view(0)) == pytest.approx(
        {"choose cloth": 1 / 3, "choose tile": 1 / 3, "choose stone": 1 / 3}
    )
    at.play("choose cloth")
    assert list(chances(at.position.view(1)).values()) == pytest.approx([1 / 6] * 6)


def test_the_policy_does_not_know_the_token(table):
    spreads = []
    for kind in ("cloth", "tile", "stone"):
        at = table("winter", 3).play(*(f"ant {cell}" for cell in SNAKE.split()), f"0: choose {kind}")
        spreads.append(chances(at.position.view(2)))
        spreads[-1] |= chances(at.play("2: name wood").position.view(1))
    assert spreads[0] == spreads[1] == spreads[2]


def test_who_may_peek_does(table):
    at = table("beetle", powers={"dragonfly": 1}).play(*(f"ant {cell}" for cell in SNAKE.split()), "choose tile")
    assert chances(at.position.view(1)) == {"peek": 1, "no-peek": 0}


def test_prior_prefers_purchases_and_leaves_nothing_out(table):
    at = table("winter", supply={0: "C-3 C-4"}).round(SNAKE, "stone", "a1")
    codes, out = np.array(at.position.codes(0)), np.zeros(MOST_ACTIONS)
    entry.prior(at.position.records, 0, 0, codes, len(codes), out)
    assert out[0] > out[1] > 0


# Evaluation


def test_the_evaluation_likes_what_helps(table):
    def share(seat=0, **what):
        return table(**what).position.evaluate()[seat]

    assert share(supply={0: "T-la"}) > share()
    assert share(supply={0: "T-la C-la"}) > share(supply={0: "T-la"})
    assert share(mode="winter", supply={0: "W-5"}) > share(mode="winter")
    assert share(mode="winter", owned={0: "P1"}) > share(mode="winter", supply={0: "C-3 C-4 S-3 S-4"})
    assert share(mode="winter", owned={0: "P1", 1: "P2"}) > share(mode="winter", owned={1: "P2"})
    assert share(mode="winter", supply={0: "C-3 C-4 S-3"}, row="P1") > share(
        mode="winter", supply={0: "C-3 C-4 S-3"}, row="P4"
    )
    for power in ("bee", "beetle", "dragonfly", "ladybird", "butterfly", "firefly"):
        assert share(mode="beetle", powers={power: 0}) > share(mode="beetle")
    full = table()
    full.s.players[0].shelves[:] = [3, 0, 0, 0]
    assert full.position.evaluate()[0] > 0.5


def test_the_evaluation_at_the_end_is_the_outcome(table):
    at = table("winter", 3, supply={0: "C-3 C-4"}, owned={0: "P2 P3 P4"}).round(SNAKE, "stone", "a1", {2: "wood"})
    at.play("buy P1", "pay")
    assert at.position.evaluate() == (1, 0, 0)


@pytest.mark.parametrize("mode", ["autumn", "winter", "beetle"])
def test_greedy_beats_random_play(mode):
    wins = 0.0
    for game in range(100):
        match, bot, rng = Match("grasshopper", seed=game, mode=mode), GreedyBot(seed=game), random.stream(game)
        while not match.over:
            seat = match.actors[0]
            view = match.view(seat)
            match.play(bot.choose(view) if seat == game % 2 else match.position.sample(seat, rng), seat)
        wins += match.outcome.shares[game % 2]
    assert wins > 62
