"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(8, temperature=0.1),
    "easy": Level(20, temperature=0.04),
    "steady": Level(50),
    "strong": Level(150),
    "champion": Level(500),
}
