var e=`# Doutotsu Kujan: words that only the screen needs

tool-romaji = Romaji
colour-red = red
colour-blue = blue
colour-yellow = yellow
colour-green = green
label-spare = spare
label-exposed = exposed
label-complete = done
label-lacks = + { $kana }
# Shorter than elsewhere: it stands on a plate.
counter-took = taken
counter-points = pts
helps-heading = Play aids

# Marks that explain themselves when they first appear
explain-lacks = One card of this kana completes it.
explain-distance = So many cards must still change before you go out.
explain-colour = Shape and tint are its colour: a name of one colour scores more.

result-why = You went out in { $event-went-out } of { $all-event-game-began ->
        [one] 1 game
       *[other] { $all-event-game-began } games
    }, the others in { $others-event-went-out }.
`;export{e as default};