# Kotori Atsume

title = Kotori Atsume
tagline = Bid for little birds, no two alike. Get greedy and you bust; cage two of a kind and they quarrel.
feel = One more card, or stop?
alike = Blackjack and other push-your-luck games
goal = Most birds in the cage win, but no two alike.
goal-round = Each round, the highest total takes the birds in the field.
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
counter-field-cards = cards in the field
counter-last-deck = number of the last deck
counter-total = total
counter-birds = birds
counter-out = out
counter-burst-chance = bust risk of the next bid (%)
score-birds = { $score ->
        [one] 1 bird
       *[other] { $score } birds
    }
role-dealer = dealer
role-ahead = leads

## Cards: the value, and the bird's name in the card file

card-name = { $value } { $bird }

## Actions

action-draw = bid { $card }
action-pass = pass with { $total }
action-yield = yield
prompt-bid-or-pass = Your turn. Bid one more, or pass with { $total }?
prompt-must-bid = Your turn. You have no bid card yet: take the top card.

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
about-card = { $open } face up now
about-quarrel = The same bird is in the field: win it, and the two quarrel and fly away
show-deck-number = { $value ->
        [1] first deck
        [2] second deck
       *[other] deck { $value }
    }
show-burst-chance = bust risk: { $value }%

## In the terminal

terminal-deck = { $number ->
        [1] first deck
        [2] second deck
       *[other] deck { $number }
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

# The guided first game (lesson.toml): one message a step, and an answer for each wrong press
lesson-1 = Three little birds have landed. The highest bid takes them home.
lesson-2 = You bid with the card in the treetop, the top card. Bid the 9.
lesson-2-not-1 = To pass you need at least one bid card. Take this one first.
lesson-3 = Your bid is 9. Take the 6 as well, and it is 15.
lesson-3-not-1 = You could, but 9 will hardly win. One more!
lesson-4 = After each card a new top card is turned up. If it shows a bird you have already bid, you bust: dare to take the 3.
lesson-4-not-1 = 15 is a little thin. One more, and then you stop.
lesson-5 = 18! With three cards you are never far from a bust: pass, and the 18 is safe.
lesson-5-not-1 = Brave! But a fourth card is a fourth way to bust. Pass this time.
lesson-6 = Suzu wanted more and went bust: an 8 came up while she had an 8. That card is turned over and no longer counts.
lesson-7 = Your 18 is the highest, so 4, 7 and 10 move into your cage. Most birds at the end win.
lesson-8 = You have paid with all your cards. The others keep theirs: here losing makes you rich.
lesson-9 = You already have a 7 and a 10, and two birds of a kind quarrel and both fly away. You do not want these, so bid just one card.
lesson-9-not-1 = To pass you need at least one bid card. Take this one first.
lesson-10 = 6 is enough to lose with, and you keep the card. Pass.
lesson-10-not-1 = Careful, you might win birds that quarrel. Pass.
lesson-11 = Haru has won. You kept your 6, and Suzu has 10 and 9 already: 19 without lifting a finger.
lesson-12 = Haru passed with 17. Your 4s would quarrel, but 3 and 9 would be new: take the 4.
lesson-12-not-1 = 6 is far below Haru’s 17. Take the 4.
lesson-13 = Now the 8, and you are one ahead of Haru.
lesson-13-not-1 = 10 does not beat 17. Take the 8.
lesson-14 = 18, but Suzu plays after you, with 19. Compare the treetop with her cards: what if you leave the 10 where it is?
lesson-14-not-1 = 28 beats her too, but look: the 10 does more in the treetop, in front of a player who holds a 10.
lesson-15 = Suzu busts before she can say a word, and 18 wins! Your two 4s have quarrelled, but you have two new birds.
lesson-16 = You lead with four birds to three. This field would only bring quarrels, but the deck is nearly empty: take the 5.
lesson-16-not-1 = To pass you need at least one bid card. Take this one first.
lesson-17 = The moment the last card leaves the deck, the game is over and nobody wins this field. Go on!
lesson-17-not-1 = Then the others may still win these birds. You are ahead: end it yourself.
lesson-18 = The last card. Take it!
lesson-18-not-1 = One card is left, and you are ahead. Take it!
lesson-19 = Four birds to three: you win! A full game begins with the whole deck, and its discards make a second one.

## One thing to try next time, if it is true of the finished game

try-1 = { $event-quarrelled ->
        [0] {""}
        [1] {""}
       *[other] Quarrels cost you { $event-quarrelled } birds. Before you bid high, compare the field with your cage.
    }
try-2 = { $event-burst-at-once ->
        [0] { $event-burst ->
            [0] {""}
            [1] {""}
           *[other] You went bust { $event-burst } times. Look at the bust risk, and pass one card earlier.
        }
       *[other] {""}
    }
try-3 = { $event-won ->
        [0] You won none of { $all-event-won } fields. Keep your bid cards, and go for one field with new birds.
       *[other] {""}
    }

## Learn more: one rule each

more-K3-2 = Twins in the field
more-K3-2-text = Of equal birds in the field only one stays, so there may be just one or two to win. The others are discarded.
more-K3-2-step-1 = Pass, and watch which birds come to the field next.
more-K6-2 = A tie
more-K6-2-text = With equal totals, the dealer wins, else the player next to them clockwise. Against someone nearer to the dealer you need one more.
more-K6-2-step-1 = You and Suzu both have 8, and Suzu is the dealer. Pass, and see who wins the 10.
more-K8-1 = The second deck
more-K8-1-text = When the deck runs out, the discards are shuffled and become the second deck. When that has run out, the game is over.
more-K8-1-step-1 = The 9 on the treetop is the last card of the deck. Take it.
