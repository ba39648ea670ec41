"""How the tiny game is shown."""
