"""Compiled search: the tree that all games share."""
