# Kotori-atsume

title = Kotori-atsume
tagline = Bid for little birds, each of them different. Want too much, and you burst; keep two alike, and they quarrel.
credits = Game by Susumu Kawasaki · Pairs by James Ernest (Cheapass Games) · “Little Bird” deck drawn by Mutsumi Hagiiwa · Japanese edition by Tendays Games. An unofficial, non-commercial implementation in words and art of its own.

## House rules

option-allow_yield = Handing the turn on
option-allow_yield-help = After a bid you may hand the turn to the next player without dropping out, and go on when it comes back.

## Why something is refused

refuse-K4-3 = you cannot pass without a bid card: bid first
refuse-K4-4 = you may hand the turn on only after a bid in this turn, and while somebody else is still in
refuse-K4-5 = a turn ends only when you pass or burst: the house rule of handing the turn on is not in use
refuse-K8-2 = the game is over

## On the table

zone-deck = deck
zone-top = top card
zone-discard = discards
zone-field = field
zone-bids = bids
zone-cage = cage
counter-deck-number = number of the deck
counter-total = total
counter-out = out
counter-burst-chance = chance to burst on the next bid (%)
score-birds = { $score ->
        [one] 1 bird
       *[other] { $score } birds
    }
role-dealer = dealer

## Cards: the value, and a bird's name of our own

face-1 = 1 kingfisher
face-2 = 2 bluetail
face-3 = 3 varied tit
face-4 = 4 long-tailed tit
face-5 = 5 Japanese tit
face-6 = 6 white-eye
face-7 = 7 swallow
face-8 = 8 bush warbler
face-9 = 9 wagtail
face-10 = 10 sparrow

## What one may do

action-draw = bid the { $card }
action-pass = pass with { $total }
action-yield = hand the turn on
prompt-bid-or-pass = Your turn. Bid one more, or pass with { $total }?
prompt-must-bid = Your turn. You have no bid card yet: take the top card.
prompt-waiting = { $who } is thinking
prompt-over = The game is over

## What happens

event-round-began = ── A new round: { $who } is the dealer ──
event-field-drawn = { $card } lands in the field
event-spare-left = { $card } is in the field twice: one of them is discarded
event-bid = { $who } bids { $card } (total { $total })
event-turned-up = The top card is now { $card }
event-passed = { $who } passes with { $total }
event-yielded = { $who } hands the turn on
event-burst = Burst! { $who }'s { $card } is turned over (total { $total })
event-burst-at-once = Burst at the first instant of the turn! { $who }'s { $card } is turned over (total { $total })
event-won = { $who } wins the field with { $total }
event-won-tie = A tie at { $total }: nearest to the dealer, { $who } wins the field
event-swept = { $who } discards all bids; the others keep theirs
event-caged = { $card } moves into { $who }'s cage
event-quarrelled = { $card } meets { $card } in { $who }'s cage: they quarrel, and both are gone
event-rebuilt = The deck has run out: { $count ->
        [one] one discard becomes
       *[other] { $count } discards become
    } the new deck
event-ended = The deck has run out: the game is over
