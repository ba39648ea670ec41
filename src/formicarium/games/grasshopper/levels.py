"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(8, temperature=0.1),
    "easy": Level(30, temperature=0.03),
    "steady": Level(120),
    "strong": Level(500),
    "champion": Level(2000),
}
