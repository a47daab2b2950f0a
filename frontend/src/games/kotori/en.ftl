# Words that only the screen needs

# Marks that explain themselves when they first appear
explain-burst-chance = How likely your next card is to make you bust.
    .clause = K5.1
explain-ahead = The highest total so far. As it stands, it wins the field.
    .clause = K6.1
explain-wanted = In the field now, and this cage has room for it.
    .clause = K7.1
explain-quarrel = Win it, and the two quarrel and leave.
    .clause = K7.2
explain-sideways = Passed: this total stands.
    .clause = K4.3
explain-down = Bust: this card no longer counts.
    .clause = K5.2
explain-deck-number = When a deck runs out, the discards become the next one.
    .clause = K8.1

# Kotori Atsume: words that only the screen needs

tie-score-birds = With the same number of birds, the highest bird decides (rule K9.2).
result-why = You won { $event-won } of { $all-event-won } fields.{ $event-quarrelled ->
        [0] {""}
        [one] {" "}A quarrel cost you a bird.
       *[other] {" "}Quarrels cost you { $event-quarrelled } birds.
    }{ $event-burst ->
        [0] {""}
        [one] {" "}You went bust once.
       *[other] {" "}You went bust { $event-burst } times.
    }
short-role-dealer = D
short-role-ahead = ▲
