"""The face of The Grasshopper & the Ant: how it looks, what it says, whom one meets in it."""
