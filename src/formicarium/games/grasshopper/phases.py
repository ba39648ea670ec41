"""The phases of a match and its endings, by number."""

import numpy as np

SHELVES, EXHAUSTED, PROVISIONS, NO_CHAIN, LAST_ROUND = 0, 1, 2, 3, 4  # why a match ends

# The phases. Nature acts in those that are marked.
LOT = 0  # nature: who is the first Ant
FILL = 1  # nature: a card into the first hole of the grid
DEAL = 2  # nature: the starting cards
STALL = 3  # nature: a provision into the first empty place of the row
BOXING = 4  # nature: powers that stay in the box
ROTATE = 5  # nobody: the next round begins
PLACE = 6  # the Ant places its chain
COMMIT = 7  # the Ant and the Red Ants choose a token
LOOK = 8  # the Grasshopper may peek
SHOW = 9  # nature: the token it sees
GUESSING = 10
SWAPPING = 11  # the Ant may take other cards instead
POWERING = 12  # the Ant may take a power
VEILING = 13  # nature: a hidden card
REWARD = 14  # nature: cards for Red Ants that named the type
SHOPPING = 15
CHANGE = 16  # nature: a card for exact change
CONSOLING = 17
COMFORT = 18  # nature: the card of CONSOLE

NATURE_ACTS, ANT_ACTS, GRASSHOPPER_ACTS, COLLECTOR_ACTS, UNLUCKY_ACTS, TOKENS_LACK = 0, 1, 2, 3, 4, 5
WHO = np.zeros(19, np.int8)  # who acts in each phase
WHO[[PLACE, SWAPPING, POWERING]] = ANT_ACTS
WHO[[LOOK, GUESSING]] = GRASSHOPPER_ACTS
WHO[SHOPPING] = COLLECTOR_ACTS
WHO[CONSOLING] = UNLUCKY_ACTS
WHO[COMMIT] = TOKENS_LACK
