"""People: who comes back, whom they meet, how they do. All of it is optional: a guest needs none of it."""
