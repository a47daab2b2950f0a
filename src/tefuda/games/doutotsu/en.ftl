# Doutotsu Kujan

title = Doutotsu Kujan
tagline = Gather kana until they spell three animals, all at once. One colour scores more, but be quick: the first to go out wins the game.
goal = Go out with three animals spelled by your twelve cards, and be the first to three points.
credits = Game by Shinichi Yogi · made by 77spiele (2023, the second variation of “Doutotsu Tsukuro”). An unofficial, non-commercial implementation in words and art of its own; the list of animals and the numbers of cards are a reconstruction.

## House rules

option-core = Core rules
option-core-help = Play with the ア and コ kana cards too, and with the animals on the core side of the list.
option-open_discards = Open discards
option-open_discards-help = Everyone can look at all discards at any time, not only at the top one.
option-most_games = Game limit
option-most_games-help = The match ends after this many games even if nobody has 3 points; the totals decide.

## Why something is refused

refuse-D3-1 = On your turn you draw from the deck or take the top discard, once. Then you discard.
refuse-D3-3 = You can take a discard only once a game.
refuse-D3-4 = The top discard and your hand do not spell that name.
refuse-D3-5 = There is no discard to take.
refuse-D3-6 = Letters are laid only for a name you are exposing. Complete that name, letter by letter, with cards of your hand.
refuse-D3-7 = You can discard only a card of your own hand.
refuse-D4-1 = To go out, all twelve cards must spell exactly three names on the list.
refuse-D4-3 = You cannot go out in the turn in which you expose a name.
refuse-D4-4 = With two players you can go out only if one of your names is of one colour.
refuse-D6-2 = The match is over.

## On the table

zone-deck = deck
zone-discard = discards
zone-list = list of animals
zone-hand = hand
zone-exposed = exposed
counter-game = game
counter-points = points
counter-took = has taken a discard
role-first = first player
mark-name-1 = first name
mark-name-2 = second name
mark-name-3 = third name

## Cards and names

card-red = red { $kana }
card-blue = blue { $kana }
card-yellow = yellow { $kana }
card-green = green { $kana }
name-red = all-red { $name }
name-blue = all-blue { $name }
name-yellow = all-yellow { $name }
name-green = all-green { $name }
name-mixed = { $name }
three-names = { $one }, { $two }, { $three }
list-entry = No. { $number }: { $animal }, { $letters } letters
entry-kana = kana card { $id }: colours and copies
entry-name = list of animals: { $id }

## Actions

action-draw = draw from the deck
action-out = Doutotsu! Go out ({ $points ->
        [one] 1 point
       *[other] { $points } points
    })
action-out-taking = Doutotsu! Take { $card } and go out ({ $points ->
        [one] 1 point
       *[other] { $points } points
    })
action-take = take { $card } and expose { $name }
action-lay = lay { $card }
action-discard = discard { $card }
prompt-choose = Your turn. Draw from the deck, or take the discarded { $card }?
prompt-lay = Which card do you use for the { $kana } of { $name }?
prompt-discard = Discard a card of your hand.
prompt-out = Your cards spell three animals! Go out, or discard and play on?
prompt-waiting = { $who } is thinking
prompt-over = Match over

## Play aids

help-plan = nearest: { $one }, { $two }, { $three }
help-plan-lacks = nearest: { $one }, { $two }, { $three } (needs { $kana })
help-short = { $count ->
        [one] 1 card
       *[other] { $count } cards
    } from going out
help-wait = { $card } lets you go out ({ $points ->
        [one] 1 point
       *[other] { $points } points
    })
help-discard = discard { $discard } and you wait for { $card } ({ $points ->
        [one] 1 point
       *[other] { $points } points
    })
help-name = { $name } is complete
help-lacks = { $name } needs { $kana }

## Log

event-game-began = ── Game { $game }: { $who } is first player ──
event-dealt = Everyone is dealt { $count } cards
event-drew = { $who } draws from the deck
event-drew-card = { $who } draws { $card }
event-took = { $who } takes { $card } and exposes { $name }
event-laid = { $who } lays { $card }
event-discarded = { $who } discards { $card }
event-went-out = “Doutotsu!” { $who } goes out with { $names }: { $points ->
        [one] 1 point
       *[other] { $points } points
    }
event-pile-ended = The deck has run out, and nobody has gone out
event-waited = { $who } was waiting for one card: 1 point
event-nobody-waited = Nobody was waiting for a single card: no points
event-gathered = The cards are gathered
event-ended = The match is over

## Buttons, beside the prompt, and what there is to say of a card

button-draw = Draw
letter-red = R
letter-blue = B
letter-yellow = Y
letter-green = G
show-game = game { $value }
about-card = { $open } in sight now
about-name = { $letters } letters
about-lacks = { $letters } letters; needs { $kana }
about-complete = { $letters } letters; your cards spell it
said-waits = waiting for { $cards }
said-colour = { $colour } { $points ->
        [one] 1 pt
       *[other] { $points } pts
    }
said-discards = discard one of these to wait: { $cards }
said-wait = { $kana } { $colours }
said-also = { $first } { $more }
said-and = { $first }, { $more }
said-card = { $kana } { $colour }

## Reasons of a hint

why-out = goes out for { $points ->
        [one] 1 point
       *[other] { $points } points
    }
why-take = { $short ->
        [one] 1 card
       *[other] { $short } cards
    } from going out once exposed; you cannot take again in this game
why-short = { $short ->
        [one] 1 card
       *[other] { $short } cards
    } from going out; { $count } of { $unseen } unseen cards bring you nearer ({ $kinds } kana)
why-waits = { $count } of { $unseen } unseen cards let you go out ({ $kinds } kana)
why-draw = { $percent }% to draw a card that brings you nearer ({ $count } of { $unseen }; { $short } from going out)
why-draw-out = { $percent }% to draw a card to go out with ({ $count } of { $unseen })
