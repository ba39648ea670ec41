"""The parts of the picture of Antics!: scout fields, shared board, colonies."""
