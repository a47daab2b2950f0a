# Chicken or Llama: The Poker

title = Chicken or Llama: The Poker
tagline = Most llamas win, one chicken busts. Every note looks alike, until somebody puts a secret crease in it.
credits = Game by Takashi Saito (BrainBrainGames) · original art by Keiichiro Kawasaki (LightWorks) · special thanks in the original to the friends of Sunny Bird Café. An unofficial, non-commercial implementation in words and art of its own.

## House rules

option-games = Games in a session
option-games-help = So many games in a row with the same notes: all marks stay.
option-swap = Swapped roles
option-swap-help = Twenty chickens and six llamas: chickens win, llamas bust.
option-marks = New marks per note and round
option-marks-help = How many new folds and nicks one note may get in one round. With 0 nobody marks anything.
option-rounds = Rounds at most
option-rounds-help = After so many rounds a game ends, and most coins win.

## Why something is refused

refuse-L2-3 = that is not what is to be decided now
refuse-L5-2 = you can only vote for somebody who is still in this round
refuse-L6-1 = nobody has gone all-in: decline instead of dropping out
refuse-L6-2 = somebody has gone all-in: go all-in as well, or drop out
refuse-L9-5 = the game is over
refuse-L10-1 = you can only mark notes that lie before you
refuse-L10-2 = this mark is on that note already, or there is no such mark here
refuse-L10-3 = that note has got all the new marks it may get in one round

## On the table

zone-deck = deck
zone-top = top of the deck
zone-bottom = bottom of the deck
zone-hand = notes
role-dealer = dealer
counter-round = round
counter-unit = a payment
counter-pot = coins at stake
counter-phase = phase
counter-game = game
counter-games = games in all
counter-swap = roles swapped: llamas bust
counter-withdrawal = price of withdrawing
counter-mark-limit = new marks per note and round
counter-coins = coins
counter-stake = put forward
counter-wins = games won
counter-vote = votes for seat
counter-out = out of the game
counter-folded = folded
counter-dropped = dropped out
counter-withdrew = withdrew
counter-all-in = all-in
counter-bust-top = the top note busts (%)
counter-bust-bottom = the bottom note busts (%)
counter-bust = a bust in these notes (%)
score-coins = { $score ->
        [one] 1 coin
       *[other] { $score } coins
    }
score-wins = { $score ->
        [one] 1 win
       *[other] { $score } wins
    }
face-llama = llama
face-chicken = chicken

## Marks: how they look, and where

mark-fold-nw = fold at the top left corner
mark-fold-n = fold at the top edge
mark-fold-ne = fold at the top right corner
mark-fold-e = fold at the right edge
mark-fold-se = fold at the bottom right corner
mark-fold-s = fold at the bottom edge
mark-fold-sw = fold at the bottom left corner
mark-fold-w = fold at the left edge
mark-nick-nw = nick at the top left corner
mark-nick-n = nick at the top edge
mark-nick-ne = nick at the top right corner
mark-nick-e = nick at the right edge
mark-nick-se = nick at the bottom right corner
mark-nick-s = nick at the bottom edge
mark-nick-sw = nick at the bottom left corner
mark-nick-w = nick at the left edge
mark-fresh-fold-nw = your new fold at the top left corner
mark-fresh-fold-n = your new fold at the top edge
mark-fresh-fold-ne = your new fold at the top right corner
mark-fresh-fold-e = your new fold at the right edge
mark-fresh-fold-se = your new fold at the bottom right corner
mark-fresh-fold-s = your new fold at the bottom edge
mark-fresh-fold-sw = your new fold at the bottom left corner
mark-fresh-fold-w = your new fold at the left edge
mark-fresh-nick-nw = your new nick at the top left corner
mark-fresh-nick-n = your new nick at the top edge
mark-fresh-nick-ne = your new nick at the top right corner
mark-fresh-nick-e = your new nick at the right edge
mark-fresh-nick-se = your new nick at the bottom right corner
mark-fresh-nick-s = your new nick at the bottom edge
mark-fresh-nick-sw = your new nick at the bottom left corner
mark-fresh-nick-w = your new nick at the left edge
marks-none = no mark
marks-and = { $first }, { $more }

## What one may do

action-fold = fold
action-play = play for { $unit }
action-top = draw from the top
action-bottom = draw from the bottom
action-stop = stop drawing
action-vote = vote for { $whom }
action-all-in = go all-in with { $coins }
action-decline = no all-in (stay with { $stake })
action-drop = drop out (lose { $stake })
action-reveal = reveal: { $coins } at stake
action-withdraw = withdraw for { $price }
action-mark = mark note { $note }: { $mark }

prompt-bet = Your turn: play for { $unit }, or fold? Whoever folds pays { $unit } only for a wrong vote.
prompt-draw = Your turn: draw from the top, from the bottom, or stop? You have { $notes } notes{ $notes ->
        [4] ; the next one stays unseen
       *[other] {""}
    }. { $stake } at stake.
prompt-vote = Your turn: who will win? A wrong vote costs { $unit }.
prompt-raise = Your turn: all { $coins } coins, or stay with { $stake }? After an all-in everybody must follow or drop out.
prompt-answer = Somebody is all-in. Follow with all { $coins } coins, or drop out and lose { $stake }?
prompt-confirm = Reveal with { $coins } at stake, or withdraw for { $price }?
prompt-waiting-bet = { $who } decides whether to play for { $unit }
prompt-waiting-draw = { $who } may draw; { $stake } at stake
prompt-waiting-vote = { $who } votes; a wrong vote costs { $unit }
prompt-waiting-raise = { $who } may go all-in with { $coins }
prompt-waiting-answer = { $who } follows with all { $coins }, or drops out and loses { $stake }
prompt-waiting-confirm = { $who } reveals with { $coins } at stake, or withdraws for { $price }
prompt-over = The game is over

## What happens

event-new-game = A new game: three coins and a vote chip for everybody
event-new-game-of = ── Game { $game }: new coins, the same notes ──
event-prices-rose = It is getting late: every payment is now { $unit } coins
event-gathered = All notes come together, and everybody looks them over
event-appeared = New marks: { $new } ({ $count ->
        [one] on one note that had none
       *[other] on { $count } notes that had none
    })
event-appeared-more = New marks: { $new } ({ $count ->
        [one] on one note with: { $old }
       *[other] on { $count } notes with: { $old }
    })
event-shuffled = ── Round { $round }: shuffled and dealt, { $who } is the dealer ──
event-marked = In secret you mark note { $note }: { $mark }
event-folded = { $who } folds and shows the vote chip
event-staked = { $who } plays and puts { $coins } forward
event-drew-top = { $who } draws from the top ({ $count } notes)
event-drew-bottom = { $who } draws from the bottom ({ $count } notes)
event-drew-unseen-top = { $who } draws from the top and leaves that note unseen ({ $count } notes)
event-drew-unseen-bottom = { $who } draws from the bottom and leaves that note unseen ({ $count } notes)
event-saw-top = You draw from the top: { $note } ({ $count } notes)
event-saw-bottom = You draw from the bottom: { $note } ({ $count } notes)
event-stopped = { $who } draws no more
event-voted = { $who } votes for { $whom }
event-all-in = { $who } goes all-in with { $coins }!
event-answered = { $who } follows, all-in with { $coins }
event-declined = { $who } does not go all-in
event-dropped = { $who } drops out and loses { $coins }
event-confirmed = { $who } stands by the all-in
event-withdrew = { $who } takes the all-in back and pays { $coins }
event-shown = { $who } turns a note over: { $note }
event-bluffed = A bluff! Everybody who folded pays, and { $who } receives { $coins }
event-honest = { $who }'s hand was clean: no coins move
event-guessed-right = { $who } voted for { $whom }, rightly
event-guessed-wrong = { $who } voted for { $whom }, wrongly, and pays { $coins }
event-won = { $who } wins and receives { $coins }
event-won-tie = A tie: nearest to the dealer, { $who } wins and receives { $coins }
event-won-unseen = Only { $who } is left, wins without revealing and receives { $coins }
event-all-bust = All hands bust: nobody wins, and every coin goes back
event-left = { $who } has no coins left and is out
event-ended = { $who } wins the game
event-ended-even = The rounds are over: several share the most coins
