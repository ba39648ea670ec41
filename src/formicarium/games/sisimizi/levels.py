"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(5, temperature=0.2),
    "easy": Level(24, temperature=0.05),
    "steady": Level(100, temperature=0.015),
    "strong": Level(400, temperature=0.01),
    "champion": Level(1600, temperature=0.005),
}
