"""How promising a position is in Formica."""

from formicarium.engine.jit import compiled


@compiled
def evaluate(s, out):
    for seat in range(s.seats):
        out[seat] = 1.0 / s.seats
