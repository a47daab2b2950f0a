# KOTODAMA KOGEN

title = KOTODAMA KOGEN
tagline = Stack words, let them conjugate and modify each other, and be the first to use up the other side's score cards.
credits = Game by ツボッシー同盟 (Tsubossie Domei). An unofficial, non-commercial implementation in words and art of its own. No card of the original is public: the cards and their effects are a reconstruction. The table of word forms was made from SudachiDict (Works Applications, Apache License 2.0), which contains a part of UniDic (The UniDic Consortium, BSD license).

## House rules

option-open_lists = Open deck lists
option-open_lists-help = Both players see from the start which cards are in both decks.
option-wipe_at_ten = Wipe at ten
option-wipe_at_ten-help = Whenever your field comes to ten groups, all its cards are discarded (an older rule).

## Why something is refused

refuse-W2-1 = a deck has 30 to 55 cards, and at most two of the same
refuse-W2-2 = decks are chosen first, and not once the game has begun
refuse-W3-2 = that card is not in your hand
refuse-W3-4 = that is not what you are being asked
refuse-W4-1 = you have no word card left to play in this turn
refuse-W4-2 = that card does not go there
refuse-W4-3 = a field holds at most ten groups
refuse-W6-2 = the effect of a card that is not on top of its group cannot be used
refuse-W6-6 = that effect has been used in this turn already
refuse-W6-7 = there are at most 20 plays in a turn
refuse-W6-8 = there is no effect there that could be used now
refuse-W7-1 = there is no such score card
refuse-W7-4 = that card is not in your hand, so you cannot discard it
refuse-W7-5 = this effect cannot fetch that card from your discards
refuse-W7-6 = you cannot choose that group
refuse-W8-4 = the game is over

## On the table

zone-hand = hand
zone-play = being used
zone-score = score cards
zone-deck = deck
zone-top = deck, looked at
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
counter-free-stacking = free stackings
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
mark-known = known to the other side

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
class-inflecting = verb, adjective, adjectival verb
class-verb = verb
class-verb-godan = five-grade verb
class-verb-kami-ichidan = upper one-grade verb
class-verb-shimo-ichidan = lower one-grade verb
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
class-attributive = attributive
class-attributive-no = attributive (no type)
class-attributive-na = attributive (na type)
class-attributive-ru = attributive (ru type)
class-attributive-ta = attributive (ta type)
class-attributive-ga = attributive (ga type)
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
text-kinds = { $a }, { $b }
text-and = { $a } and { $b }
text-then = { $a }, then { $b }
text-named = { $what } with the name of a card on your field
text-under = May go under: { $what }.
text-under-form = May go under: { $what }, which takes the { $form }.
text-over = May go on, and modify: { $what }.
text-stays = Stays on the field and counts as a group.
text-not-alone = Must be stacked.
text-effect = { $text }.
text-once = (Once in each of your turns.)
text-covered = (Also when it is not on top.)
text-may = { $text } if you like
when-on-play = When played:
when-conjugates = When it makes a card conjugate:
when-conjugated = When it conjugates:
when-conjugated-into = When it takes the { $form }:
when-modifies = When it modifies a card:
when-modified = When it is modified:
when-all-present = When { $cards } are all on your field:
when-activate = Use it:
when-static = As long as it is on top:
when-used = Use it:
cost-discard-this = discard this card, and
cost-discard-one = discard a card from your hand, and
if-other = if the other word is one of these ({ $what }),
if-other-form = if that card is in the { $form },
if-this-form = if it is in the { $form },
if-other-by = if right below that card lies { $what },
if-this-by = if right below it lies { $what },
if-other-modified = if that card is modified,
if-this-modified = if it is modified,
if-group-cards = if its group has { $n } cards or more,
if-groups-exactly = if you have exactly { $n ->
        [one] one group
       *[other] { $n } groups
    },
if-groups-between = if you have { $low } to { $high } groups,
do-draw = draw { $n ->
        [one] a card
       *[other] { $n } cards
    }
do-opp-draw = your opponent draws { $n ->
        [one] a card
       *[other] { $n } cards
    }
do-opp-score = your opponent takes { $n ->
        [one] a score card
       *[other] { $n } score cards
    } into hand
do-own-score = take { $n ->
        [one] one of your score cards
       *[other] { $n } of your score cards
    } into your hand
do-both-score = both of you take { $n ->
        [one] a score card
       *[other] { $n } score cards
    } into hand
do-discard = discard { $n ->
        [one] a card
       *[other] { $n } cards
    } from your hand
do-opp-discard = your opponent chooses and discards { $n ->
        [one] a card
       *[other] { $n } cards
    } from hand
do-salvage = take from your discards into your hand: { $n ->
        [one] one
       *[other] { $n }
    } ({ $what })
do-bounce = return the top card of { $n ->
        [one] one of your groups
       *[other] { $n } of your groups
    } ({ $what }) to your hand
do-erase = return the bottom card of { $n ->
        [one] one of your groups
       *[other] { $n } of your groups
    } ({ $what }) to your hand
do-scrap = discard { $n ->
        [one] one of your groups
       *[other] { $n } of your groups
    } (on top: { $what })
do-extra-word = you may play { $n ->
        [one] one more word card
       *[other] { $n } more word cards
    } in this turn
do-peek = look at { $n ->
        [one] the top card
       *[other] the top { $n } cards
    } of your deck
do-reveal = your opponent shows the hand
do-free-stacking = the first card you stack in each turn does not count as your word card

## Actions

action-deck = play with “{ $deck }”
action-add = add { $card } to the deck
action-ready = settle on these { $n } cards
action-end = end the turn
action-play = play { $card }
action-play-somewhere = play { $card }: { $places }
action-places = { $a } / { $b }
action-item = use { $card }: { $text }
action-new = play { $card } as a new group
action-under = lay { $card } under { $target }
action-under-form = lay { $card } under { $target }: { $form }
action-on = lay { $card } on { $target }, which it modifies
action-then = { $where }. { $text }
action-effect = [{ $card }] { $text }.
action-use = use { $card }: { $text }
action-yes = do so
action-no = do not
action-score = take score card { $n } from the left
action-group = choose the group with { $card }
action-fetch = take { $card } from the discards
action-discard = discard { $card }
prompt-deck = Choose a deck.
prompt-build = You are putting a deck together ({ $n } cards).
prompt-turn = Your turn. You may play { $n ->
        [one] one word card
       *[other] { $n } word cards
    }.
prompt-turn-no-word = Your turn. You have played your word card of this turn.
prompt-place = Where does { $card } go?
prompt-maybe = { $card }: { $text }. Do you want to?
prompt-score = { $card }: choose a score card to take ({ $n } to go).
prompt-discard = { $card }: choose a card to discard ({ $n } to go).
prompt-salvage = { $card }: choose a card from your discards ({ $n } to go).
prompt-bounce = { $card }: choose a group whose top card returns to your hand ({ $n } to go).
prompt-erase = { $card }: choose a group whose bottom card returns to your hand ({ $n } to go).
prompt-scrap = { $card }: choose a group to discard ({ $n } to go).
prompt-waiting = { $who } is thinking
prompt-over = The game is over

## Log

event-added = { $card } goes into the deck
event-deck-chosen = { $who } has chosen a deck of { $n } cards
event-dealt = { $who } lays out five score cards that nobody has seen
event-began = { $who } goes first
event-turn-began = ── { $who }'s turn ──
event-turn-ended = { $who } ends the turn
event-ended-score = No score card left: the game is over
event-ended-deck = No card left to draw: the score cards are counted, and the game is over
event-returned = { $who }'s { $card } returns to the hand
event-scrapped = { $who }'s { $card } is discarded from the field
event-laid = { $who } lays { $card }
event-formed = { $card } puts { $target } into the { $form }: { $phrase }
event-modified = { $card } modifies { $target }: { $phrase }
event-fired = { $card }: { $text }
event-lapsed = The effect of { $card } lapses: there are too many
event-used = { $who } uses { $card }
event-declined = { $who } prefers not to
event-gained-word = { $who } may play { $n ->
        [one] one more word card
       *[other] { $n } more word cards
    } in this turn
event-revealed = { $who } shows the hand
event-drew = { $who } draws a card
event-drew-card = { $who } draws { $card }
event-scored = { $who } takes a score card into the hand
event-scored-card = { $who } takes a score card into the hand: { $card }
event-peeked = { $who } looks at the top of the deck
event-peeked-card = { $who } looks at the top of the deck: { $card }
event-played = { $who } plays { $card }
event-discarded = { $who } discards { $card }
event-salvaged = { $who } takes { $card } from the discards
event-put-away = { $who }'s { $card } is discarded
