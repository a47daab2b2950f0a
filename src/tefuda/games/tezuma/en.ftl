# Tezuma-shi

title = Tezuma-shi
tagline = Trumps count only off suit. Pick your score table and your magic, then win just enough tricks.
feel = Win just as many tricks as you should
alike = Hearts and Skull King
goal = Most points after all deals win.
goal-round = Each deal, your own score table says how many tricks are good; minus cards cost points.
credits = A game by Ouyuuan (桜遊庵), 2015. An unofficial, non-commercial implementation in words and art of its own. We have only the second half of the booklet: most score tables and abilities are reconstructions.

## House rules

option-without_suit = Suit taken out (3 players)
option-without_suit-help = With 3 players, take out one suit and its minus card, and deal all 36 cards. If none is taken out, 12 cards stay unseen. Not used with 4 players.
option-without_suit-0 = none
option-without_suit-1 = butterfly
option-without_suit-2 = umbrella
option-without_suit-3 = ring
option-without_suit-4 = water
option-one_ability_per_trick = One ability a trick
option-one_ability_per_trick-help = Only the first player to announce an ability may use one in that trick.

## Why something is refused

refuse-T3-5 = You have a card of that kind already. Take one score table, one minus card and one ability.
refuse-T3-6 = Cards of that kind cannot be chosen in this pick.
refuse-T3-7 = That card is not on the table.
refuse-T3-8 = The cards are still being chosen. Play begins when everyone has three.
refuse-T3-9 = The choosing is over. You keep your cards until the end of the deal.
refuse-T4-2 = That card is not in your hand.
refuse-T4-3 = You hold a card of the led suit, so you must follow.
refuse-T6-2 = You have too few ohajiki.
refuse-T6-3 = Someone has used an ability in this trick already (house rule).
refuse-T6-4 = Your ability cannot be used with that card.
refuse-T7-5 = You can win without a card only by an ability that says so.
refuse-T7-9 = Your ability cannot lower a number.
refuse-T7-10 = Only a card of a trick won with that ability can be set aside.
refuse-T7-11 = First choose the card to set aside.
refuse-T9-4 = The game is over.

## On the table

zone-deck = deck
zone-tables = score tables
zone-minuses = minus cards
zone-abilities = abilities
zone-aside = set aside
zone-unseen = unseen cards
zone-chosen = chosen
zone-hand = hand
zone-trick = card played
zone-won = captured
counter-deal = deal
counter-trick = current trick
counter-points = points
counter-tricks = tricks won
counter-coins = ohajiki
counter-no-card = no card
counter-counts-as = counts as
counter-column-0 = 0 tricks
counter-column-1 = 1 trick
counter-column-2 = 2 tricks
counter-column-3 = 3 tricks
counter-column-4 = 4 tricks
counter-column-5 = 5 tricks
counter-column-6 = 6 tricks
counter-column-7 = 7 tricks
counter-column-8 = 8 tricks
counter-column-9 = 9 tricks
counter-column-10 = 10 tricks
counter-column-11 = 11 tricks
counter-column-12 = 12 tricks
counter-deal-points = this deal so far
counter-next-trick = worth of the next trick
counter-penalty = minus cards captured
counter-out-b = butterflies still out
counter-out-u = umbrellas still out
counter-out-r = rings still out
counter-out-w = water still out
counter-highest-b = highest butterfly out
counter-highest-u = highest umbrella out
counter-highest-r = highest ring out
counter-highest-w = highest water out
counter-trumps-out = trumps still out
counter-void-b = no butterfly
counter-void-u = no umbrella
counter-void-r = no ring
counter-void-w = no water
role-start = start player
role-leader = leads
role-winning = winning
mark-announced = ability
mark-valid-trump = valid trump
mark-as-led = counts as led suit

## Cards

suit-b = butterfly
suit-u = umbrella
suit-r = ring
suit-w = water
card-number = { $suit } { $number }
card-trump = { $suit } trump
card-minus = minus { $suit }
card-minus-text = Lose 1 point for each { $suit } card you capture.
card-ability-text = { $text } { $cost } ohajiki.
entry-layout-tables = number of score tables laid out
entry-layout-abilities = number of ability cards laid out
entry-lap = pick { $id }: kind and order
entry-ability-cost = cost of { $card }

## Actions

action-take-table = take score table { $number } ({ $row })
action-take-minus = take minus { $suit }
action-take-ability = take { $name } ({ $kind }, { $cost } ohajiki)
action-play = { $card }
action-announce = { $card } with { $name } ({ $cost }): { $does }
action-no-card = { $name } ({ $cost }): win without a card
action-set-aside = set { $card } aside
ability-wins = win without a card
ability-trump = valid trump
ability-no-trump = trump made invalid
ability-free = no need to follow
ability-as-led = counts as the led suit
ability-aside = set a card aside
ability-number = number becomes { $number }
ability-plus = number + { $number }
ability-either = number ± { $number }
does-number = counts as { $number }
does-as-led = counts as { $number } of the led suit
does-trump = valid trump
does-no-trump = invalid trump
does-free = off suit
does-free-trump = off suit, valid trump
does-aside = sets a card aside if it wins
does-nothing = no effect now
prompt-choose = Your turn, pick { $lap } of 3. Take a card of a kind you do not have yet.
prompt-lead = You lead. Play any card.
prompt-follow = Follow suit: { $suit }.
prompt-cannot-follow = You have no { $suit }: play any card. A trump will be valid.
prompt-set-aside = Choose one card to set aside. Nobody captures it.

## Log

event-laid-out = The score tables and abilities of this game are laid out
event-dealt = ── Deal { $number }: { $count ->
        [one] 1 card
       *[other] { $count } cards
    } each; { $who } chooses first ──
event-took-table = { $who } takes score table { $number }
event-took-minus = { $who } takes minus { $suit }
event-took-ability = { $who } takes { $name } ({ $kind }, { $cost } ohajiki)
event-play-began = Everyone has chosen: { $who } leads
event-led = { $who } leads { $card }
event-followed = { $who } plays { $card }
event-trumped = { $who } has no { $suit } and plays { $card }: a valid trump!
event-discarded = { $who } has no { $suit } and plays { $card }
event-announced = { $how ->
        [led] { $who } leads { $card } with { $name }: { $does }
        [without] { $who } has no { $suit } and plays { $card } with { $name }: { $does }
       *[other] { $who } plays { $card } with { $name }: { $does }
    }
event-no-card = { $who } uses { $name } and plays no card
event-won-without-card = By that ability { $who } wins the trick
event-won-by-trump = { $who } wins the trick with the first valid trump
event-won-by-number = { $who } wins the trick with the highest number of the led suit, { $number }
event-won-by-following-trump = Nothing else can win: with the first trump that followed, { $who } wins the trick
event-set-aside = { $who } sets { $card } aside
event-swept = { $who } captures { $cards ->
        [one] 1 card
       *[other] { $cards } cards
    } ({ $tricks ->
        [one] 1 trick
       *[other] { $tricks } tricks
    } so far)
event-scored = { $who } scores { $points } for { $tricks ->
        [one] 1 trick
       *[other] { $tricks } tricks
    } and { $penalty ->
        [one] 1 minus card
       *[other] { $penalty } minus cards
    } (total { $total })
event-gathered = The cards are gathered for the next deal
event-ended = All deals have been played

## Beside the prompt, and the buttons of the ability

letter-b = B
letter-u = U
letter-r = R
letter-w = W
status-deal = Deal { $deal } of { $deals }
status-trick = Deal { $deal } of { $deals }, trick { $trick }
status-out = { $suit } { $count }, top { $highest ->
        [0] –
       *[other] { $highest }
    }
way-ability = { $name } ({ $cost })
way-plus = Ability ({ $cost }): raise
way-minus = Ability ({ $cost }): lower

## In the terminal

terminal-trump = t

## What an option is worth

amount-lead = lead over the others’ average { $value } ({ $low } to { $high })
unit-amount-lead = { $value } points
scale-amount-lead = lead over the others’ average

## Reasons of a hint

why-loses = does not win this trick (worth { $points } to you)
why-wins = wins this trick ({ $points } for you)
why-strongest = no stronger card is still out: it wins unless an ability is used ({ $points } for you so far)
why-leads = { $count ->
        [one] 1 stronger card is still out
       *[other] { $count } stronger cards are still out
    } ({ $points } for you so far)
why-aside-minus = it is of your minus suit: setting it aside saves a point
why-aside-other = it is not of your minus suit
why-table = pays most, { $best }, for { $tricks ->
        [one] 1 trick
       *[other] { $tricks } tricks
    }; your hand has { $high } of 7 and above, and { $trumps ->
        [one] 1 trump
       *[other] { $trumps } trumps
    }
why-minus = your hand has { $count } of this suit, { $high } of them 7 and above
why-ability = up to { $times ->
        [one] once
       *[other] { $times } times
    } with { $coins } ohajiki; fits { $count ->
        [one] 1 card
       *[other] { $count } cards
    } in your hand
why-ability-wins = wins a trick without a card, up to { $times ->
        [one] once
       *[other] { $times } times
    } with { $coins } ohajiki


# The guided first game (lesson.toml): one message a step, and an answer for each wrong press
lesson-1 = Your score table: three tricks are worth 9 points, four only 5. The most tricks need not be the best.
lesson-2 = We join in the middle: you have won two tricks, and everyone has five cards left. So you want exactly one more.
lesson-3 = Suzu led water, so everyone who has water must follow, and the highest number wins. Follow with the 2.
lesson-3-not-1 = You hold water, so water it must be.
lesson-3-not-2 = You hold water, so not even a trump of another suit will do.
lesson-3-not-3 = A trump that follows is powerless, so that would do. But keep it: play the 2.
lesson-3-not-4 = Your ohajiki (glass counter) is too good for this. Play the 2 without it.
lesson-4 = Haru leads umbrella, and you have none: now a trump of another suit shines and beats every number. Win your third trick!
lesson-4-not-1 = A number that does not follow never wins. Here you want to win: play the butterfly trump.
lesson-4-not-2 = That would not win. Play the butterfly trump.
lesson-4-not-3 = That would shine too, but it will serve you better later. Take the butterfly trump.
lesson-5 = Three tricks, 9 points! Suzu slipped in a ring, though: your minus suit, so 1 point less.
lesson-6 = You won, so you lead. From now on you want to lose: play the butterfly 1.
lesson-6-not-1 = The 9 might win a fourth trick, and 9 points become 5. Play the 1.
lesson-6-not-2 = A trump that you lead is powerless, but you will need it. Play the 1.
lesson-6-not-3 = The 1 is low enough as it is. Save the ohajiki.
lesson-7 = Water again, and the trump is all the water you have, so you must play it. It follows, it does not shine, it cannot win: perfect.
lesson-7-not-1 = The trump is a water card too: you must follow with it.
lesson-8 = Oh dear: butterfly 2 is led, and your last card is the butterfly 9, a fourth trick. But you are a conjurer: read your ability.
lesson-8-not-1 = The 9 would win a fourth trick, and 9 points become 5. With “Swallowing Needles” it counts as 0, for one ohajiki.
lesson-9 = The 9 counted as 0! You keep 9 − 1 = 8 points, and Suzu had to take three butterflies, her own minus suit.
lesson-10 = The last deal, and it is 13 to 12 to 8. This time you choose for yourself: first your hand, then one card of each kind.
lesson-11 = Your hand has no 9 and only one trump. Table 6, “Empty-handed”, pays 13 points for not a single trick!
lesson-11-not-1 = That one is for high cards and trumps. Yours are low: take “Empty-handed”.
lesson-11-not-2 = Possible, but look at the 13 on “Empty-handed”.
lesson-11-not-3 = First all players choose three cards.
lesson-12 = You have four ohajiki (glass counters) again: Swallowing Needles four times. Take it before the others do.
lesson-12-not-1 = That can wait. The others might take the needles!
lesson-12-not-2 = You have a score table already.
lesson-13 = Take no trick, and you take no minus cards either. Any suit will do.
lesson-13-not-1 = Suzu has that one. Take one of the others.
lesson-14 = This deal is yours to play. Lead low, and swallow what is too high!

## One thing to try next time, if it is true of the finished game

try-1 = { $event-announced ->
        [0] { $event-no-card ->
            [0] You never used an ability. Ohajiki left over at the end of a deal are worth nothing: spend them.
           *[other] {""}
        }
       *[other] {""}
    }
try-2 = { $event-announced ->
        [0] { $event-no-card ->
            [1] You used an ability only once. The ohajiki come back in every deal: spend them each time.
           *[other] {""}
        }
        [1] { $event-no-card ->
            [0] You used an ability only once. The ohajiki come back in every deal: spend them each time.
           *[other] {""}
        }
       *[other] {""}
    }
try-3 = { $event-won-by-trump ->
        [0] You won no trick with a trump. When you have none of the led suit, a trump can win: keep one for a trick that you need.
       *[other] {""}
    }

## Learn more: one rule each

more-T5-5 = Nothing but trumps
more-T5-5-text = If no valid trump and no number of the led suit was played, the first trump that followed wins. It is rare.
more-T5-5-step-1 = Lead this trump, and see what the others can play.
more-T6-5 = When abilities meet
more-T6-5-text = Each ability changes only its user’s own card. Once all cards have been played, they are compared as they now stand.
more-T6-5-step-1 = Choose your ability and play the 5: it counts as 7. Suzu has an ability, too.
more-T8-4 = Never below zero
more-T8-4-text = Minus cards can cost you all points of a deal, but no more. Your total never falls.
more-T8-4-step-1 = Your minus cards cost more than your tricks bring. Play your last card, and see what you score.
