"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(6, temperature=1.0, exploration=10.0),
    "easy": Level(8, temperature=0.1, exploration=3.0),
    "steady": Level(24, temperature=0.01),
    "strong": Level(160, temperature=0.004, exploration=0.1, caution=0.02),
    "champion": Level(2000, temperature=0.003, exploration=0.1, caution=0.02),
}
