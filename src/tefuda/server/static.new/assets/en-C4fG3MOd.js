var e=`# Words that only the screen needs

# Marks that explain themselves when they first appear
explain-chance = How likely your next card is to make you bust.
explain-wanted = In the field now, and this cage has room for it.
explain-quarrel = Win it, and the two quarrel and leave.
explain-sideways = Passed: this total stands.
explain-turned = Bust: this card no longer counts.
explain-decks = When the first runs out, the discards become the second, once.

# Kotori Atsume: words that only the screen needs

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
`;export{e as default};