# Doutotsu Kujan

title = Doutotsu Kujan
tagline = Gather kana until they spell three animals, all at once. One colour scores more, and the quickest takes it all.
credits = Game by Shin’ichi Yogi · made by 77spiele (2023, the second variation of “Doutotsu Tsukuro”). An unofficial, non-commercial implementation in words and art of its own; the list of animals and the numbers of cards are a reconstruction.

## House rules

option-core = Core rules
option-core-help = Play with the ア and コ cards too, and with the animals on the core side of the list.
option-open_discards = Open discards
option-open_discards-help = Everybody may look at all discards at any time, and not only at the top one.
option-most_games = Most games
option-most_games-help = After so many games the match ends even if nobody has three points, and the totals decide.

## Why something is refused

refuse-D3-1 = on your turn you do one of two things, once: draw from the pile or take the top discard; only then you discard
refuse-D3-3 = you may take a discard only once a game
refuse-D3-4 = the top discard and your hand do not spell that name
refuse-D3-5 = there is no discard to take
refuse-D3-6 = letters are laid only for a name you are exposing: lay it to its end, one by one, with cards of your hand
refuse-D3-7 = you can discard only a card of your own hand
refuse-D4-1 = your twelve cards do not make exactly three names of the list
refuse-D4-3 = in the turn in which you expose a name you cannot go out
refuse-D4-4 = with two players you can go out only if one of your names is of one colour
refuse-D6-2 = the match is over

## On the table

zone-deck = pile
zone-discard = discards
zone-list = list of animals
zone-hand = hand
zone-exposed = laid open
counter-game = game
counter-points = points
counter-took = has taken a discard
role-first = began
mark-name-1 = first name
mark-name-2 = second name
mark-name-3 = third name

## Cards and names

card-red = { $kana } (red)
card-blue = { $kana } (blue)
card-yellow = { $kana } (yellow)
card-green = { $kana } (green)
name-red = { $name } (all red)
name-blue = { $name } (all blue)
name-yellow = { $name } (all yellow)
name-green = { $name } (all green)
name-mixed = { $name }
three-names = { $one }, { $two }, { $three }
list-entry = No. { $number }: { $animal }, { $letters } letters

## Actions

action-draw = draw from the pile
action-out = go out: three animals! ({ $points ->
        [one] 1 point
       *[other] { $points } points
    })
action-out-taking = take the { $card } and go out: three animals! ({ $points ->
        [one] 1 point
       *[other] { $points } points
    })
action-take = take the { $card } and expose { $name }
action-lay = lay the { $card }
action-discard = discard the { $card }
prompt-choose = Your turn. Draw from the pile, or take the { $card } that was discarded?
prompt-lay = Which card do you use for the { $kana } of { $name }?
prompt-discard = Discard one card of your hand.
prompt-out = You have three animals! Go out, or discard and play on?
prompt-waiting = { $who } is thinking
prompt-over = The match is over

## Play aids

help-plan = nearest: { $one }, { $two }, { $three }
help-plan-lacks = nearest: { $one }, { $two }, { $three } (lacking: { $kana })
help-short = { $count ->
        [one] one card
       *[other] { $count } cards
    } from going out
help-wait = the { $card } lets you go out ({ $points ->
        [one] 1 point
       *[other] { $points } points
    })
help-discard = discard the { $discard } and you wait for the { $card } ({ $points ->
        [one] 1 point
       *[other] { $points } points
    })
help-name = { $name } is complete
help-lacks = { $name } lacks { $kana }

## Log

event-game-began = ── Game { $game }: { $who } begins ──
event-dealt = Everybody is dealt { $count } cards
event-drew = { $who } draws from the pile
event-drew-card = { $who } draws the { $card }
event-took = { $who } takes the { $card } and exposes { $name }
event-laid = { $who } lays the { $card }
event-discarded = { $who } discards the { $card }
event-went-out = “Doutotsu!” { $who } goes out with { $names }: { $points ->
        [one] 1 point
       *[other] { $points } points
    }
event-pile-ended = The pile has run out, and nobody has gone out
event-waited = { $who } was waiting for one card: 1 point
event-nobody-waited = Nobody was waiting for a single card: no points
event-gathered = The cards are gathered
event-ended = The match is over
