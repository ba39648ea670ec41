"""What a seat knows in Sisimizi: everything (S11.7)."""

from formicarium.engine.jit import compiled


@compiled
def redact(s, seat):
    pass


@compiled
def determinize(s, seat, rng):
    pass
