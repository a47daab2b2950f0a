# Chicken or Llama: words that only the screen needs

action-top = draw top
action-bottom = draw bottom
table-card-down = a note ({ $where })
table-card-down-known = a { $face } note ({ $where }, only you have seen the back)
stakes-round = Round { $round }
stakes-pot = Pot: { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
tray-bust = bust
short-top = top
short-bottom = bottom
short-inside = deck
short-dealer = D
stakes-title = At stake
phase-bet = bet
phase-draw = draw
phase-vote = vote
phase-raise = all-in
phase-confirm = confirm
coins = { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
stakes-bet = To play: { $unit }
stakes-draw = If you lose, you pay { $unit }
stakes-vote = A wrong vote costs { $unit }
stakes-raise = All-in, or stay at { $unit }
stakes-answer = All-in, or drop out and lose { $unit }
stakes-confirm = To withdraw: { $price }
stakes-swap = roles swapped: llamas bust
tray-of = { $who }: stake and votes
vote-of = Vote:
marks-comma = {", "}
style-fold = crease
style-nick = nick
close-whose = { $who } (note { $number } of { $count })
close-alike = { $count ->
        [one] No other note looks like this
       *[other] { $count } notes look like this, this one included
    }
close-unknown = You have not seen its back
close-known = On its back: { $kind } (only you have seen it)
close-open = { $kind } (face up for all)
close-mark = Mark it in secret
close-mark-help = Choose a spot on the edge ({ $left } left). The mark is made with your next action and stays secret until the next shuffle.
close-mark-full = This note can get no more marks this round. Press a spot again to take its mark back.
close-notebook = Notebook
close-others = The notes beside it
close-inside = { $count } notes inside the deck. Everyone knows how many bear which marks; nobody knows their order.

# Marks that explain themselves when they first appear
explain-bust = How likely a chicken is among these notes, as far as you know.
    .clause = L10.7
explain-bust-top = How likely the note at this end is to make you bust.
    .clause = L10.7
explain-fresh = Your mark. No one else knows of it yet.
    .clause = L10.4
explain-marked = A player marked this note, and may know its back.
    .clause = L10.2
explain-dealer = Decides first, and wins ties.
    .clause = L7.3
explain-vote = Dropped out, and bets on this player.
    .clause = L5.1

tie-score-coins = Of those who are out of coins, the one who stayed in longer ranks higher (rule L9.2).
tie-score-wins = With the same number of wins, the player who ranked above more opponents over all games is ahead (rule L9.4).
result-why = You won { $event-won } of { $all-event-shuffled } rounds.{ $event-guessed-wrong ->
        [0] {""}
        [one] {" "}One of your votes was wrong.
       *[other] {" "}{ $event-guessed-wrong } of your votes were wrong.
    }
# Shorter than elsewhere: it stands on a seat panel.
counter-out = out
