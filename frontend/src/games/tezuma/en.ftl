# Tezuma-shi: words that only the screen needs

role-start = starts
short-role-start = 1st
letter-trump = T
face-points = pts
trick-led = led
short-points = pts
status-tricks = { $count ->
        [one] 1 trick
       *[other] { $count } tricks
    }
status-tricks-short = { $count ->
        [one] 1 trick
       *[other] { $count } tricks
    }
status-coins = { $count } ohajiki
status-lacks-help = Has none of this suit
status-table = score table: points for each number of tricks
status-deal-points = { $points } now
status-next = next trick { $worth }
tag-does-number = number
tag-does-as-led = led
tag-does-trump = trump
tag-does-no-trump = invalid
tag-does-free = free
tag-does-free-trump = trump
tag-does-aside = aside
tag-does-nothing = same
tag-announced = ability
tag-valid-trump = valid
tag-valid-by-ability = valid by ability
tag-as-led = as led
page = Tricks so far
sheet-none = No trick of this deal yet.
sheet-open = this trick
sheet-won = { $who } won

# Marks that explain themselves when they first appear
explain-table = Your points for 0, 1, 2 … tricks; the dashed one is next.
    .clause = T1.3
explain-valid-trump = Valid: it did not follow, so it beats every number.
    .clause = T5.1
explain-lacks = Known to hold none of this suit.
    .clause = T4.3
explain-beads = Ohajiki pay for your ability. You get them all back each deal.
    .clause = T3.2

result-why = You won { $event-swept ->
        [one] 1 trick
       *[other] { $event-swept } tricks
    } in { $all-event-dealt ->
        [one] 1 deal
       *[other] { $all-event-dealt } deals
    }.
