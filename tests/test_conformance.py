"""Every discovered game, number of seats and option keeps what `formicarium.conformance` lists: no exemptions."""

import pytest

import formicarium as fm
from formicarium import conformance

GAMES = [fm.game(name) for name in fm.game_names()]
VARIANTS = [variant for game in GAMES for variant in conformance.variants(game)]

for_every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
for_every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


@for_every_variant
@pytest.mark.parametrize(
    "check",
    [
        conformance.check_play,
        conformance.check_record,
        conformance.check_undo,
        conformance.check_secrecy,
        conformance.check_scene,
        conformance.check_events,
        conformance.check_sample,
        conformance.check_census,
        conformance.check_parity,
    ],
    ids=lambda check: check.__name__.removeprefix("check_"),
)
def test_conformance(variant, check):
    check(variant)


@for_every_game
@pytest.mark.parametrize(
    "check",
    [conformance.check_words, conformance.check_secrets, conformance.check_showcase],
    ids=lambda check: check.__name__.removeprefix("check_"),
)
def test_the_game_as_a_whole(game, check):
    check(game)
