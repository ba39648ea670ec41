"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(5, temperature=0.3),
    "easy": Level(12, temperature=0.03),
    "steady": Level(24, temperature=0.008),
    "strong": Level(80),
    "champion": Level(4000, exploration=0.3),
}
