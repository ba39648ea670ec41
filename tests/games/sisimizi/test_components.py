"""Sisimizi's board and figures, and components files that are refused."""

from itertools import combinations
from pathlib import Path

import pytest

from formicarium.core.components import Components
from formicarium.errors import ComponentsError
from formicarium.games.sisimizi import components
from formicarium.games.sisimizi.components import DOT, FIELDS, NAMES, NEAR, REGION, REGIONS

DATA = Path(components.__file__).with_name("components.toml").read_text(encoding="utf-8")

REGION_TABLE = """
A corner 53 (1,2) (1,5) (4,2) (4,5)
B corner 53 (1,16) (1,19) (4,17) (4,20)
D corner 53 (16,2) (16,5) (19,2) (19,5)
F corner 53 (16,17) (16,20) (19,16) (19,19)
N middle 60 (1,9) (1,12) (5,8) (5,13)
S middle 60 (15,8) (15,13) (19,9) (19,12)
W middle 47 (8,3) (10,1) (10,5) (12,3)
E middle 47 (8,19) (10,17) (10,21) (12,19)
C middle 47 (8,11) (10,9) (10,13) (12,11)
"""


def touching(field):
    """The neighbours of a field as the game knows them."""
    return sorted(NAMES[near] for near in NEAR[NAMES.index(field)] if near < FIELDS)


# The board


def test_s2_rows_have_alternately_23_and_22_fields():
    assert [len(row) for row in components.ROWS] == [23, 22] * 10 + [23]


def test_s2_touching_fields_are_those_at_distance_one(plan):
    assert plan.names == NAMES
    for field in plan.names:
        assert touching(field) == sorted(plan.near[field]), field


def test_s2_the_neighbours_of_an_even_and_an_odd_row():
    assert touching("e5") == sorted(["d5", "f5", "d4", "e4", "d6", "e6"])
    assert touching("e6") == sorted(["d6", "f6", "e5", "f5", "e7", "f7"])


def test_s2_every_field_away_from_the_rim_has_six_neighbours(plan):
    for field, (row, column) in plan.place.items():
        inside = 0 < row < 20 and 0 < column < len(plan.rows[row]) - 1
        assert len(touching(field)) == 6 if inside else len(touching(field)) < 6, field


def test_s3_the_map(plan):
    assert plan.rows == components.ROWS
    assert [REGIONS[region] for region in REGION] == list(plan.region.values())
    assert [name for name, dot in zip(NAMES, DOT, strict=True) if dot] == plan.dots


@pytest.mark.parametrize("line", REGION_TABLE.strip().splitlines(), ids=lambda line: line[0])
def test_s3_each_region_has_its_kind_its_fields_and_its_dots(line, plan):
    name, kind, fields, *dots = line.split()
    number = REGIONS.index(name)
    assert Components(Path(components.__file__).with_name("components.toml"))(f"regions.{name}.kind") == kind
    assert REGION.tolist().count(number) == int(fields)
    found = [plan.place[NAMES[field]] for field in range(FIELDS) if DOT[field] and REGION[field] == number]
    assert [f"({row},{column})" for row, column in found] == dots


def test_s4_1_sixty_ants_and_seven_hills():
    assert (components.ANTS, components.HILLS) == (60, 7)


def test_s4_4_one_bridge_for_two_or_three_players_two_for_four():
    assert components.BRIDGES.tolist() == [1, 1, 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s6_the_tables_of_goals_fit_the_permitted_sets(seats, plan):
    for mask in range(512):
        regions = {name for number, name in enumerate(REGIONS) if mask >> number & 1}
        assert components.WINNING[seats - 2, mask] == any(seven <= regions for seven in plan.sets[seats])
        assert components.REACHED[seats - 2, mask] == max(len(seven & regions) for seven in plan.sets[seats])


def test_s8_473_fields_of_which_36_are_dots(plan):
    assert (FIELDS, int(sum(DOT)), int(sum(~DOT))) == (473, 36, 437)
    assert all(len(plan.dots_of(region)) == 4 for region in REGIONS)


def test_s8_each_region_is_connected_and_so_are_all_fields_for_ants(plan):
    def connected(fields):
        fields, seen = set(fields), set()
        edge = {min(fields)}
        while edge:
            seen |= edge
            edge = {near for field in edge for near in touching(field) if near in fields} - seen
        return seen == fields

    for number in range(9):
        assert connected(NAMES[field] for field in range(FIELDS) if REGION[field] == number), REGIONS[number]
    assert connected(NAMES[field] for field in range(FIELDS) if not DOT[field])


def test_s8_the_board_is_its_own_mirror_image():
    left_right = dict(zip("ABDFNWCESabdfnwces", "BAFDNECWSbafdnecws", strict=True))
    top_bottom = dict(zip("ABDFNWCESabdfnwces", "DFABSWCENdfabswcen", strict=True))
    for row, mirrored in zip(components.ROWS, reversed(components.ROWS), strict=True):
        assert [left_right[field] for field in row] == list(reversed(row))
        assert [top_bottom[field] for field in row] == list(mirrored)


def test_s8_no_dot_on_the_rim_and_none_nearer_to_another_than_three(plan):
    assert all(len(touching(dot)) == 6 for dot in plan.dots)
    assert min(plan.distance(one, other) for one, other in combinations(plan.dots, 2)) == 3


@pytest.mark.parametrize(
    ("pairs", "distance"), [("AN AW NC WC BN BE EC DW DS SC FE FS", 4), ("NW NE SW SE", 6)], ids=["edge", "corner"]
)
def test_s8_nearest_dots_of_neighbouring_regions(pairs, distance, plan):
    for one, other in pairs.split():
        near = min(plan.distance(a, b) for a in plan.dots_of(one) for b in plan.dots_of(other))
        assert near == distance, one + other


def test_s8_no_corner_touches_the_centre():
    around = {REGIONS[REGION[near]] for field in range(FIELDS) if REGIONS[REGION[field]] == "C" for near in NEAR[field]}
    assert around == set("NWCES")


def test_s11_a_field_is_a_column_letter_and_a_row_number(plan):
    assert NAMES[:2] == ["a1", "b1"]
    assert NAMES[-1] == "w21"
    assert plan.place["c2"] == (1, 2)
    assert NAMES.index("c2") == 23 + 2
    assert "w2" not in NAMES  # the second row is shorter


# Files that are refused


def without(line):
    return line + "\n", ""


WRONG = {
    "a row too long": ('"AAaAAaAANnNNnNBBbBBbBB"', '"AAaAAaAANnNNnNBBbBBbBBB"', "board.rows"),
    "all rows alike": ('  "AAaAAaAANnNNnNBBbBBbBB",\n', "", "board.rows"),
    "a field of no region": ('"AAAAAAAANNNNNNNBBBBBBBB"', '"AAAAXAAANNNNNNNBBBBBBBB"', "board.rows"),
    "a dot of no region": ('"AAAAAAAANNNNNNNBBBBBBBB"', '"AAAAxAAANNNNNNNBBBBBBBB"', "board.rows"),
    "a dot too few": ('"AAaAAaAANnNNnNBBbBBbBB"', '"AAAAAaAANnNNnNBBbBBbBB"', "board.rows"),
    "too many fields": (
        "rows = [",
        'rows = [\n  "AAAAAAAANNNNNNNBBBBBBBB",\n  "AAAAAAAANNNNNNBBBBBBBB",',
        "board.rows",
    ),
    "rows that are no list": ("rows = [", 'rows = "AA"\nlines = [', "board.rows"),
    "rows of numbers": ('"AAAAAAAANNNNNNNBBBBBBBB"', "7", "board.rows"),
    "no board": ("[board]", "[boards]", "board.rows"),
    "no regions": ("[regions.", "[places.", "regions"),
    "eight regions": ('[regions.S]\nkind = "middle"\n', "[south]\n", "regions"),
    "a region with a long name": ("[regions.S]", "[regions.South]", "regions"),
    "a kind that is none": ('kind = "corner"\nopposite = "F"', 'kind = "edge"\nopposite = "F"', "regions.A.kind"),
    "a corner without its opposite": (*without('opposite = "D"'), "regions.B.opposite"),
    "an opposite that is no region": ('opposite = "B"', 'opposite = "Z"', "regions.D.opposite"),
    "no ants": (*without("ants = 60"), "pieces.ants"),
    "ants in words": ("ants = 60", 'ants = "sixty"', "pieces.ants"),
    "ants that are a truth": ("ants = 60", "ants = true", "pieces.ants"),
    "more ants than a record can count": ("ants = 60", "ants = 200", "pieces.ants"),
    "too few hills for the goal": ("hills = 7", "hills = 6", "pieces.hills"),
    "more hills than regions": ("hills = 7", "hills = 9", "pieces.hills"),
    "a bridge less than none": ("2 = 1", "2 = -1", "bridges.2"),
    "no bridges for four": (*without("4 = 2"), "bridges.4"),
    "a first round of nothing": ("first = 3", "first = 0", "first_round.first"),
    "half a piece": ("place = 3", "place = 2.5", "turn.place"),
    "ten moves": ("move = 3", "move = 10", "turn.move"),
    "a goal beyond the hills": ("regions = 7", "regions = 8", "goal.regions"),
    "no goal for two": ('2 = ["AF", "BD"]', "2 = []", "goal.without.2"),
    "a goal without three regions": ('2 = ["AF", "BD"]', '2 = ["AF", "BDN"]', "goal.without.2"),
    "a goal without one region twice": ('2 = ["AF", "BD"]', '2 = ["AF", "BB"]', "goal.without.2"),
    "a goal without an unknown region": ('2 = ["AF", "BD"]', '2 = ["AF", "BX"]', "goal.without.2"),
    "endless rounds": ("rounds = 60", "rounds = 1000", "limits.rounds"),
    "no toml": ("[limits]", "[limits", "the file"),
}


def test_the_file_itself_is_fine(tmp_path):
    path = tmp_path / "components.toml"
    path.write_text(DATA, encoding="utf-8")
    assert components.read(path)["names"] == NAMES


@pytest.mark.parametrize(("old", "new", "field"), WRONG.values(), ids=WRONG)
def test_a_wrong_file_is_refused_with_the_field_named(old, new, field, tmp_path):
    assert old in DATA
    path = tmp_path / "components.toml"
    path.write_text(DATA.replace(old, new), encoding="utf-8")
    with pytest.raises(ComponentsError, match=field) as refused:
        components.read(path)
    assert refused.value.field == field
    assert refused.value.code == "components/field"


def test_ants_that_may_fill_the_board_are_refused(tmp_path):
    two_rows = '  "AAAAAAAANNNNNNNBBBBBBBB",\n  "AAAAAAANNNNNNNNBBBBBBB",\n'
    assert two_rows in DATA
    path = tmp_path / "components.toml"
    for ants, refused in ((97, False), (98, True)):  # 437 - 45 fields are left
        path.write_text(DATA.replace(two_rows, "").replace("ants = 60", f"ants = {ants}"), encoding="utf-8")
        if refused:
            with pytest.raises(ComponentsError, match="must leave free fields"):
                components.read(path)
        else:
            assert components.read(path)["ants"] == ants
