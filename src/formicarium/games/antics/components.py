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
    data, found = Components(path), Read()
    _read_symbols(data, found)
    _read_nests(data, found)
    _read_tiles(data, found)
    _read_base(data, found)
    _read_nodes(data, found)
    _read_paths(data, found)
    _read_anteaters(data, found)
    found.prey_per_type = [data.number(f"prey_per_type.{seats}", 1, 3) for seats in PLAYERS]
    found.removed = [data.number(f"removed.{seats}", 0, sum(found.tiles) - 15) for seats in PLAYERS]
    found.actions = _numbers(data, "turn.actions", 1, data.number("pieces.markers", 1, 3))
    if len(found.actions) != max(PLAYERS):
        data.refuse("turn.actions", f"must be {max(PLAYERS)} figures, not {len(found.actions)}")
    return found


def _read_symbols(data: Components, found: Read) -> None:
    table = data.table("symbols")
    found.symbols, found.names = list(table), [data.text(f"symbols.{letter}") for letter in table]
    if len(found.symbols) != 6 or found.names[-1:] != ["fungus"]:
        data.refuse("symbols", "must be six, fungus last")
    if set(found.names[:-1]) != {"scout", "build", "hatch", "place", "transport"}:
        data.refuse("symbols", "must name scout, build, hatch, place and transport")


def _read_nests(data: Components, found: Read) -> None:
    nests = data.tables("nests")
    found.colours = [str(nest.get("colour")) for nest in nests]
    found.terrains = [str(nest.get("terrain")) for nest in nests]
    if len(nests) != 6 or len(set(found.colours)) != 6 or found.terrains[-1:] != ["soldiers"]:
        data.refuse("nests", "must be six of different colours, that of the soldiers last")
    if len(set(found.terrains)) != 6:
        data.refuse("nests", "must have different terrains")


def _read_tiles(data: Components, found: Read) -> None:
    found.kinds = list(data.table("tiles"))
    for kind in found.kinds:
        if len(kind) != 2 or any(letter not in found.symbols for letter in kind):
            data.refuse("tiles", f"has the pair {kind!r}, which is not two of {', '.join(found.symbols)}")
    if len(found.kinds) > 15:
        data.refuse("tiles", f"must be at most 15 pairs, not {len(found.kinds)}")
    found.tiles = [data.number(f"tiles.{kind}", 1, 60) for kind in found.kinds]
    found.starter = found.kinds.index(data.text("starter.tile", *found.kinds))
    found.starters = data.number("starter.number", max(PLAYERS), max(PLAYERS))
    if sum(found.tiles) + found.starters != 60:
        data.refuse("tiles", f"must be 60 with the starters, not {sum(found.tiles) + found.starters}")


def _read_base(data: Components, found: Read) -> None:
    window = [_numbers(data, f"colony.window.{axis}", -20, 20) for axis in "qr"]
    for axis, limits in zip("qr", window, strict=True):
        if len(limits) != 2 or limits[1] - limits[0] != 18:
            data.refuse(f"colony.window.{axis}", "must be two figures that are 18 apart")
    found.window = (*window[0], *window[1])  # type: ignore[assignment]
    for hexagon in data.tables("base"):
        q, r, symbol = hexagon.get("q"), hexagon.get("r"), hexagon.get("symbol")
        if not isinstance(q, int) or not isinstance(r, int) or symbol not in found.symbols:
            data.refuse("base", f"has a hex with q {q!r}, r {r!r} and symbol {symbol!r}")
        if not (window[0][0] <= q <= window[0][1] and window[1][0] <= r <= window[1][1]):
            data.refuse("base", f"has the hex {q},{r} outside the window")
        found.base.append((q, r, found.symbols.index(symbol)))
    cells = {(q, r) for q, r, _ in found.base}
    if len(found.base) != 6 or len(cells) != 6:
        data.refuse("base", "must be six different hexes")
    joined = {next(iter(cells))}
    for _ in cells:
        joined |= {cell for cell in cells if any((cell[0] + q, cell[1] + r) in joined for q, r in STEPS)}
    if joined != cells:
        data.refuse("base", "must hang together")


def _read_nodes(data: Components, found: Read) -> None:
    table = data.table("nodes")
    found.nodes = sorted(table, key=lambda name: data.text(f"nodes.{name}.kind") != "hill")
    found.prey_site, found.leaf_sites = [NO_NODE] * len(found.colours), [[], []]
    for number, name in enumerate(found.nodes):
        kind = data.text(f"nodes.{name}.kind", "hill", "junction", "prey", "leaf")
        if (kind == "hill") != (number == 0):
            data.refuse(f"nodes.{name}.kind", "must be 'hill' for exactly one node")
        x, y = data.number(f"nodes.{name}.x", 0, 1200), data.number(f"nodes.{name}.y", 0, 800)
        found.places.append((x, y))
        if kind == "prey":
            colour = found.colours.index(data.text(f"nodes.{name}.prey", *found.colours))
            if found.prey_site[colour] != NO_NODE:
                data.refuse(f"nodes.{name}.prey", f"must be one site a colour, and {found.colours[colour]} has two")
            found.prey_site[colour] = number
        if kind == "leaf":
            found.leaf_sites[data.text(f"nodes.{name}.leaf", "green", "brown") == "brown"].append(number)
    if NO_NODE in found.prey_site:
        data.refuse("nodes", f"must have a site for {found.colours[found.prey_site.index(NO_NODE)]} prey")


def _read_paths(data: Components, found: Read) -> None:
    found.paths = list(data.table("paths"))
    if not 1 <= len(found.paths) <= MOST_PATHS:
        data.refuse("paths", f"must be 1 to {MOST_PATHS}, not {len(found.paths)}")
    chasms = []
    for number, name in enumerate(found.paths):
        ends = [data.text(f"paths.{name}.{end}", *found.nodes) for end in ("from", "to")]
        terrain = data.text(f"paths.{name}.terrain", *found.terrains[:-1], "chasm")
        pair = (found.nodes.index(ends[0]), found.nodes.index(ends[1]))
        if pair[0] == pair[1] or pair in found.ends or pair[::-1] in found.ends:
            data.refuse(f"paths.{name}", "must join two different nodes that no other path joins")
        if terrain == "chasm":
            chasms.append(number)
            if 0 not in pair:
                data.refuse(f"paths.{name}", "is the chasm and must touch the hill")
        found.ends.append(pair)
        found.terrain.append(found.terrains.index("soldiers" if terrain == "chasm" else terrain))
    if len(chasms) != 1:
        data.refuse("paths", f"must have one chasm, not {len(chasms)}")
    found.chasm = chasms[0]
    reached = {0}
    for _ in found.paths:
        reached |= {node for pair in found.ends if reached & set(pair) for node in pair}
    for number, name in enumerate(found.nodes):
        if number not in reached:
            data.refuse("paths", f"must reach node {name} from the hill")


def _read_anteaters(data: Components, found: Read) -> None:
    found.anteater_names = list(data.table("anteaters"))
    rows = data.number("board.rows", 3, 3)
    data.number("board.fields", 6, 6)
    for name in found.anteater_names:
        sides = [data.text(f"anteaters.{name}.{side}", *found.colours) for side in ("front", "back")]
        found.anteaters.append((found.colours.index(sides[0]), found.colours.index(sides[1])))
    if len(found.anteaters) != rows or len({side for pair in found.anteaters for side in pair}) != 6:
        data.refuse("anteaters", "must be three, their sides of six colours")
    guide = data.tables("guide")
    for entry in guide:
        if not isinstance(entry.get("prey"), bool) or not isinstance(entry.get("ants"), bool):
            data.refuse("guide", "must say true or false for prey and ants")
        found.guide.append((entry["prey"], entry["ants"]))
    if len(guide) != rows:
        data.refuse("guide", f"must have {rows} entries, not {len(guide)}")
    prey = data.table("prey")
    found.prey = {colour: data.text(f"prey.{colour}") for colour in prey}
    if sorted(prey) != sorted(found.colours):
        data.refuse("prey", f"must name {', '.join(found.colours)}")
    found.order = [found.colours.index(colour) for colour in prey]


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
