"""How strong the bots are at each level."""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(10, temperature=0.1, exploration=3.0),
    "easy": Level(20, temperature=0.01),
    "steady": Level(40, exploration=0.3, caution=0.03),
    "strong": Level(200, exploration=0.3, caution=0.03),
    "champion": Level(2000, exploration=0.2, caution=0.02, learned=True),
}
