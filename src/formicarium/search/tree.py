"""The search tree: information sets in a hash table, filled by Monte Carlo iterations in compiled code.

A node is what one seat can see when it is to act: its key is the hash of that seat's redacted record. So a choice can
depend on nothing that the seat does not know, secret choices of others included; chance needs no nodes of its own; and
orders of actions that lead to the same position share one node. Every iteration imagines a world that fits the root
view, walks down by what each mover knows and likes best until a node is new, rates the position there, and tells the
nodes on its path.

Nodes and edges live in two arrays of fixed size. When they are full, the search goes on without opening nodes.
"""

from __future__ import annotations

import numpy as np

from formicarium.core import entry, kernel, random
from formicarium.core.jit import compiled, copy, machine_words, scratch
from formicarium.core.kernel import CHANCE, MOST_ACTIONS, SEATS
from formicarium.search.network import ROOM, SAID, consult, correct, lean


def fields(layout):
    """A record type whose elements have attributes, compiled and interpreted."""
    return np.dtype((np.record, np.dtype(layout, align=True)))


NODE = fields(
    [
        ("key", np.uint64),  # 0: an empty place in the table
        ("first", np.int32),  # its edges stand together from here on
        ("edges", np.int32),
        ("tried", np.int32),  # so many of them were; they stand first, then comes the most promising of the others
        ("visits", np.int32),
        ("mixed", np.int32),  # chosen by lot, as others will not see the choice
        ("best", np.int32),  # the edge that was taken most often
        ("worth", np.float64),  # what its mover got on average
    ]
)
EDGE = fields(
    [
        ("action", np.int32),
        ("number", np.int32),  # of the action among the legal ones
        ("visits", np.int32),
        ("worth", np.float32),  # what the mover got on average
        ("prior", np.float32),
        ("regret", np.float32),  # of mixed nodes: how much better it would have been, never below 0
    ]
)
MOST_DEPTH = 256  # choices from the root to a leaf
EXPLORED = 0.1  # at mixed nodes this part of the choices is spread evenly
TRUST = 2.0  # the given equilibrium counts like so many units of regret


@compiled
def search(
    roots,
    worlds,
    nodes,
    edges,
    used,
    seat,
    iterations,
    exploration,
    caution,
    forgiving,
    playout,
    rng,
    stop,
    totals,
    network,
    desk,
    queries,
):
    """Run iterations from the view `roots[0]` of a seat; return how many were run before `stop[0]` was set, at least 1.

    `used` counts nodes and edges in use. `totals[k]` collects what each seat got after the k-th action of the root, and
    how often it was taken. `queries` has a place for each node: what the network said of its actions.
    """
    shares = scratch(ROOM, np.float64)
    path_nodes = scratch(MOST_DEPTH, np.int64)
    path_edges = scratch(MOST_DEPTH, np.int64)
    path_seats = scratch(MOST_DEPTH, np.int64)
    for done in range(iterations):
        if stop[0] != 0 and done > 0:
            return done
        copy(worlds[0], roots[0])
        kernel.determinize(worlds[0], seat, rng)
        depth = descend(
            worlds,
            nodes,
            edges,
            used,
            seat,
            exploration,
            caution,
            playout,
            rng,
            shares,
            path_nodes,
            path_edges,
            path_seats,
            network,
            desk,
            queries,
        )
        for k in range(depth - 1, -1, -1):
            if k == 0:
                first = edges[path_edges[0]].number
                for other in range(SEATS):
                    totals[first, other] += shares[other]
                totals[first, SEATS] += 1.0
            learn(nodes[path_nodes[k]], edges, path_edges[k], path_seats[k], shares, forgiving)
    return iterations


@compiled
def descend(
    worlds,
    nodes,
    edges,
    used,
    seat,
    exploration,
    caution,
    playout,
    rng,
    shares,
    path_nodes,
    path_edges,
    path_seats,
    network,
    desk,
    queries,
):
    """Walk from the root to a new node or the end and estimate the shares there; return the length of the path."""
    s = worlds[0]
    depth = 0
    mover = seat
    learned = len(network[2]) > 0
    leaf = np.int64(-1)  # the place of a new node, whose mover's view is at hand
    while depth < MOST_DEPTH:
        mask = kernel.actors(s)
        if mask == CHANCE:
            kernel.apply(s, kernel.NATURE, entry.draw(s, rng))
            continue
        if mask == 0:
            break
        if depth > 0:
            mover = np.int64(entry.FIRST[mask])
        place, key = find(worlds, nodes, mover)
        node = nodes[place]
        if node.key == 0:
            if 4 * used[0] < 3 * len(nodes):
                enter(node, key, used)
            if depth > 0:
                leaf = place
                break
            if learned:
                estimate(worlds, 0, rng, shares)
                consult(worlds[1], mover, shares, network, desk)
                ask(place, queries, desk)
        if node.edges == 0 and not expand(worlds, place, nodes, edges, used, mover, network, queries):
            leaf = place
            break
        edge = draw_edge(node, edges, rng) if node.mixed else best_edge(node, edges, exploration, caution)
        path_nodes[depth], path_edges[depth], path_seats[depth] = place, edge, mover
        depth += 1
        kernel.apply(s, mover, np.int64(edges[edge].action))
    estimate(worlds, playout, rng, shares)
    if learned and leaf >= 0 and playout == 0:
        consult(worlds[1], mover, shares, network, desk)
        correct(mover, shares, network, desk)
        ask(leaf, queries, desk)
    return depth


@compiled
def ask(place, queries, desk):
    """Note what the network has just said of the actions at a node, for the time when it gets its edges."""
    said = desk[1][SAID]
    for j in range(queries.shape[1]):
        queries[place, j] = said[SEATS + j]


@compiled
def find(worlds, nodes, mover):
    """The place in the table of what the mover can see, or the empty place where it belongs, and its key."""
    copy(worlds[1], worlds[0])
    kernel.redact(worlds[1], mover)
    key = random.fingerprint(machine_words(worlds[1]), mover)
    place = random.masked(key, len(nodes) - 1)
    while nodes[place].key != key and nodes[place].key != 0:
        place = (place + 1) & (len(nodes) - 1)
    return place, key


@compiled
def enter(node, key, used):
    """Put a new node into its empty place; it gets its edges when it is met again."""
    node.key = key
    node.edges = 0
    node.visits = 0
    node.worth = 0.0
    used[0] += 1


@compiled
def expand(worlds, place, nodes, edges, used, mover, network, queries):
    """Give a node its edges; False when there is no room for them."""
    node = nodes[place]
    codes = scratch(MOST_ACTIONS, np.int32)
    chances = scratch(MOST_ACTIONS, np.float64)
    view = worlds[1]  # `find` left the mover's view there
    count = kernel.legal(view, mover, codes)
    if used[1] + count > len(edges):
        return False
    node.first = used[1]
    node.edges = count
    node.mixed = 1 if kernel.policy(view, mover, codes, count, chances) else 0
    if node.mixed == 0:
        kernel.prior(view, mover, codes, count, chances)
        if queries.shape[1] > 0:
            lean(queries[place], codes, count, chances, network)
    total = 0.0
    for k in range(count):
        total += chances[k]
    for k in range(count):
        edge = edges[used[1] + k]
        edge.action = codes[k]
        edge.number = k
        edge.visits = 0
        edge.worth = 0.0
        edge.prior = chances[k] / total
        edge.regret = 0.0
    used[1] += count
    node.tried = 0
    node.best = node.first
    if node.mixed == 0:
        promote(node, edges)
    return True


@compiled
def best_edge(node, edges, exploration, caution):
    """The edge with the best mix of what it brought and how little it was tried.

    An untried one is taken to be a bit worse than the node; only the most promising of them can be the best.
    """
    first = np.int64(node.first)
    reach = exploration * np.sqrt(np.float64(node.visits) + 1.0)
    fresh = first + node.tried
    best, at = -1e30, fresh
    if node.tried < node.edges:
        best = node.worth - caution + reach * edges[fresh].prior
    for e in range(first, fresh):
        edge = edges[e]
        score = edge.worth + reach * edge.prior / (1.0 + edge.visits)
        if score > best:
            best, at = score, e
    if at == fresh:
        node.tried += 1
        promote(node, edges)
    return at


@compiled
def promote(node, edges):
    """Bring the most promising of the untried edges to their front."""
    front = np.int64(node.first) + node.tried
    best = front
    for e in range(front + 1, np.int64(node.first) + node.edges):
        if edges[e].prior > edges[best].prior:
            best = e
    if best != front:
        one, other = edges[front], edges[best]
        one.action, other.action = other.action, one.action
        one.number, other.number = other.number, one.number
        one.prior, other.prior = other.prior, one.prior


@compiled
def chance_of(node, edge, total):
    """The chance of an edge of a mixed node by regret matching, given the sum of all regrets."""
    matched = (edge.regret + TRUST * edge.prior) / total
    return (1.0 - EXPLORED) * matched + EXPLORED / node.edges


@compiled
def draw_edge(node, edges, rng):
    """An edge of a mixed node by lot."""
    first = np.int64(node.first)
    total = TRUST
    for e in range(first, first + node.edges):
        total += edges[e].regret
    ticket = random.unit(rng)
    for e in range(first, first + node.edges):
        ticket -= chance_of(node, edges[e], total)
        if ticket < 0.0:
            return e
    return first


@compiled
def learn(node, edges, at, seat, shares, forgiving):
    """Tell a node and the edge that was taken what the mover got.

    Who is forgiving does not hold against a node what a mere trial cost: if another edge, the one taken most often,
    brings its mover more on average, it is that average which counts here and for the nodes above.
    """
    edge = edges[at]
    share = shares[seat]
    edge.visits += 1
    edge.worth += (share - edge.worth) / edge.visits
    if node.mixed != 0:
        first = np.int64(node.first)
        for e in range(first, first + node.edges):
            other = edges[e]
            if other.visits > 0:
                gained = share if e == at else np.float64(other.worth)
                other.regret = max(0.0, other.regret + gained - share)
    else:
        best = edges[node.best]
        if edge.visits > best.visits or (edge.visits == best.visits and edge.worth > best.worth):
            node.best = at
        elif forgiving and at != node.best and best.worth > share:
            rest = (1.0 - best.worth) / (1.0 - share)
            for other in range(SEATS):
                shares[other] *= rest
            shares[seat] = best.worth
    node.visits += 1
    node.worth += (shares[seat] - node.worth) / node.visits


@compiled
def estimate(worlds, playout, rng, shares):
    """The shares after so many more actions at random, by the outcome or by `evaluate`."""
    s = worlds[0]
    for _ in range(playout):
        mask = kernel.actors(s)
        if mask == 0:
            break
        entry.random_step(s, mask, rng)
    for k in range(ROOM):
        shares[k] = 0.0
    kernel.evaluate(s, shares)


@compiled
def policy(records, seat, codes, chances):
    """Whether a seat does best to choose by lot here; if so, the chance of each of its actions."""
    return kernel.policy(records[0], seat, codes, len(codes), chances)
