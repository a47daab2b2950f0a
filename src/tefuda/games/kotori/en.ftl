# Kotori Atsume

title = Kotori Atsume
tagline = Bid for little birds, no two alike. Get greedy and you bust; cage two of a kind and they quarrel.
goal = Have the most birds in your cage when the deck has run out twice.
credits = Game by Susumu Kawasaki · Pairs by James Ernest (Cheapass Games) · “Little Bird” deck drawn by Mutsumi Hagiiwa · Japanese edition by Tendays Games. An unofficial, non-commercial implementation in words and art of its own.

## House rules

option-allow_yield = Yielding
option-allow_yield-help = After a bid you may yield the turn to the next player without passing, and go on when it comes back.

## Why something is refused

refuse-K4-3 = You cannot pass without a bid card. Bid first.
refuse-K4-4 = You can yield only after a bid in this turn, and while someone else is still in.
refuse-K4-5 = A turn ends only when you pass or bust. The house rule “Yielding” is not in use.
refuse-K8-2 = The game is over.

## On the table

zone-deck = deck
zone-top = top card
zone-discard = discards
zone-field = field
zone-bids = bid cards
zone-cage = cage
counter-deck-number = deck number
counter-total = total
counter-out = out
counter-burst-chance = bust risk of the next bid (%)
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

## Actions

action-draw = bid { $card }
action-pass = pass with { $total }
action-yield = yield
prompt-bid-or-pass = Your turn. Bid one more, or pass with { $total }?
prompt-must-bid = Your turn. You have no bid card yet: take the top card.
prompt-waiting = { $who } is thinking
prompt-over = Game over

## Log

event-round-began = ── New round: { $who } is the dealer ──
event-field-drawn = { $card } lands in the field
event-spare-left = A second { $card } in the field: one is discarded
event-bid = { $who } bids { $card } (total { $total })
event-turned-up = The top card is now { $card }
event-passed = { $who } passes with { $total }
event-yielded = { $who } yields
event-burst = Bust! { $who }’s { $card } is turned over (total { $total })
event-burst-at-once = Bust as the turn begins! { $who }’s { $card } is turned over (total { $total })
event-won = { $who } wins the field with { $total }
event-won-tie = Tie at { $total }: nearest to the dealer, { $who } wins the field
event-swept = { $who } discards all bid cards; the others keep their face-up cards
event-caged = { $card } moves into { $who }’s cage
event-quarrelled = A second { $card } in { $who }’s cage: they quarrel, and both fly away
event-rebuilt = The deck has run out: { $count ->
        [one] 1 discard becomes
       *[other] { $count } discards become
    } the new deck
event-ended = The deck has run out: game over

## Buttons, and what there is to say of a card

button-draw = Bid
button-pass = Pass
about-card = { $face } in the deck, { $open } face up
about-quarrel = The same bird is in the field: win it, and the two quarrel and fly away
show-deck-number = deck { $value } of 2
show-burst-chance = bust risk: { $value }%

## In the terminal

terminal-deck = { $number ->
        [1] first deck
       *[other] second and last deck
    }: { $left } left · { $gone } discarded
terminal-burst-chance = bust risk
terminal-burst = bust
terminal-passed = passed
terminal-cage = cage { $count }

## Reasons of a hint

why-bid-first = { $risk }% to bust; your total becomes { $total }
why-bid-ahead = { $risk }% to bust; a total of { $total } beats { $who }’s { $best } (the field changes your cage by { $gain })
why-bid-behind = { $risk }% to bust; a total of { $total } is still not enough against { $who }’s { $best }
why-pass-wins = wins the field now with { $total } (your cage: { $gain })
why-pass-loses = leaves the field to { $who } with { $best }
why-pass-busts = { $who } busts at once on the top card; you stay at { $total }
why-pass-ahead = you lead with { $total }, but { $count ->
        [one] 1 player
       *[other] { $count } players
    } can still bid (the field changes your cage by { $gain })
why-pass-behind = { $total } is not enough against { $who }’s { $best }
why-yield = leaves the top card to { $who }
why-yield-busts = { $who } busts at once on the top card
