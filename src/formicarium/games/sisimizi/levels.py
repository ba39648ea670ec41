"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(5, temperature=0.2),
    "easy": Level(24, temperature=0.03),
    "steady": Level(80, temperature=0.01),
    "strong": Level(450, temperature=0.004),
    "champion": Level(1800, temperature=0.003),
}
