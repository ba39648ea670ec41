"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(6, temperature=0.1),
    "easy": Level(12, temperature=0.04),
    "steady": Level(32),
    "strong": Level(100),
    "champion": Level(320),
}
