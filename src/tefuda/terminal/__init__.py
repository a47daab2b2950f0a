"""The card table in a terminal: the same views, words and rules as everywhere, drawn in cells."""
