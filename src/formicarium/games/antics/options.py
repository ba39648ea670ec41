"""Antics!'s options, agreed before a match. Compiled code knows a value by its number."""

import numpy as np

from formicarium.engine.game import Option

PREY_PER_TYPE = Option("prey", ("standard", "2", "3"))  # A14.1: standard is 3, with two seats 2
STANDARD_PREY = PREY_PER_TYPE.number("standard")
AGREED_PREY = np.array([0 if value == "standard" else int(value) for value in PREY_PER_TYPE.values], np.int64)

OPTIONS = (PREY_PER_TYPE,)
