# Tezuma-shi

title = Tezuma-shi
tagline = Trumps shine only when they do not follow. Choose your scores and your magic, and win just as much as you should.
credits = A game by 桜遊庵, 2015. An unofficial, non-commercial implementation in words and art of its own. The first half of the booklet is lost to us: most score tables and abilities are reconstructions.

## House rules

option-without_suit = Suit taken out (three players)
option-without_suit-help = With three players, take out one suit and its minus card, and deal all 36 cards. 0: none, twelve cards stay unseen; 1: butterflies; 2: umbrellas; 3: rings; 4: water. Not used with four.
option-one_ability_per_trick = One ability a trick
option-one_ability_per_trick-help = Only the first player to announce an ability may use one in that trick.

## Why something is refused

refuse-T3-5 = you have a card of that kind already: you take one score table, one minus card and one ability
refuse-T3-6 = cards of that kind are not chosen in this lap
refuse-T3-7 = that card is not on the table
refuse-T3-8 = the cards are still being chosen: play begins when everybody has three
refuse-T3-9 = the choosing is over: you keep your cards until the end of the deal
refuse-T4-2 = that card is not in your hand
refuse-T4-3 = you hold a card of the led suit, so you must follow
refuse-T6-2 = you have too few ohajiki
refuse-T6-3 = somebody has used an ability in this trick already (house rule)
refuse-T6-4 = your ability cannot be used with that card
refuse-T7-5 = you may win without a card only by an ability that says so
refuse-T7-9 = your ability cannot take anything away from a number
refuse-T7-10 = only a card of a trick won with that ability may be set aside
refuse-T7-11 = first choose the card to set aside
refuse-T9-4 = the game is over

## On the table

zone-deck = deck
zone-tables = score tables
zone-minuses = minus cards
zone-abilities = abilities
zone-aside = set aside
zone-unseen = seen by nobody
zone-chosen = chosen
zone-hand = hand
zone-trick = card played
zone-won = captured
counter-deal = deal
counter-trick = trick
counter-points = points
counter-tricks = tricks
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

## Actions

action-take-table = table { $number }: { $row }
action-take-minus = minus { $suit }
action-take-ability = { $kind } ({ $cost } ohajiki)
action-play = { $card }
action-announce = { $card } with your ability ({ $cost }): { $does }
action-no-card = no card: win by your ability ({ $cost })
action-set-aside = set the { $card } aside
ability-wins = win without a card
ability-trump = a valid trump
ability-no-trump = a trump not valid
ability-free = no need to follow
ability-as-led = counts as the led suit
ability-aside = set a card aside
ability-number = number becomes { $number }
ability-plus = number + { $number }
ability-either = number ± { $number }
does-number = counts as { $number }
does-as-led = counts as { $number } of the led suit
does-trump = a valid trump
does-no-trump = no trump
does-free = not following
does-free-trump = not following, a valid trump
does-aside = sets a card aside if it wins
does-nothing = no effect now
prompt-choose = Your turn (lap { $lap }). Take a card of a kind you do not have yet.
prompt-lead = You lead. Play any card.
prompt-follow = Follow suit: { $suit }.
prompt-cannot-follow = You have no { $suit }: play any card. A trump will be valid.
prompt-set-aside = Choose one card to set aside. Nobody captures it.
prompt-waiting = { $who } is thinking
prompt-over = The game is over

## Log

event-laid-out = The score tables and abilities of this game are laid out
event-dealt = ── Deal { $number }: twelve cards each; { $who } chooses first ──
event-took-table = { $who } takes score table { $number }
event-took-minus = { $who } makes { $suit } the minus suit
event-took-ability = { $who } takes an ability: { $kind } ({ $cost } ohajiki)
event-play-began = Everybody has chosen: { $who } leads
event-led = { $who } leads the { $card }
event-followed = { $who } plays the { $card }
event-trumped = { $who } has no { $suit } and plays the { $card }: a valid trump!
event-discarded = { $who } has no { $suit } and plays the { $card }
event-announced = { $who } plays the { $card } with an ability: { $does }
event-no-card = { $who } uses an ability to win without a card
event-won-without-card = By that ability { $who } wins the trick
event-won-by-trump = { $who } wins the trick with the first valid trump
event-won-by-number = { $who } wins the trick with the highest number, { $number }
event-won-by-following-trump = Nothing else can win, so the first trump that followed does: { $who } wins the trick
event-set-aside = { $who } sets the { $card } aside
event-swept = { $who } captures { $cards ->
        [one] one card
       *[other] { $cards } cards
    } ({ $tricks ->
        [one] one trick
       *[other] { $tricks } tricks
    } so far)
event-scored = { $who } scores { $points } for { $tricks ->
        [one] one trick
       *[other] { $tricks } tricks
    } and { $penalty ->
        [one] one minus card
       *[other] { $penalty } minus cards
    } (total { $total })
event-gathered = The cards are gathered for the next deal
event-ended = All deals have been played
