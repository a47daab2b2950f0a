# KOTODAMA KOGEN

title = KOTODAMA KOGEN
tagline = Stack words, let them conjugate and modify each other, and empty your opponent’s score cards first.
feel = Words that conjugate are your cards
alike = trading card games
goal = Empty your opponent’s row of score cards before your own is empty.
goal-round = Each turn, stack words: their effects take score cards away.
credits = Game by ツボッシー同盟 (Tsubossie Domei). An unofficial, non-commercial implementation in words and art of its own. No card of the original is public: the cards and their effects are a reconstruction. The table of word forms was made from SudachiDict (Works Applications, Apache License 2.0), which contains a part of UniDic (The UniDic Consortium, BSD license).

## House rules

option-open_lists = Open deck lists
option-open_lists-help = Both players see from the start which cards are in both decks.
option-wipe_at_ten = Wipe at ten
option-wipe_at_ten-help = Whenever your field comes to ten groups, all its cards are discarded (an older rule).

## Why something is refused

refuse-W2-1 = A deck has 30–55 cards, and at most two of the same.
refuse-W2-2 = Decks can be chosen only before the game begins.
refuse-W3-2 = That card is not in your hand.
refuse-W3-4 = Answer the question on screen first.
refuse-W4-1 = You have no word card left to play in this turn.
refuse-W4-2 = That card does not go there.
refuse-W4-3 = A field holds at most ten groups.
refuse-W6-2 = The effect of a card that is not on top of its group cannot be used.
refuse-W6-6 = That effect has been used in this turn already.
refuse-W6-7 = You can play cards and use effects at most 20 times in a turn.
refuse-W6-8 = There is no effect there that could be used now.
refuse-W7-1 = There is no such score card.
refuse-W7-4 = That card is not in your hand, so you cannot discard it.
refuse-W7-5 = This effect cannot fetch that card from your discards.
refuse-W7-6 = You cannot choose that group.
refuse-W8-4 = The game is over.
entry-card-effects = effects of { $card }
openings = Decks
openings-help = { $open_lists ->
        [1] Open lists: once both decks are chosen, both of you see them.
       *[0] Nobody sees your deck. Bots and hints do not know the other deck either: for them, every card not seen yet is equally likely.
    }
opening = a deck
opening-typed = a deck link, or a file
opening-typed-help = The link from the deck builder, or the path of a file with lines such as “2 走る”
deck-link-broken = This deck link is incomplete or mistyped. Copy it again.
deck-link-newer = This deck link comes from a newer release, which writes decks differently. Ask for the deck as text.
deck-link-other-cards = This deck was built with other cards than those played here. Ask for the deck as text.
deck-line-unreadable = This is neither a deck link nor a line with copies and a card, such as “2 走る”; no card goes in three times: { $line }

## On the table

zone-hand = hand
zone-play = card in use
zone-score = score cards
zone-deck = deck
zone-top = top of the deck
zone-gone = discards
zone-list = deck list
zone-group1 = group 1
zone-group2 = group 2
zone-group3 = group 3
zone-group4 = group 4
zone-group5 = group 5
zone-group6 = group 6
zone-group7 = group 7
zone-group8 = group 8
zone-group9 = group 9
zone-group10 = group 10
counter-turn-number = turn
counter-score-left = score cards
counter-deck-left = left in the deck
counter-words-left = word cards to play
counter-free-stacking = stacked cards that do not count
score-left = { $score ->
        [one] 1 score card left
       *[other] { $score } score cards left
    }
role-turn = turn
mark-form-1 = irrealis
mark-form-2 = continuative
mark-form-3 = terminal
mark-form-4 = attributive
mark-form-5 = conditional
mark-form-6 = imperative
mark-modifies = modifies
mark-used = used
mark-known = known to your opponent

## Forms and parts of speech

form-1 = irrealis form
form-2 = continuative form
form-3 = terminal form
form-4 = attributive form
form-5 = conditional form
form-6 = imperative form
class-card = card
class-word = word card
class-item = item
class-verb = verb
class-verb-godan = godan verb
class-verb-kami-ichidan = upper ichidan verb
class-verb-shimo-ichidan = lower ichidan verb
class-verb-ka-irregular = irregular (kuru) verb
class-verb-sa-irregular = irregular (suru) verb
class-adjective = adjective
class-adjectival-verb = adjectival verb
class-adjectival-verb-da = adjectival verb (da)
class-adjectival-verb-desu = adjectival verb (desu)
class-noun = noun
class-noun-common = common noun
class-noun-proper = proper noun
class-noun-numeral = numeral noun
class-noun-formal = formal noun
class-pronoun = pronoun
class-pronoun-personal = personal pronoun
class-pronoun-demonstrative = demonstrative pronoun
class-adverb = adverb
class-adverb-manner = adverb (manner)
class-adverb-degree = adverb (degree)
class-adverb-declarative = adverb (declarative)
class-attributive = adnominal
class-attributive-no = adnominal (no type)
class-attributive-na = adnominal (na type)
class-attributive-ru = adnominal (ru type)
class-attributive-ta = adnominal (ta type)
class-attributive-ga = adnominal (ga type)
class-conjunction = conjunction
class-conjunction-consequence = conjunction (consequence)
class-conjunction-contrary = conjunction (contrary)
class-conjunction-addition = conjunction (addition)
class-conjunction-contrast = conjunction (contrast)
class-conjunction-explanation = conjunction (explanation)
class-conjunction-change = conjunction (change)
class-interjection = interjection
class-interjection-emotion = interjection (emotion)
class-interjection-call = interjection (call)
class-interjection-answer = interjection (answer)
class-interjection-greeting = interjection (greeting)
class-interjection-shout = interjection (shout)
class-auxiliary = auxiliary
class-auxiliary-causative = auxiliary (causative)
class-auxiliary-passive = auxiliary (passive)
class-auxiliary-negative = auxiliary (negative)
class-auxiliary-volition = auxiliary (volition)
class-auxiliary-desire = auxiliary (desire)
class-auxiliary-polite = auxiliary (polite)
class-auxiliary-past = auxiliary (past)
class-auxiliary-appearance = auxiliary (appearance)
class-auxiliary-conjecture = auxiliary (conjecture)
class-auxiliary-likeness = auxiliary (likeness)
class-auxiliary-assertion = auxiliary (assertion)
class-auxiliary-negative-volition = auxiliary (negative volitional)
kind-auxiliary-causative = causative
kind-auxiliary-passive = passive
kind-auxiliary-negative = negative
kind-auxiliary-volition = volition
kind-auxiliary-desire = desire
kind-auxiliary-polite = polite
kind-auxiliary-past = past
kind-auxiliary-appearance = appearance
kind-auxiliary-conjecture = conjecture
kind-auxiliary-likeness = likeness
kind-auxiliary-assertion = assertion
kind-auxiliary-negative-volition = negative volitional
class-auxiliaries = auxiliary ({ $kinds })
class-particle = particle
class-particle-case = case particle
class-particle-connective = connective particle
class-particle-adverbial = adverbial particle
class-particle-final = final particle

## What is written on cards

text-card = [{ $kind }, { $reading }: { $gloss }] { $text }
text-plain = [{ $kind }, { $reading }: { $gloss }]
text-both = { $a } { $b }
text-or = { $a } or { $b }
text-list = { $a }, { $b }
text-or-class = { $a } or { $b }
text-a = { $article }{ $what }
article = { $class ->
        [none] {""}
        [class-adjective] {"an "}
        [class-adjectival-verb] {"an "}
        [class-adjectival-verb-da] {"an "}
        [class-adjectival-verb-desu] {"an "}
        [class-verb-kami-ichidan] {"an "}
        [class-verb-ka-irregular] {"an "}
        [class-verb-sa-irregular] {"an "}
        [class-adverb] {"an "}
        [class-adverb-manner] {"an "}
        [class-adverb-degree] {"an "}
        [class-adverb-declarative] {"an "}
        [class-attributive] {"an "}
        [class-attributive-no] {"an "}
        [class-attributive-na] {"an "}
        [class-attributive-ru] {"an "}
        [class-attributive-ta] {"an "}
        [class-attributive-ga] {"an "}
        [class-interjection] {"an "}
        [class-interjection-emotion] {"an "}
        [class-interjection-call] {"an "}
        [class-interjection-answer] {"an "}
        [class-interjection-greeting] {"an "}
        [class-interjection-shout] {"an "}
        [class-auxiliary] {"an "}
        [class-auxiliary-causative] {"an "}
        [class-auxiliary-passive] {"an "}
        [class-auxiliary-negative] {"an "}
        [class-auxiliary-volition] {"an "}
        [class-auxiliary-desire] {"an "}
        [class-auxiliary-polite] {"an "}
        [class-auxiliary-past] {"an "}
        [class-auxiliary-appearance] {"an "}
        [class-auxiliary-conjecture] {"an "}
        [class-auxiliary-likeness] {"an "}
        [class-auxiliary-assertion] {"an "}
        [class-auxiliary-negative-volition] {"an "}
        [class-auxiliaries] {"an "}
        [class-item] {"an "}
       *[other] {"a "}
    }
text-kinds = { $a }, { $b }
text-and = { $a } and { $b }
text-then = { $a }, then { $b }
text-named = { $what } with the name of a card on your field
text-under = Goes under: { $what }.
text-under-form = Goes under: { $what } (puts it in the { $form }).
text-over = Goes on: { $what } (modifies it).
text-stays = Stays on the field and counts as a group.
text-not-alone = Must be stacked.
text-self = you { $text }
text-effect = { $text }.
text-once = (Once in each of your turns.)
text-covered = (Even when it is not on top.)
text-may = { $text } if you like
when-on-play = When played:
when-conjugates = When it conjugates another card:
when-conjugated = When it takes any form:
when-conjugated-into = When it takes the { $form }:
when-modifies = When it modifies another card:
when-modified = When it is modified:
when-all-present = When { $cards } are all on your field:
when-activate = Use its effect:
when-static = As long as it is on top:
when-used = Use it:
cost-discard-this = discard this card, and
cost-discard-one = discard a card from your hand, and
if-other = { $start ->
        [first] if that word is
       *[later] {""}
    } { $what }{ $end ->
        [and] {""}
       *[if] {","}
    }
if-other-form = { $start ->
        [first] if that word is in the
       *[later] in the
    } { $form }{ $end ->
        [and] {""}
       *[if] {","}
    }
if-this-form = { $start ->
        [first] if it is in the
       *[later] in the
    } { $form }{ $end ->
        [and] {""}
       *[if] {","}
    }
if-other-by = { $start ->
        [first] if that word has
       *[later] with
    } { $what } right below it{ $end ->
        [and] {""}
       *[if] {","}
    }
if-this-by = { $start ->
        [first] if it has
       *[later] with
    } { $what } right below it{ $end ->
        [and] {""}
       *[if] {","}
    }
if-other-modified = { $start ->
        [first] if that word is modified
       *[later] and modified
    }{ $end ->
        [and] {""}
       *[if] {","}
    }
if-this-modified = { $start ->
        [first] if it is modified
       *[later] and modified
    }{ $end ->
        [and] {""}
       *[if] {","}
    }
if-group-cards = { $start ->
        [first] if
       *[later] and
    } its group has { $n } cards or more{ $end ->
        [and] {""}
       *[if] {","}
    }
if-groups-exactly = { $start ->
        [first] if
       *[later] and
    } you have exactly { $n ->
        [one] 1 group
       *[other] { $n } groups
    }{ $end ->
        [and] {""}
       *[if] {","}
    }
if-groups-between = { $start ->
        [first] if
       *[later] and
    } you have { $low }–{ $high } groups{ $end ->
        [and] {""}
       *[if] {","}
    }
do-draw = draw { $n ->
        [one] a card
       *[other] { $n } cards
    }
do-opp-draw = { $start ->
        [first] your opponent draws
       *[later] draws
    } { $n ->
        [one] a card
       *[other] { $n } cards
    }
do-opp-score = { $start ->
        [first] your opponent adds
       *[later] adds
    } { $n ->
        [one] a score card
       *[other] { $n } score cards
    } to their hand
do-own-score = add { $n ->
        [one] one of your score cards
       *[other] { $n } of your score cards
    } to your hand
do-both-score = both of you add { $n ->
        [one] a score card
       *[other] { $n } score cards
    } to your hands
do-discard = discard { $n ->
        [one] a card
       *[other] { $n } cards
    } from your hand
do-opp-discard = { $start ->
        [first] your opponent discards
       *[later] discards
    } { $n ->
        [one] a card
       *[other] { $n } cards
    } of their choice
do-salvage = take { $n ->
        [one] 1 { $what }
       *[other] { $n } { $class ->
            [class-card] cards
            [class-word] word cards
            [class-item] items
           *[other] cards ({ $what })
        }
    } from your discards into your hand
do-bounce = return the top card of { $n ->
        [one] one of your groups
       *[other] { $n } of your groups
    } to your hand
do-bounce-of = return the top card of { $n ->
        [one] one of your groups
       *[other] { $n } of your groups
    } to your hand (it must be { $what })
do-erase = return the bottom card of { $n ->
        [one] one of your groups
       *[other] { $n } of your groups
    } to your hand
do-erase-of = return the bottom card of { $n ->
        [one] one of your groups
       *[other] { $n } of your groups
    } to your hand (it must be { $what })
do-scrap = discard { $n ->
        [one] one of your groups
       *[other] { $n } of your groups
    }
do-scrap-of = discard { $n ->
        [one] one of your groups
       *[other] { $n } of your groups
    } with { $what } on top
do-extra-word = you may play { $n ->
        [one] 1 more word card
       *[other] { $n } more word cards
    } in this turn
do-peek = look at { $n ->
        [one] the top card
       *[other] the top { $n } cards
    } of your deck
do-reveal = { $start ->
        [first] your opponent reveals
       *[later] reveals
    } their hand
do-free-stacking = the first card you stack in each turn does not count as a word card played

## Actions

action-deck = play with “{ $deck }”
action-add = add { $card } to the deck
action-ready = use this deck ({ $n } cards)
action-end = end the turn
action-play = play { $card }
action-play-somewhere = play { $card }: { $places }
action-places = { $a } / { $b }
place-new = new group
place-under = under { $target }
place-under-form = under { $target } ({ $form })
place-on = on { $target } (modifies it)
action-item = use { $card }: { $text }
action-new = play { $card } as a new group
action-under = lay { $card } under { $target }
action-under-form = lay { $card } under { $target }: { $form }
action-on = lay { $card } on { $target }, which it modifies
action-then = { $where }. { $text }
action-effect = [{ $card }] { $text }.
action-use = use { $card }: { $text }
action-yes = yes
action-no = no
action-score = take score card { $n } from the left
action-group = choose the group with { $card }
action-fetch = take { $card } from the discards
action-discard = discard { $card }
prompt-deck = Choose a deck.
prompt-build = You are building a deck ({ $n } cards).
prompt-turn = Your turn. You may play { $n ->
        [one] 1 word card
       *[other] { $n } word cards
    }.
prompt-turn-no-word = No word cards left this turn. Use items or effects, or end the turn.
prompt-place = Where does { $card } go?
prompt-maybe = { $card }: { $text }. Do you want to?
prompt-score = { $card }: choose a score card to take ({ $n } to go).
prompt-discard = { $card }: choose a card to discard ({ $n } to go).
prompt-salvage = { $card }: choose a card from your discards ({ $n } to go).
prompt-bounce = { $card }: choose a group whose top card returns to your hand ({ $n } to go).
prompt-erase = { $card }: choose a group whose bottom card returns to your hand ({ $n } to go).
prompt-scrap = { $card }: choose a group to discard ({ $n } to go).

## Log

event-deck-chosen = { $who } has chosen a deck of { $n } cards
event-dealt = { $who } lays out { $n ->
        [one] 1 score card
       *[other] { $n } score cards
    } that nobody has seen
event-began = { $who } goes first
event-turn-began = ── { $who }’s turn ──
event-turn-ended = { $who } ends the turn
event-ended-score = No score card left: game over
event-ended-deck = No card left to draw: the score cards are counted, game over
event-returned = { $who }’s { $card } returns to the hand
event-scrapped = { $who }’s { $card } is discarded from the field
event-laid = {""}
event-formed = { $card } puts { $target } into the { $form }: { $phrase }
event-modified = { $card } modifies { $target }: { $phrase }
event-fired = { $who }’s { $card }: “{ $text }”
event-lapsed = Too many effects: the effect of { $card } does not happen
event-used = { $who } uses { $card }
event-declined = { $who } declines
event-gained-word = { $who } may play { $n ->
        [one] 1 more word card
       *[other] { $n } more word cards
    } in this turn
event-revealed = { $who } reveals their hand
event-drew = { $who } draws a card
event-drew-card = { $who } draws { $card }
event-scored = { $who } adds a score card to their hand
event-scored-card = { $who } adds a score card to their hand: { $card }
event-peeked = { $who } looks at the top of the deck
event-peeked-card = { $who } looks at the top of the deck: { $card }
event-played = { $who } plays { $card }
event-discarded = { $who } discards { $card }
event-salvaged = { $who } takes { $card } from the discards
event-put-away = { $who }’s { $card } is discarded

## Numbers on the table

show-free-stacking = next stacked card is free
show-words-left = words to play { $value }

## Reasons of a hint

why-wins = the opponent takes the last score cards ({ $theirs }): you win
why-score = the opponent takes { $count } of { $theirs } score cards
why-own-score = you take { $count } of your own { $mine } score cards
why-opp-discard = the opponent discards { $count ->
        [one] 1 card
       *[other] { $count } cards
    }
why-draws = you draw { $count ->
        [one] 1 card
       *[other] { $count } cards
    } ({ $deck } left in your deck)
why-words = you may play { $count ->
        [one] 1 more word card
       *[other] { $count } more word cards
    } in this turn
why-new = something to stack on later ({ $left ->
        [one] 1 word card
       *[other] { $left } word cards
    } left to play in this turn)
why-stack = makes a group of { $size } ({ $left ->
        [one] 1 word card
       *[other] { $left } word cards
    } left to play in this turn)
why-end = { $count ->
        [0] nothing else can be done
        [one] 1 other action is possible
       *[other] { $count } other actions are possible
    }
why-discard-useful = this card could be laid on your field as it is
why-discard-useless = this card cannot be laid anywhere on your field as it is

# The guided first game (lesson.toml): one message a step, and an answer for each wrong press
lesson-1 = Every card is a Japanese word, with its meaning below. Stack them into phrases, and the phrases do the work.
lesson-2 = Each side has five score cards, face down. If yours run out, you lose: so empty Suzu’s row.
lesson-3 = You may play one word card in a turn. Begin with 書く, “write”.
lesson-3-not-1 = けっして, “never”, wants a verb to lie on. Begin with 書く, “write”.
lesson-3-not-2 = Its turn comes later. Begin with 書く, “write”.
lesson-3-not-3 = Save the dictionary, you will want it soon. Begin with 書く, “write”.
lesson-3-not-4 = Play a word first: 書く, “write”.
lesson-4 = One word lies there. End your turn.
lesson-4-not-1 = That was your word card of this turn. End the turn.
lesson-4-not-2 = Save the dictionary. End the turn.
lesson-5 = Suzu has laid 静かだ, “quiet”, and you have drawn ない, “not”. It goes under a verb: play it.
lesson-5-not-1 = “Never write” alone is weak: first ない, “not”, under it.
lesson-5-not-2 = You have a word to play: ない, “not”.
lesson-6 = Lay it under 書く. Read from the top, the phrase says 書かない, “does not write”.
lesson-6-not-1 = On its own it does nothing. Lay it under 書く, “write”.
lesson-7 = The verb changed its ending, 書く to 書か, and both cards woke up: Suzu discards a card and takes a score card into her hand.
lesson-8 = That was your word. End your turn.
lesson-8-not-1 = One word a turn. Next time!
lesson-9 = Suzu lays かなり, “quite”, on 静かだ, “quiet”, and now you lose two score cards. Press any of them.
lesson-9-not-1 = First the score card: press any of them.
lesson-10 = And another. Lost score cards go to your hand: losing gives you words.
lesson-10-not-1 = One more score card: press any of them.
lesson-11 = Now けっして, “never”. It goes on top of a verb, and loves a “not” below.
lesson-11-not-1 = That can wait. けっして, “never”, belongs on your phrase now.
lesson-11-not-2 = Your phrase is waiting for けっして, “never”.
lesson-12 = Lay it on top of 書かない.
lesson-12-not-1 = Alone it does nothing. Lay it on 書かない, “does not write”.
lesson-13 = けっして書かない, “never writes”: good Japanese, and two score cards at once! Suzu has two left.
lesson-14 = End your turn.
lesson-14-not-1 = One word a turn. End your turn.
lesson-15 = Suzu’s しかし, “but”: you draw a card and lose a score card. Press one.
lesson-15-not-1 = First the score card: press any of them.
lesson-16 = Two all. Prepare the last blow: play 起きる, “get up”.
lesson-16-not-1 = ゆっくり, “slowly”, needs a verb on top of a group. First 起きる, “get up”.
lesson-16-not-2 = First lay 起きる, “get up”, for your next turn.
lesson-17 = Items cost no word. Use the dictionary: it draws two cards.
lesson-17-not-1 = First the dictionary: two cards for nothing.
lesson-17-not-2 = You have played your word card. But an item still goes: the dictionary.
lesson-18 = て, “and”, just what you need. End your turn.
lesson-18-not-1 = Next turn!
lesson-19 = Two score cards to go. One word card will not do it, but read て, “and”: it gives you one more.
lesson-19-not-1 = That takes one, but then your word is used up. Start with て, “and”, which gives you another.
lesson-19-not-2 = That takes one, and then your word is used up. Look at て, “and”.
lesson-19-not-3 = That takes one, and then your word is used up. Look at て, “and”.
lesson-19-not-4 = That gives a word too, but 起きる, “get up”, waits for another form. Look at て, “and”.
lesson-19-not-5 = You can win in this turn! Start with て, “and”.
lesson-20 = Lay it under 起きる, and it takes the form that this verb is waiting for.
lesson-20-not-1 = That gives you a word, but takes no score card. 起きる, “get up”, is the one that is waiting.
lesson-20-not-2 = On its own it does nothing. Lay it under 起きる, “get up”.
lesson-21 = One gone, and one more word. Now ゆっくり, “slowly”, which Suzu made you take from your score cards!
lesson-21-not-1 = You still have a word to play: ゆっくり, “slowly”.
lesson-22 = On top of 起きて.
lesson-22-not-1 = On its own it does nothing. On top of 起きて!
lesson-23 = ゆっくり起きて, “gets up slowly, and …”: Suzu has no score card left, and you have won! Every card says what it goes under or on; there are 54 of them.

## One thing to try next time, if it is true of the finished game

try-1 = { $others-event-scored ->
        [0] Your cards took no score card. Before you lay a card, read what it needs above or below it.
       *[other] {""}
    }
try-2 = { $others-event-used ->
        [0] {""}
       *[other] { $event-used ->
            [0] Your opponent used effects of cards on the field{ $others-event-used ->
                [1] {""}
               *[other] {" "}{ $others-event-used } times
            }, and you never did. In your turn, read your field, too.
           *[other] {""}
        }
    }
try-3 = { $all-event-ended-deck ->
        [0] {""}
       *[other] The game ended on an empty deck. Effects that let you draw bring that end nearer: use them when you have more score cards.
    }

## Learn more: one rule each

more-W6-8 = Effects that you use
more-W6-8-text = Some cards on your field have an effect to use in your turn. If it names a cost, you pay that first.
more-W6-8-step-1 = 見る, “see”, on your field has an effect: it looks at the top card of your deck. Use it!
more-W8-3 = An empty deck
more-W8-3-text = If a card has to be drawn and the deck is empty, the game ends at once. The player with more score cards wins.
more-W8-3-step-1 = Suzu’s deck is empty, and you have more score cards. End your turn.
