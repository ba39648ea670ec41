"""The games: one folder each, found by being there. The same file names in all of them."""
