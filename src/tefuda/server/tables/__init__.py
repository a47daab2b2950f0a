"""Tables in play: one actor for each, the parts that it owns, and the registry of all."""
