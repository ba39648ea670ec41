"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(4, temperature=0.4),
    "easy": Level(12, temperature=0.06),
    "steady": Level(40, temperature=0.015),
    "strong": Level(250, temperature=0.004),
    "champion": Level(1500, temperature=0.003),
}
