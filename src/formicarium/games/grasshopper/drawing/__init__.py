"""The parts of the picture of The Grasshopper & the Ant: where things lie, the column beside the grid, the panels."""
