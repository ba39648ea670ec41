"""The load benchmark: our server beside boardgame.io's, in one run."""
