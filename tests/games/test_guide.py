"""The field guide of every game: complete, the same in all languages, its plates reached by play, its numbers true."""

from __future__ import annotations

import re
from collections import deque

import pytest

from formicarium.core.kernel import SPECTATOR
from formicarium.engine import guide
from formicarium.engine.game import Game, find, names
from formicarium.games.antics import components as antics
from formicarium.games.formica import components as formica
from formicarium.games.grasshopper import components as grasshopper
from formicarium.games.sisimizi import components as sisimizi

GAMES = [find(name) for name in names()]
ASIDE = {"table", "typed", "hints", "words", "edition"}  # sections that are about the page or the book, not the game
BOTH = pytest.mark.parametrize(
    ("game", "language"),
    [pytest.param(game, language, id=f"{game.name}-{language}") for game in GAMES for language in game.languages],
)


def section(game: str, anchor: str, language: str) -> guide.Section:
    return next(one for one in guide.sections(find(game), language) if one.anchor == anchor)


def tables(game: str, anchor: str, language: str) -> list[list[list[str]]]:
    """The tables of a section: their rows below the heading, cell by cell."""
    blocks = re.findall(r"(?m)(?:^\|.*\n)+", section(game, anchor, language).text)
    return [
        [[cell.strip() for cell in row.strip("|").split("|")] for row in block.splitlines()[2:]] for block in blocks
    ]


def figures(rows: list[list[str]], column: int = 1) -> list[list[int]]:
    """The numbers in a column of a table."""
    return [[int(number) for number in re.findall(r"\d+", row[column])] for row in rows]


# Complete


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_languages_have_the_same_sections_plates_and_tables(game: Game) -> None:
    def shape(language: str) -> list[tuple[str, str, list[str], int]]:
        return [
            (one.anchor, one.number, list(one.plates), one.text.count("\n|"))
            for one in guide.sections(game, language)
            if one.number
        ]

    english = shape("en")
    assert len({anchor for anchor, *_ in english}) == len(english)
    for language in game.languages:
        assert shape(language) == english, language


@BOTH
def test_every_rule_has_its_plate(game: Game, language: str) -> None:
    sections = [one for one in guide.sections(game, language) if one.number]
    for one in sections:
        below = [other for other in sections if other.number.startswith(f"{one.number}.")]
        if one.anchor not in ASIDE:
            assert one.plates or below, f"{one.number} {one.title}"
    assert list(guide.captions(game, language)) == list(guide.plates(game)), "a record for each, in their order"


@BOTH
def test_every_option_and_every_value_is_explained(game: Game, language: str) -> None:
    rules, words = game.words(language).rules.lower(), game.words(language)
    for option in game.options:
        assert f"**{words(f'option.{option.name}.title').lower()}**" in rules
        for value in option.values:
            said = re.split(r"[:,(]", words(f"option.{option.name}.{value}").lower())[0].strip()
            assert re.search(rf"\*{re.escape(said)}\*", re.sub(r"\s+", " ", rules)), f"{option.name}={value}: {said}"


@BOTH
def test_every_verb_is_explained_and_every_example_can_be_typed(game: Game, language: str) -> None:
    text = section(game.name, "typed", language).text
    verbs = {verb.word for verb in game.actions.verbs}
    examples = [said for said in re.findall(r"`([^`]+)`", text) if said.split()[0] in verbs]
    assert {said.split()[0] for said in examples} == verbs
    forms = {(verb.word, len(verb.domains)) for verb in game.actions.verbs}
    whole = [said for said in examples if (said.split()[0], len(said.split()) - 1) in forms]
    typed = [game.actions.parse(said) for said in whole]
    assert {(action.verb, len(action.arguments)) for action in typed} == forms


# Plates


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_plate_is_reached_by_play_and_shows_what_it_lights(game: Game) -> None:
    for plate in guide.plates(game).values():
        match = plate.match()  # reading a record checks every move
        assert plate.live == (plate.viewer in match.actors), plate.name
        assert plate.viewer < match.seats or plate.viewer == SPECTATOR
        scene = match.view(plate.viewer).scene("en")
        x, y, width, height = plate.show
        assert min(x, y) >= -20 and x + width <= scene.width + 20 and y + height <= scene.height + 20, plate.name
        lit = {action for node in plate.picture("en").nodes for action in node.actions}
        assert bool(lit) == (plate.light != ("\0",)), plate.name


# Numbers: those in the texts are those of the components


LANGUAGES = pytest.mark.parametrize("language", GAMES[0].languages)


def only(rows: list[list[str]], column: int = 1) -> list[int]:
    """The one number of each row in a column."""
    return [number for (number,) in figures(rows, column)]


def digits(game: str, anchor: str, language: str) -> list[int]:
    """All numbers in the text of a section, without its tables, its numbered items and its captions."""
    text = guide.PICTURE.sub("", section(game, anchor, language).text)
    return [int(number) for number in re.findall(r"\d+", re.sub(r"(?m)^(\||\d\.).*$", "", text))]


@LANGUAGES
def test_numbers_of_sisimizi(language: str) -> None:
    (material,) = tables("sisimizi", "material", language)
    regions = len(sisimizi.REGIONS)
    assert only(material) == [sisimizi.FIELDS, len(sisimizi.DOTS), regions, sisimizi.ANTS, sisimizi.HILLS]
    (first,) = tables("sisimizi", "first-round", language)
    for row, seats in zip(first, sisimizi.PLAYERS, strict=True):
        pieces = [sisimizi.FIRST_ROUND + place for place in range(seats)]
        assert figures([row], 0) + figures([row]) + figures([row], 2) == [
            [seats],
            pieces,
            [sisimizi.BRIDGES[seats - 2]],
        ]
    text = section("sisimizi", "turn", language).text
    assert re.findall(r"(?m)^\d\. .*?(\d).*?(\d)", text) == [
        (f"{sisimizi.PLACE}", f"{sisimizi.TURN_HILLS}"),
        (f"{sisimizi.MOVE}", f"{sisimizi.TURN_HILLS}"),
    ]
    assert digits("sisimizi", "goal", language) == [sisimizi.ROUNDS]


@LANGUAGES
def test_numbers_of_the_grasshopper(language: str) -> None:
    (material,) = tables("grasshopper", "material", language)
    deck = grasshopper.IN_DECK[0]
    assert only(material) == [
        grasshopper.DECK_SIZE[0],
        sum(deck & (grasshopper.TYPE == 0)),
        sum(deck & (grasshopper.TYPE == 0) & (grasshopper.INSECT >= 0)),
        grasshopper.CELLS,
        grasshopper.INSECTS,
        sum(deck & (grasshopper.INSECT == 0)),
        grasshopper.ANTS,
        grasshopper.TYPES,
    ]
    (points,) = tables("grasshopper", "autumn", language)
    assert [[int(cell) for cell in row[1:]] for row in points] == [
        grasshopper.SHELF.tolist(),
        grasshopper.INSECT_POINTS.tolist(),
    ]
    assert digits("grasshopper", "autumn", language) == [
        grasshopper.FULL,
        10,
        0,
        1,
        10,
        3,
        10 + 0 + 1 + 10 + grasshopper.INSECT_POINTS[2],
    ]
    prices, used = tables("grasshopper", "winter", language)
    words = find("grasshopper").words(language)
    for row, name, price, seats in zip(
        prices, grasshopper.PROVISION_NAMES, grasshopper.PRICE, grasshopper.FROM_SEATS, strict=True
    ):
        assert row[0] == words(f"provision.{name}") and [int(cell) for cell in row[1:]] == [*price, seats]
    assert {sum(price) for price in grasshopper.PRICE} == {4}, "as the text says"
    assert figures(used, 0) + figures(used) == [[2], [3], [4]] + [
        [grasshopper.COPIES_OF_PROVISION * sum(seats >= grasshopper.FROM_SEATS)] for seats in (2, 3, 4)
    ]
    assert digits("grasshopper", "winter", language) == [
        grasshopper.ROW,
        1,
        2 + grasshopper.PAIR,
        grasshopper.GOAL,
        grasshopper.ROUNDS,
    ]
    assert digits("grasshopper", "purchase", language) == [grasshopper.SET]
    assert digits("grasshopper", "powers", language) == [
        grasshopper.INSECTS - grasshopper.ASIDE,
        grasshopper.INSECTS,
        grasshopper.GOAL,
    ]
    (powers,) = tables("grasshopper", "powers", language)
    assert [row[0].lower() for row in powers] == [words(f"insect.{name}").lower() for name in grasshopper.INSECT_NAMES]
    assert figures(powers)[:2] == [[grasshopper.POWER_POINTS], [grasshopper.SMALL_SET]]


@LANGUAGES
def test_numbers_of_formica(language: str) -> None:
    (material, colours) = tables("formica", "material", language)
    starts = [field for field in formica.STARTS[0] if field >= 0]
    assert only(material) == [
        formica.NEST_FIELDS,
        formica.STONES,
        formica.PARTS,
        formica.NEST_FIELDS // formica.PARTS,
        len(formica.NEST_COORDINATES) // formica.COLOURS,
        formica.MIDDLE,
        formica.LINK - formica.MIDDLE,
        formica.GOAL - formica.LINK,
        len(starts),
        len(formica.GOAL_NAMES) // formica.COLOURS,
        formica.BARRIERS,
        2,
    ]
    assert only(colours, 0) == [4, 3, 2]
    assert digits("formica", "goal", language) == [formica.ROLLS]


@LANGUAGES
def test_numbers_of_antics(language: str) -> None:
    material, seats, prey = tables("antics", "material", language)
    leaves = [antics.ITEM_AT.tolist().count(leaf) for leaf in (antics.BROWN, antics.GREEN)]
    assert only(material) == [
        antics.PATHS - 1,
        1,
        len(antics.PREY_SITE),
        *leaves,
        len(antics.DATA.terrains),
        antics.FIELDS,
        antics.ROWS,
        len(antics.SIDES),
        sum(antics.TILES) + antics.STARTERS,
        antics.STARTERS,
        sum(antics.TILES[antics.HAS_FUNGUS]),
        antics.ANTS,
        antics.MARKERS,
        len(antics.BASE),
    ]
    for row, number in zip(seats, antics.PLAYERS, strict=True):
        said = [figures([row], column)[0] for column in range(4)]
        assert said == [
            [number],
            [antics.PREY[number - 2]],
            [antics.REMOVED[number - 2]],
            antics.ALLOWANCE[:number].tolist(),
        ]
    words = find("antics").words(language)
    for row, colour in zip(prey, ("yellow", "green", "blue", "purple", "grey", "red"), strict=True):
        assert row[:2] == [
            words(f"prey.{colour}").lower() if language == "en" else words(f"prey.{colour}"),
            words(f"colour.{colour}"),
        ]
        site = antics.PREY_SITE[antics.DATA.colours.index(colour)]
        ways = sorted({away(site, bridge=bridge) for bridge in (False, True)}, reverse=True)
        assert figures([row], 2) == [ways]
    (guide_card,) = tables("antics", "anteaters", language)
    eats = [[prey, ants] for prey, ants in zip(antics.EATS_PREY, antics.EATS_ANTS, strict=True)]
    yes = {"en": "yes", "de": "ja", "es": "sí", "fr": "oui", "it": "sì"}[language]
    assert [[cell == yes for cell in row[1:]] for row in guide_card] == eats
    assert digits("antics", "after", language) == []
    assert re.findall(r"\d+", section("antics", "after", language).text.split("3.")[1])[:1] == [f"{antics.SUPPLY}"]
    assert digits("antics", "goal", language) == [
        4,
        4**2,
        antics.LEAF_BONUS[0],
        antics.LEVELS,
        antics.LEVELS - 1,
        antics.TOKENS - antics.LAST_TOKENS,
        antics.TOKENS,
        antics.ROUNDS,
    ]


def away(site: int, *, bridge: bool) -> int:
    """The fewest paths from the hill to a site, with or without the one over the chasm."""
    far, queue = {antics.HILL: 0}, deque([antics.HILL])
    while queue:
        node = queue.popleft()
        for path, ends in enumerate(antics.ENDS):
            if node in ends and (bridge or path != antics.CHASM):
                other = int(sum(ends) - node)
                if other not in far:
                    far[other] = far[node] + 1
                    queue.append(other)
    return far[site]
