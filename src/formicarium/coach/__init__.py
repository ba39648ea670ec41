"""The coach: why an action is good, what decided a match, and puzzles to learn from. It sees what a seat sees."""
