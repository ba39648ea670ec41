"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(3, temperature=1.0),
    "easy": Level(12, temperature=0.05),
    "steady": Level(24, temperature=0.01),
    "strong": Level(200, temperature=0.004),
    "champion": Level(2000, temperature=0.003),
}
