"""What a seat knows in Antics!: everything (A14.27)."""

from formicarium.engine.jit import compiled


@compiled
def redact(s, seat):
    pass


@compiled
def determinize(s, seat, rng):
    pass
