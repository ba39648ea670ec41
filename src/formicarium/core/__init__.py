"""The compiled core: what a game is to the machine. Its folder, and nothing else, decides what is compiled anew."""
