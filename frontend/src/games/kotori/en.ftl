# Kotori Atsume: words that only the screen needs

button-draw = Bid
button-pass = Pass
about-card = { $copies } in the deck, { $open } face up
show-deck-number = deck { $value } of 2
show-burst-chance = bust risk: { $value }%
about-quarrel = The same bird is in the field: win it, and the two quarrel and fly away
