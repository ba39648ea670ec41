"""How far the server grows: measured figures of one table, and a simulation of very many."""
