"""How a beginner plays the guessing game, and that the gentle level is one."""

from formicarium.bots.search import SearchBot
from formicarium.core import random
from formicarium.games.grasshopper.face.beginner import beginner

GRID = "C-1 C-2 C-3 C-4 T-1 S-1 T-2 C-5 T-3 S-2 W-1 W-2 W-3 W-4 S-3 S-4"
CHAIN = [f"ant {cell}" for cell in ("a1", "b1", "c1", "d1", "d2", "c2")]  # five cards of cloth, one of tile


def test_it_gathers_cards_of_one_type(table):
    at = table(grid=GRID)
    for _ in range(6):
        at.play(beginner(at.position.view(0), random.stream(1)).text)
    cells = {int(cell) for cell in at.s.ants}
    assert {0, 1, 2, 3, 7} < cells  # the five cards of cloth


def test_it_takes_the_small_harvest_and_guesses_any_type(table):
    at = table(grid=GRID).play(*CHAIN)
    assert beginner(at.position.view(0), random.stream(1)).text == "choose tile"
    at.play("choose tile")
    rng = random.stream(2)
    guesses = [beginner(at.position.view(1), rng).text for _ in range(200)]
    assert 60 < guesses.count("guess c2") < 140  # tile: one of six ants, one of two types


def test_a_red_ant_names_a_type_under_the_chain(table):
    at = table("winter", 3, grid=GRID).play(*CHAIN)
    rng = random.stream(3)
    assert {beginner(at.position.view(2), rng).text for _ in range(50)} == {"name cloth", "name tile"}


def test_it_has_no_habits_in_the_shop(table):
    at = table("winter", supply={0: "C-3 C-4"}, grid=GRID).play(*CHAIN, "choose cloth", "guess c2")
    assert beginner(at.position.view(0), random.stream(1)) is None


def test_the_gentle_level_never_bluffs(table):
    at = table(grid=GRID).play(*CHAIN)
    levels = at.position.game.levels
    for seed in range(20):
        assert SearchBot(seed, levels["gentle"]).choose(at.position.view(0)).text == "choose tile"
    champion = [SearchBot(seed, levels["champion"]).choose(at.position.view(0)).text for seed in range(40)]
    assert 0 < champion.count("choose cloth") < 40
