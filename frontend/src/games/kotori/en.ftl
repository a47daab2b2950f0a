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
