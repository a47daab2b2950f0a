"""Players that are no people: random, heuristic and searching ones, and the worker processes they think in."""
