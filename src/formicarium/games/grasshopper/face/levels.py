"""How strong the bots are at each level.

Search sees little more here than the equilibrium of the round. What makes a player weak is to gather as many cards of
one type as possible, whatever the Grasshopper may think, and never to bluff: so the lower levels act in haste, as a
beginner does.
"""

from formicarium.engine.game import Level

LEVELS = {
    "gentle": Level(8, haste=1.0),
    "easy": Level(8, haste=0.82),
    "steady": Level(8, haste=0.60),
    "strong": Level(16, haste=0.36),
    "champion": Level(300),
}
