var e=`# Kotori-atsume: words that only the screen needs

button-draw = Bid
button-pass = Pass
about-card = { $copies ->
        [one] There is only one
       *[other] There are { $copies } in the game
    }; { $open } can be seen now
show-deck-number = deck { $value } of 2
show-burst-chance = next bid bursts: { $value }%
about-quarrel = The same bird is in the field: win it, and the two quarrel and leave
`;export{e as default};