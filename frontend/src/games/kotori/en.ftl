# Words that only the screen needs

# Marks that explain themselves when they first appear
explain-chance = How likely your next card is to make you bust.
explain-wanted = In the field now, and this cage has room for it.
explain-quarrel = Win it, and the two quarrel and leave.
explain-sideways = Passed: this total stands.
explain-turned = Bust: this card no longer counts.
explain-decks = When the first runs out, the discards become the second, once.
