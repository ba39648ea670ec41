"""A table as it is, without a network or a disk: who sits, whose turn it is, its clock, its history."""
