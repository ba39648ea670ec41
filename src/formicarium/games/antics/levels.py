"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(6, temperature=0.1),
    "easy": Level(14, temperature=0.04),
    "steady": Level(40),
    "strong": Level(120),
    "champion": Level(400),
}
