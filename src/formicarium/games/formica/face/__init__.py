"""The face of Formica: how it looks, what it says, whom one meets in it."""
