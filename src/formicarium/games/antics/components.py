"""Antics!'s components as the constant arrays that the rules read; `components.toml` holds the data."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from formicarium.core.components import Components

PLAYERS = (2, 3, 4)
STEPS = (
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
)  # A4: to the six neighbours of a hex (q, r), in their order
MOST_PATHS = 32  # a mask of paths has so many bits
NO_NODE = -1


@dataclass
class Read:
    """The content of the file, checked; places in lists are the numbers that the rules use."""

    symbols: list[str] = field(default_factory=list)  # letters; fungus last
    names: list[str] = field(default_factory=list)  # what they mean
    colours: list[str] = field(default_factory=list)  # of nests, prey and anteaters, nests from left to right
    terrains: list[str] = field(default_factory=list)  # of the nests
    kinds: list[str] = field(default_factory=list)  # of tiles, as pairs of symbols
    tiles: list[int] = field(default_factory=list)  # how many of each kind are in the bag
    starter: int = 0  # a kind
    starters: int = 0
    base: list[tuple[int, int, int]] = field(default_factory=list)  # q, r, symbol
    nodes: list[str] = field(default_factory=list)  # the hill first
    places: list[tuple[int, int]] = field(default_factory=list)  # of the nodes
    prey_site: list[int] = field(default_factory=list)  # the node of each colour
    leaf_sites: list[list[int]] = field(default_factory=list)  # the nodes with green and with brown leaves
    paths: list[str] = field(default_factory=list)
    ends: list[tuple[int, int]] = field(default_factory=list)  # the two nodes of each path
    terrain: list[int] = field(default_factory=list)  # the nest of each path, the soldiers' for the chasm
    chasm: int = 0  # a path
    anteaters: list[tuple[int, int]] = field(default_factory=list)  # front and back colour
    anteater_names: list[str] = field(default_factory=list)
    guide: list[tuple[bool, bool]] = field(default_factory=list)  # whether prey and ants are eaten
    order: list[int] = field(default_factory=list)  # the colours in the order in which prey is stored
    prey: dict[str, str] = field(default_factory=dict)  # names by colour
    actions: list[int] = field(default_factory=list)
    window: tuple[int, int, int, int] = (0, 0, 0, 0)  # q and r, each from … to
    prey_per_type: list[int] = field(default_factory=list)  # by seats - 2
    removed: list[int] = field(default_factory=list)  # by seats - 2


def read(path: Path) -> Read:
    """All components, checked; a wrong file is refused with the field that is wrong."""
    data, into = Components(path), Read()
    _read_symbols(data, into)
    _read_nests(data, into)
    _read_tiles(data, into)
    _read_base(data, into)
    _read_nodes(data, into)
    _read_paths(data, into)
    _read_anteaters(data, into)
    into.prey_per_type = [data.number(f"prey_per_type.{seats}", 1, 3) for seats in PLAYERS]
    into.removed = [data.number(f"removed.{seats}", 0, sum(into.tiles) - 15) for seats in PLAYERS]
    into.actions = _numbers(data, "turn.actions", 1, data.number("pieces.markers", 1, 3))
    if len(into.actions) != max(PLAYERS):
        data.refuse("turn.actions", f"must be {max(PLAYERS)} figures, not {len(into.actions)}")
    return into


def _read_symbols(data: Components, into: Read) -> None:
    table = data.table("symbols")
    into.symbols, into.names = list(table), [data.text(f"symbols.{letter}") for letter in table]
    if len(into.symbols) != 6 or into.names[-1:] != ["fungus"]:
        data.refuse("symbols", "must be six, fungus last")
    if set(into.names[:-1]) != {"scout", "build", "hatch", "place", "transport"}:
        data.refuse("symbols", "must name scout, build, hatch, place and transport")


def _read_nests(data: Components, into: Read) -> None:
    nests = data.tables("nests")
    into.colours = [str(nest.get("colour")) for nest in nests]
    into.terrains = [str(nest.get("terrain")) for nest in nests]
    if len(nests) != 6 or len(set(into.colours)) != 6 or into.terrains[-1:] != ["soldiers"]:
        data.refuse("nests", "must be six of different colours, that of the soldiers last")
    if len(set(into.terrains)) != 6:
        data.refuse("nests", "must have different terrains")


def _read_tiles(data: Components, into: Read) -> None:
    into.kinds = list(data.table("tiles"))
    for kind in into.kinds:
        if len(kind) != 2 or any(letter not in into.symbols for letter in kind):
            data.refuse("tiles", f"has the pair {kind!r}, which is not two of {', '.join(into.symbols)}")
    if len(into.kinds) > 15:
        data.refuse("tiles", f"must be at most 15 pairs, not {len(into.kinds)}")
    into.tiles = [data.number(f"tiles.{kind}", 1, 60) for kind in into.kinds]
    into.starter = into.kinds.index(data.text("starter.tile", *into.kinds))
    into.starters = data.number("starter.number", max(PLAYERS), max(PLAYERS))
    if sum(into.tiles) + into.starters != 60:
        data.refuse("tiles", f"must be 60 with the starters, not {sum(into.tiles) + into.starters}")


def _read_base(data: Components, into: Read) -> None:
    window = [_numbers(data, f"colony.window.{axis}", -20, 20) for axis in "qr"]
    for axis, limits in zip("qr", window, strict=True):
        if len(limits) != 2 or limits[1] - limits[0] != 18:
            data.refuse(f"colony.window.{axis}", "must be two figures that are 18 apart")
    into.window = (*window[0], *window[1])  # type: ignore[assignment]
    for hexagon in data.tables("base"):
        q, r, symbol = hexagon.get("q"), hexagon.get("r"), hexagon.get("symbol")
        if not isinstance(q, int) or not isinstance(r, int) or symbol not in into.symbols:
            data.refuse("base", f"has a hex with q {q!r}, r {r!r} and symbol {symbol!r}")
        if not (window[0][0] <= q <= window[0][1] and window[1][0] <= r <= window[1][1]):
            data.refuse("base", f"has the hex {q},{r} outside the window")
        into.base.append((q, r, into.symbols.index(symbol)))
    cells = {(q, r) for q, r, _ in into.base}
    if len(into.base) != 6 or len(cells) != 6:
        data.refuse("base", "must be six different hexes")
    joined = {next(iter(cells))}
    for _ in cells:
        joined |= {cell for cell in cells if any((cell[0] + q, cell[1] + r) in joined for q, r in STEPS)}
    if joined != cells:
        data.refuse("base", "must hang together")


def _read_nodes(data: Components, into: Read) -> None:
    table = data.table("nodes")
    into.nodes = sorted(table, key=lambda name: data.text(f"nodes.{name}.kind") != "hill")
    into.prey_site, into.leaf_sites = [NO_NODE] * len(into.colours), [[], []]
    for number, name in enumerate(into.nodes):
        kind = data.text(f"nodes.{name}.kind", "hill", "junction", "prey", "leaf")
        if (kind == "hill") != (number == 0):
            data.refuse(f"nodes.{name}.kind", "must be 'hill' for exactly one node")
        x, y = data.number(f"nodes.{name}.x", 0, 1200), data.number(f"nodes.{name}.y", 0, 800)
        into.places.append((x, y))
        if kind == "prey":
            colour = into.colours.index(data.text(f"nodes.{name}.prey", *into.colours))
            if into.prey_site[colour] != NO_NODE:
                data.refuse(f"nodes.{name}.prey", f"must be one site a colour, and {into.colours[colour]} has two")
            into.prey_site[colour] = number
        if kind == "leaf":
            into.leaf_sites[data.text(f"nodes.{name}.leaf", "green", "brown") == "brown"].append(number)
    if NO_NODE in into.prey_site:
        data.refuse("nodes", f"must have a site for {into.colours[into.prey_site.index(NO_NODE)]} prey")


def _read_paths(data: Components, into: Read) -> None:
    into.paths = list(data.table("paths"))
    if not 1 <= len(into.paths) <= MOST_PATHS:
        data.refuse("paths", f"must be 1 to {MOST_PATHS}, not {len(into.paths)}")
    chasms = []
    for number, name in enumerate(into.paths):
        ends = [data.text(f"paths.{name}.{end}", *into.nodes) for end in ("from", "to")]
        terrain = data.text(f"paths.{name}.terrain", *into.terrains[:-1], "chasm")
        pair = (into.nodes.index(ends[0]), into.nodes.index(ends[1]))
        if pair[0] == pair[1] or pair in into.ends or pair[::-1] in into.ends:
            data.refuse(f"paths.{name}", "must join two different nodes that no other path joins")
        if terrain == "chasm":
            chasms.append(number)
            if 0 not in pair:
                data.refuse(f"paths.{name}", "is the chasm and must touch the hill")
        into.ends.append(pair)
        into.terrain.append(into.terrains.index("soldiers" if terrain == "chasm" else terrain))
    if len(chasms) != 1:
        data.refuse("paths", f"must have one chasm, not {len(chasms)}")
    into.chasm = chasms[0]
    reached = {0}
    for _ in into.paths:
        reached |= {node for pair in into.ends if reached & set(pair) for node in pair}
    for number, name in enumerate(into.nodes):
        if number not in reached:
            data.refuse("paths", f"must reach node {name} from the hill")


def _read_anteaters(data: Components, into: Read) -> None:
    into.anteater_names = list(data.table("anteaters"))
    rows = data.number("board.rows", 3, 3)
    data.number("board.fields", 6, 6)
    for name in into.anteater_names:
        sides = [data.text(f"anteaters.{name}.{side}", *into.colours) for side in ("front", "back")]
        into.anteaters.append((into.colours.index(sides[0]), into.colours.index(sides[1])))
    if len(into.anteaters) != rows or len({side for pair in into.anteaters for side in pair}) != 6:
        data.refuse("anteaters", "must be three, their sides of six colours")
    guide = data.tables("guide")
    for entry in guide:
        if not isinstance(entry.get("prey"), bool) or not isinstance(entry.get("ants"), bool):
            data.refuse("guide", "must say true or false for prey and ants")
        into.guide.append((entry["prey"], entry["ants"]))
    if len(guide) != rows:
        data.refuse("guide", f"must have {rows} entries, not {len(guide)}")
    prey = data.table("prey")
    into.prey = {colour: data.text(f"prey.{colour}") for colour in prey}
    if sorted(prey) != sorted(into.colours):
        data.refuse("prey", f"must name {', '.join(into.colours)}")
    into.order = [into.colours.index(colour) for colour in prey]


def _numbers(data: Components, name: str, low: int, high: int) -> list[int]:
    values = data(name)
    if not isinstance(values, list) or not all(type(value) is int and low <= value <= high for value in values):
        data.refuse(name, f"must be a list of whole numbers from {low} to {high}")
    return values


PATH = Path(__file__).with_name("components.toml")
_FILE = Components(PATH)
DATA = read(PATH)

# Tiles and what they show
KINDS = len(DATA.kinds)
SYMBOLS = len(DATA.symbols)
SCOUT, BUILD, HATCH, PLACE, TRANSPORT, FUNGUS = (
    DATA.names.index(name) for name in ("scout", "build", "hatch", "place", "transport", "fungus")
)
PAIR = np.array([[DATA.symbols.index(letter) for letter in kind] for kind in DATA.kinds], np.int64)
TILES = np.array(DATA.tiles, np.int64)  # in the bag, by kind
HAS_FUNGUS = np.array(["F" in kind for kind in DATA.kinds], np.bool_)
STARTER = DATA.starter
STARTERS = DATA.starters
SUPPLY = _FILE.number("turn.supply", 0, 15)
REMOVED = np.array(DATA.removed, np.int64)  # by seats - 2

# Colonies: the window of cells, row by row
LOW_Q, HIGH_Q, LOW_R, HIGH_R = DATA.window
SIDE = HIGH_Q - LOW_Q + 1
CELLS = SIDE * (HIGH_R - LOW_R + 1)
CELL_NAMES = tuple(f"{q},{r}" for r in range(LOW_R, HIGH_R + 1) for q in range(LOW_Q, HIGH_Q + 1))
OUTSIDE = CELLS  # where the neighbours of a cell at the rim of the window lie
LEVELS = _FILE.number("colony.levels", 2, 7)
BASE = np.array([(r - LOW_R) * SIDE + q - LOW_Q for q, r, _ in DATA.base], np.int64)
BASE_SYMBOL = np.array([symbol for _, _, symbol in DATA.base], np.int64)
BESIDE = np.full((CELLS, len(STEPS)), OUTSIDE, np.uint16)
for _cell in range(CELLS):
    for _k, (_q, _r) in enumerate(STEPS):
        _column, _row = _cell % SIDE + _q, _cell // SIDE + _r
        if 0 <= _column < SIDE and 0 <= _row < CELLS // SIDE:
            BESIDE[_cell, _k] = _row * SIDE + _column

# The shared board: items are numbered from 1, prey by colour, then green and brown leaves
COLOURS = len(DATA.colours)
SOLDIERS = COLOURS - 1  # the nest at the right end
GREEN, BROWN = COLOURS + 1, COLOURS + 2
ITEMS = COLOURS + 2
NODES = len(DATA.nodes)
HILL = 0
PATHS = len(DATA.paths)
CHASM = DATA.chasm
TERRAIN = np.array(DATA.terrain, np.int64)
ENDS = np.array(DATA.ends, np.int64)
ITEM_AT = np.zeros(NODES, np.int64)  # what lies on a site
for _colour, _node in enumerate(DATA.prey_site):
    ITEM_AT[_node] = 1 + _colour
for _item, _nodes in zip((GREEN, BROWN), DATA.leaf_sites, strict=True):
    ITEM_AT[_nodes] = _item
SITES = np.flatnonzero(ITEM_AT)
SITE = np.full(NODES, 0, np.int64)  # the number of a site among the sites
SITE[SITES] = np.arange(len(SITES))
SITES_OF = np.zeros((PATHS, 2), np.int64)  # the sites that a path touches, HILL for none
for _path in range(PATHS):
    _sites = sorted(node for node in DATA.ends[_path] if ITEM_AT[node])
    SITES_OF[_path, : len(_sites)] = _sites
PREY_SITE = np.array(DATA.prey_site, np.int64)

# Masks of paths: those that touch the hill, and those that share another node with a path
EXITS = sum(1 << path for path in range(PATHS) if HILL in DATA.ends[path])
NEAR = np.zeros(PATHS, np.int64)
for _path in range(PATHS):
    for _other in range(PATHS):
        if _path != _other and set(DATA.ends[_path]) & set(DATA.ends[_other]) - {HILL}:
            NEAR[_path] |= 1 << _other
GROWS = np.array(
    [sum(1 << path for path in range(PATHS) if TERRAIN[path] == nest and path != CHASM) for nest in range(COLOURS)],
    np.int64,
)

# The scout fields and the anteaters
ROWS, FIELDS = _FILE.number("board.rows", 3, 3), _FILE.number("board.fields", 6, 6)
ANTEATER = KINDS + 1  # in a slot: 0 is a gap, 1 + kind a tile
SIDES = np.array(DATA.anteaters, np.int64)  # colour of the front and of the back
EATS_PREY = np.array([prey for prey, _ in DATA.guide], np.bool_)
EATS_ANTS = np.array([ants for _, ants in DATA.guide], np.bool_)
STORE_ORDER = np.array(DATA.order, np.int64)

# Pieces and limits
ANTS = _FILE.number("pieces.ants", 2, 40)
MARKERS = _FILE.number("pieces.markers", 1, 3)
TOKENS = _FILE.number("pieces.tokens", COLOURS, COLOURS)
LAST_TOKENS = _FILE.number("limits.tokens", 0, COLOURS - 1)
ALLOWANCE = np.array(DATA.actions, np.int64)  # by the order in the first round
PREY = np.array(DATA.prey_per_type, np.int64)  # by seats - 2
MOST_PREY = 3  # of a type in the box
ROUNDS = _FILE.number("limits.rounds", 1, 1000)
LEAF_BONUS = np.array([_FILE.number("score.green", 0, 9), _FILE.number("score.brown", 0, 9)], np.int64)
