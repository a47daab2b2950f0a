# Doutotsu Kujan

title = Doutotsu Kujan
tagline = Gather kana until they spell three animals, all at once. One colour scores more, but be quick: the first to go out wins the game.
feel = Three animals out of twelve cards
alike = rummy and mahjong
goal = Spell three animals with twelve cards. First to 3 points wins.
goal-round = Each game, the first to go out scores; names in one colour score more.
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
refuse-D3-6 = Letters are laid only for a name you are exposing. Complete that name, letter by letter, with cards from your hand.
refuse-D3-7 = You can discard only a card from your own hand.
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
entry-kana-colours = kana card { $id }: colours
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
prompt-discard = Discard a card from your hand.
prompt-out = Your cards spell three animals! Go out, or discard and play on?
prompt-over = Match over

## Play aids

help-plan = nearest: { $one }, { $two }, { $three }
plan-lacks = { $name } (needs { $kana })
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
past-event-discarded = { $who } discards a card
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
status-waits = waiting for { $cards }
status-colour = { $colour } { $points ->
        [one] 1 pt
       *[other] { $points } pts
    }
status-discards = discard one of these to wait: { $cards }
status-wait = { $kana } { $colours }
status-also = { $first } { $more }
status-and = { $first }, { $more }
status-card = { $kana } { $colour }

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

# The guided first game (lesson.toml): one message a step, and an answer for each wrong press
lesson-1 = Here are eleven animals, with pictures and how to say them. Make three of them out of twelve cards, all at once, and you go out.
lesson-2 = Your cards lie sorted: a lion (ライオン), a panda (パンダ) and a fur seal (オットセイ) are on their way. You need not read them; the list shows what is missing.
lesson-3 = You have drawn a card, so one must go. バ fits none of the three: discard it.
lesson-3-not-1 = That one is in the panda. Let a バ go.
lesson-3-not-2 = That one is in the fur seal. Let a バ go.
lesson-3-not-3 = Three animals first! Discard バ.
lesson-4 = Haru has discarded ダ, but you have one. Draw from the deck.
lesson-4-not-1 = A panda needs パ as well. Draw from the deck.
lesson-5 = ン, and blue: your lion is complete, all in one colour! Discard another バ.
lesson-5-not-1 = Keep it! It makes your lion all blue.
lesson-5-not-2 = The panda needs this one. Let a バ go.
lesson-6 = Haru throws away パ, the head of your panda! Once a game you may take the top discard and expose that name.
lesson-6-not-1 = パ is just what you lack. Take it!
lesson-6-not-2 = An impala would take your lion apart. Expose the panda.
lesson-6-not-3 = First draw or take, then discard.
lesson-7 = Which ン goes into the panda? The blue one belongs to your blue lion: lay the red one.
lesson-7-not-1 = Then the lion would be of mixed colours, and you would lose a point. The red one!
lesson-8 = And ダ.
lesson-9 = There is your panda. Now discard the last バ.
lesson-9-not-1 = The fur seal needs it.
lesson-9-not-2 = Not yet: the fur seal needs an イ, and in a turn in which you expose a name you cannot go out.
lesson-10 = Only イ is missing now: one card from going out. Watch what comes.
lesson-11 = イ! Panda, lion, fur seal, three animals at once. Say it: “Doutotsu!”
lesson-11-not-1 = You may go on collecting for more, but another player might be quicker. Go out!
lesson-12 = Your lion is all blue: one name of one colour makes 2 points. The first with 3 points wins, so on to the next game.
lesson-13 = New cards: your camel (ラクダ) is complete. The caracal (カラカル) needs ル, the fur seal needs ト.
lesson-14 = The discard does not help you: draw.
lesson-14-not-1 = A panda with パ, but you have no ン. Draw.
lesson-15 = ト! Discard バ, and you wait for ル only.
lesson-15-not-1 = The fur seal was waiting for that ト. Discard バ.
lesson-15-not-2 = The caracal needs カ twice. Discard バ.
lesson-16 = Look what Haru throws away!
lesson-16-not-1 = It is the ル you are waiting for. Take it and go out!
lesson-16-not-2 = You could expose the caracal, but with this ル all three are there. Go out!
lesson-17 = With mixed colours it is only 1 point, but 2 + 1 makes 3: you win! Quick and cheap, or slow and of one colour, is the question of every game.

## One thing to try next time, if it is true of the finished game

try-1 = { $event-went-out ->
        [0] { $others-event-went-out ->
            [0] {""}
            [one] Another player went out before you. Settle on three animals early, and discard what fits none of them.
           *[other] The others went out { $others-event-went-out } times before you. Settle on three animals early, and discard what fits none of them.
        }
       *[other] {""}
    }
try-2 = { $event-took ->
        [0] You never took a discard. One that completes an animal may be just what you need.
       *[other] {""}
    }

## Learn more: one rule each

more-D4-2 = Take it apart
more-D4-2-text = An exposed animal still counts as part of your hand. When you go out, its letters may go into other names.
more-D4-2-step-1 = You have exposed ラット, but your hand makes three other names with its letters. Go out!
more-D4-5 = Quick or rich
more-D4-5-text = Nobody has to go out. You may wait for names of one colour: two or more of them bring 3 points.
more-D4-5-step-1 = You could go out for 2 points, but only one name is of one colour. Discard the blue イ and wait.
more-D4-5-step-2 = Nobody has gone out. Draw!
more-D4-5-step-3 = Now two names are of one colour. Go out for 3 points!
more-D5-2 = The deck is short
more-D5-2-text = If nobody goes out before the deck ends, a player who waits for a single card scores 1 point. If several wait, the first in turn order does.
more-D5-2-step-1 = The deck is empty, and nobody has gone out. Discard the small ッ: then you wait for a single card.
