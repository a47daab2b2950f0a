# Doutotsu Kujan: words that only the screen needs

tool-romaji = Romaji
colour-red = red
colour-blue = blue
colour-yellow = yellow
colour-green = green
label-spare = spare
label-exposed = exposed
label-complete = complete
label-lacks = + { $kana }
# Shorter than elsewhere: it stands on a plate.
counter-took = taken
counter-points = pts
helps-heading = Play aids
result-why = You went out in { $event-went-out } of { $all-event-game-began ->
        [one] 1 game
       *[other] { $all-event-game-began } games
    }, the others in { $others-event-went-out }.
