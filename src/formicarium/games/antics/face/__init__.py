"""The face of Antics!: how it looks, what it says, whom one meets in it."""
