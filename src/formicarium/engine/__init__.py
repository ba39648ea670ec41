"""The friendly half of a game: positions and views, matches and their ledger, record files, words, events."""
