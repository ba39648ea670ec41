"""The parts of the picture of Formica: where things lie and the ground that never changes."""
