"""Bots (random, heuristic and searching) and their worker processes."""
