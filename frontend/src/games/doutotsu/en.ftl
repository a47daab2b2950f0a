# Doutotsu Kujan: words that only the screen needs

tool-romaji = Romaji
colour-red = red
colour-blue = blue
colour-yellow = yellow
colour-green = green
label-spare = spare
label-exposed = exposed
label-complete = done
label-lacks = + { $kana }
# Shorter than elsewhere: it stands on a seat panel.
counter-points = pts
short-role-first = 1st
helps-heading = Play aids

# Marks that explain themselves when they first appear
explain-lacks = One card of this kana completes it.
    .clause = D4.1
explain-help-short = How many cards must still change before you can go out.
    .clause = D4.1
explain-colour = Shape and tint show its colour: a name of one colour scores more.
    .clause = D4.6

result-why = You went out in { $event-went-out } of { $all-event-game-began ->
        [one] 1 game
       *[other] { $all-event-game-began } games
    }, the others in { $others-event-went-out }.
