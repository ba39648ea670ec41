"""The face of Sisimizi: how it looks, what it says, whom one meets in it."""
