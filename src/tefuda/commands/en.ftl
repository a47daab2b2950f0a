# The words of the commands: simulate, rules, serve, verify

simulate-title = { $title }, { $players } players: { $games } random games, seed { $seed }
simulate-option = House rule “{ $name }”: { $value }
simulate-on = yes
simulate-off = no
simulate-compiling = Compiling the rules (a few seconds, the first time only)
simulate-playing = Playing
simulate-seat = Seat
simulate-wins = Wins, %
simulate-rank = Mean rank
simulate-score = Mean score
simulate-length = Decisions in a game
simulate-mean = mean
simulate-deviation = standard deviation
simulate-quantile = { $percent } % of games end within
simulate-longest = longest
simulate-shared = First place shared in { $share } % of games; a shared win counts in equal parts.
simulate-scored = Scores are those of the first { $games } games.
simulate-method = In brackets: 95 % intervals (shares: Wilson; means, deviations: ± 1.96 standard errors; the rest: order statistics).
simulate-speed = { $seconds } s on { $threads ->
        [1] 1 thread
       *[other] { $threads } threads
    }: { $millions } million decisions a second.

rules-reconstructed = Not known from the original, and invented by us to take its place:

cards-checked = { $file } is in order: { $cards } cards, { $ours } entries of our own making.

serve-ready = Tefuda is at { $address } (Ctrl-C ends it)
serve-already = Tefuda is already at { $address }
serve-ended = All tables are kept for the next time.

verify-true = True: { $title }, { $players } players, { $commands } commands, { $added ->
        [0] nobody added words to the deal
        [one] one player added words to the deal
       *[other] { $added } players added words to the deal
    }. Every draw follows from the secret, every action from the rules.
verify-commitment = It is the secret that was announced before the deal if the table showed { $commitment }
