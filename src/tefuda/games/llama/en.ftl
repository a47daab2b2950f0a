# Chicken or Llama: The Poker

title = Chicken or Llama: The Poker
tagline = Most llamas win, one chicken busts. Every note looks alike, until someone puts a secret crease in it.
feel = Bluff, with creased banknotes
alike = poker and liar’s dice
goal = Be the last player with coins.
goal-round = Each round, most llamas win; a single chicken busts.
credits = Game by Takashi Saito (BrainBrainGames) · original art by Keiichiro Kawasaki (LightWorks) · special thanks in the original to the friends of Sunny Bird Café. An unofficial, non-commercial implementation in words and art of its own.

## House rules

option-games = Games in a session
option-games-help = This many games in a row with the same notes: all marks stay.
option-swap = Swapped roles
option-swap-help = 20 chickens and 6 llamas: collect chickens, and a llama busts.
option-marks = New marks per note and round
option-marks-help = How many new creases and nicks one note can get in one round. With 0 nobody marks anything.
option-rounds = Round limit
option-rounds-help = The game ends after this many rounds; most coins win.

## Why something is refused

refuse-L2-3 = You cannot do that in this phase.
refuse-L5-2 = You can only vote for someone who is still in this round.
refuse-L6-1 = Nobody has gone all-in. Decline instead of dropping out.
refuse-L6-2 = Someone has gone all-in. Go all-in as well, or drop out.
refuse-L9-5 = The game is over.
refuse-L10-1 = You can only mark notes that lie before you.
refuse-L10-2 = This mark is on that note already, or it is not in use here.
refuse-L10-3 = That note has all the new marks it can get in one round.

## On the table

zone-deck = deck
zone-top = top of the deck
zone-bottom = bottom of the deck
zone-hand = notes
role-dealer = dealer
counter-round = round
counter-unit = price
counter-pot = pot
counter-phase = phase
counter-game = game
counter-games = games in all
counter-swap = roles swapped: llamas bust
counter-withdrawal = price of withdrawing
counter-coins = coins
counter-stake = stake
counter-wins = games won
counter-vote = vote for seat
counter-out = out of the game
counter-folded = folded
counter-dropped = dropped out
counter-withdrew = withdrew
counter-all-in = all-in
counter-bust-top = bust risk, top note (%)
counter-bust-bottom = bust risk, bottom note (%)
counter-bust = bust risk, this hand (%)
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

mark-fold-nw = crease at the top left corner
mark-fold-n = crease at the top edge
mark-fold-ne = crease at the top right corner
mark-fold-e = crease at the right edge
mark-fold-se = crease at the bottom right corner
mark-fold-s = crease at the bottom edge
mark-fold-sw = crease at the bottom left corner
mark-fold-w = crease at the left edge
mark-nick-nw = nick at the top left corner
mark-nick-n = nick at the top edge
mark-nick-ne = nick at the top right corner
mark-nick-e = nick at the right edge
mark-nick-se = nick at the bottom right corner
mark-nick-s = nick at the bottom edge
mark-nick-sw = nick at the bottom left corner
mark-nick-w = nick at the left edge
mark-fresh-fold-nw = your new crease at the top left corner
mark-fresh-fold-n = your new crease at the top edge
mark-fresh-fold-ne = your new crease at the top right corner
mark-fresh-fold-e = your new crease at the right edge
mark-fresh-fold-se = your new crease at the bottom right corner
mark-fresh-fold-s = your new crease at the bottom edge
mark-fresh-fold-sw = your new crease at the bottom left corner
mark-fresh-fold-w = your new crease at the left edge
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
about-marks = { $left ->
        [0] no more new marks this round
        [one] 1 more new mark this round
       *[other] { $left } more new marks this round
    }
entry-style-fold = mark: where creases are made
entry-style-nick = mark: nicks

## Actions

action-fold = fold
action-play = play for { $unit ->
        [one] 1 coin
       *[other] { $unit } coins
    }
action-top = draw from the top
action-bottom = draw from the bottom
action-stop = stop drawing
action-vote = vote for { $whom }
action-all-in = go all-in with { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
action-decline = decline (stake stays { $stake })
action-drop = drop out (lose { $stake ->
        [one] 1 coin
       *[other] { $stake } coins
    })
action-reveal = reveal ({ $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } at stake)
action-withdraw = withdraw for { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }
action-mark = mark note { $note }: { $mark }

prompt-bet = Your turn: play for { $unit ->
        [one] 1 coin
       *[other] { $unit } coins
    }, or fold? Folding costs { $unit ->
        [one] 1 coin
       *[other] { $unit } coins
    } only if you vote wrong or all fold to a bluff.
prompt-draw = Your turn: draw from the top or bottom, or stop? ({ $notes } notes{ $notes ->
        [4] {", the next one stays unseen"}
       *[other] {""}
    }, stake { $stake })
prompt-vote = Your turn: who will win? A wrong vote costs { $unit ->
        [one] 1 coin
       *[other] { $unit } coins
    }.
prompt-raise = Your turn: go all-in with { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }, or keep the stake at { $stake }? After an all-in everyone must follow or drop out.
prompt-answer = Someone is all-in. Follow with { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }, or drop out and lose { $stake ->
        [one] 1 coin
       *[other] { $stake } coins
    }?
prompt-confirm = Reveal with { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } at stake, or withdraw for { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }?
prompt-waiting-bet = { $who } is deciding whether to play for { $unit ->
        [one] 1 coin
       *[other] { $unit } coins
    }
prompt-waiting-draw = { $who } is deciding whether to draw (stake { $stake })
prompt-waiting-vote = { $who } is voting (a wrong vote costs { $unit ->
        [one] 1 coin
       *[other] { $unit } coins
    })
prompt-waiting-raise = { $who } is deciding on an all-in ({ $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    })
prompt-waiting-answer = Waiting for { $who }: all-in with { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }, or drop out and lose { $stake ->
        [one] 1 coin
       *[other] { $stake } coins
    }
prompt-waiting-confirm = Waiting for { $who }: reveal ({ $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } at stake) or withdraw for { $price ->
        [one] 1 coin
       *[other] { $price } coins
    }

## Log

event-new-game = New game: { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } and a vote chip for each player
event-new-game-of = ── Game { $game }: new coins, the same notes ──
event-prices-rose = Late in the game: every payment is now { $unit ->
        [one] 1 coin
       *[other] { $unit } coins
    }
event-gathered = All notes come together, and everyone looks them over
event-appeared = New marks: { $new } ({ $count ->
        [one] on 1 note that had none
       *[other] on { $count } notes that had none
    })
event-appeared-more = New marks: { $new } ({ $count ->
        [one] on 1 note with: { $old }
       *[other] on { $count } notes with: { $old }
    })
event-shuffled = ── Round { $round }: shuffled and dealt, { $who } is the dealer ──
event-marked = Secretly marked note { $note }: { $mark }
event-folded = { $who } folds and shows the vote chip
event-staked = { $who } plays for { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
event-drew-top = { $who } draws from the top ({ $count } notes)
event-drew-bottom = { $who } draws from the bottom ({ $count } notes)
event-drew-unseen-top = { $who } draws from the top and leaves that note unseen ({ $count } notes)
event-drew-unseen-bottom = { $who } draws from the bottom and leaves that note unseen ({ $count } notes)
event-saw-top = Top note: { $note } ({ $count } notes)
event-saw-bottom = Bottom note: { $note } ({ $count } notes)
event-stopped = { $who } stops drawing
event-voted = { $who } votes for { $whom }
event-all-in = { $who } goes all-in with { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }!
event-answered = { $who } follows, all-in with { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
event-declined = { $who } declines
event-dropped = { $who } drops out and loses { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
event-confirmed = { $who } stands by the all-in
event-withdrew = { $who } withdraws the all-in and pays { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
event-shown = { $who } turns a note over: { $note }
event-bluffed = A bluff! Everyone who folded pays, and { $who } receives { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
event-honest = { $who }’s hand is not bust: no coins move
event-guessed-right = { $who } guessed right ({ $whom })
event-guessed-wrong = { $who } guessed wrong ({ $whom }) and pays { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
event-won = { $who } wins and receives { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
event-won-tie = Tie: nearest to the dealer, { $who } wins and receives { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
event-won-unseen = Only { $who } is left, wins without revealing and receives { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    }
event-all-bust = All hands bust: nobody wins, and every coin goes back
event-left = { $who } has no coins left and is out
event-ended = { $who } wins the game
event-ended-even = Round limit reached: tie for most coins

## Buttons, and numbers on the table

button-play = Play
button-fold = Fold
button-top = Draw top
button-bottom = Draw bottom
button-stop = Stop drawing
button-all-in = All-in
button-decline = Decline
button-drop = Drop out
button-reveal = Reveal
button-withdraw = Withdraw
show-game = game { $value }
show-games = of { $value }

## In the terminal

terminal-signs = C crease · N nick · * new
terminal-top = top
terminal-bottom = bottom
terminal-deck = between: { $count }
terminal-plain = plain
terminal-bust = bust { $chance }%
terminal-coins = ● { $coins } + { $stake }
terminal-vote = votes for { $who }
terminal-fold = C
terminal-nick = N
terminal-nw = nw
terminal-n = n
terminal-ne = ne
terminal-e = e
terminal-se = se
terminal-s = s
terminal-sw = sw
terminal-w = w
key-decline = n

## What an option is worth

amount-coins = { $value } coins in the end ({ $low }–{ $high })
unit-amount-coins = { $value } coins
unit-amount-games = { $value } games
scale-amount-coins = coins in the end
scale-amount-games = games won in the end
amount-games = { $value } games won in the end ({ $low }–{ $high })

## Reasons of a hint

why-hand = { $bust }% that your { $count } notes are bust
why-bluff = your hand is bust: staying in is a bluff
why-fold = you stake nothing ({ $bust }% that your hand is bust)
why-draw = { $risk }% that this note is a bust; with { $count } notes, { $bust }% that your hand is
why-draw-bluff = your hand is bust already; { $count } notes look stronger
why-vote = { $count } notes, { $clean }% not bust
why-longest = beats every other hand unless it is bust ({ $bust }%)
why-longest-now = your { $count } notes would beat every other hand as it is now, unless they are bust ({ $bust }%)
why-rival = { $bust }% that your hand is bust; { $who }’s { $notes } notes beat it unless they are bust ({ $clean }% that they are not)
why-rival-now = stays at { $count } notes ({ $bust }% bust); { $who }’s { $notes } beat them unless they are bust ({ $clean }% that they are not)
why-bust = your hand is bust: it loses if hands are shown
why-bust-all-in = your hand is bust: it wins only if everyone else drops out or withdraws
why-drop = you lose only your stake of { $coins ->
        [one] 1 coin
       *[other] { $coins } coins
    } ({ $bust }% that your hand is bust)
why-withdraw = { $coins ->
        [one] 1 coin comes
       *[other] { $coins } coins come
    } back ({ $bust }% that your hand is bust)

# The guided first game (lesson.toml): one message a step, and an answer for each wrong press
lesson-1 = Only you have seen these two notes: a llama and a chicken. The most llamas win, but one chicken spoils the whole hand.
lesson-2 = From the front all notes look the same. So far.
lesson-3 = Crease your chicken while no one is looking: press it and choose a corner. Then drop out with “Fold”, which is free for now.
lesson-3-not-1 = First the corner: press the chicken and crease it. You will be glad of it.
lesson-3-not-2 = With a chicken you could only bluff. Drop out this time, but mark it first.
lesson-3-not-3 = That is the llama. Mark the chicken, to know it again.
lesson-4 = Suzu and Haru play for a coin each. They may draw up to three more notes.
lesson-5 = You dropped out, so say who will win; a wrong guess costs a coin. Suzu has three notes, Haru only two.
lesson-5-not-1 = Two notes are two llamas at best. Suzu may have three.
lesson-5-not-2 = The betting is over. Now you vote.
lesson-6 = No one went all-in: Suzu has won Haru’s coin, and you guessed right. When the notes came together, everyone saw that one of them has a crease.
lesson-7 = A new round, and Haru plays. If there is a note on the table that you know, press it!
lesson-8 = Haru’s chicken! He knows that he has it, but not that you know. You hold two llamas: play.
lesson-8-not-1 = With two llamas, against a chicken? Play!
lesson-9 = Neither end of the deck is marked, so draw from either. The percentage is the risk that the note is a chicken.
lesson-9-not-1 = Two may do, but three are better. Draw one.
lesson-10 = Three llamas, that will do. Every further note could be a chicken: stop.
lesson-10-not-1 = A chicken now would spoil it all. Stop here.
lesson-10-not-2 = A chicken now would spoil it all. Stop here.
lesson-11 = Haru goes all-in, and Suzu believes him. You can see that crease from here: follow with everything.
lesson-11-not-1 = He is bluffing: the note with the crease is your chicken. Follow!
lesson-11-not-2 = When a player is all-in, you follow or drop out. And you know what he has.
lesson-12 = You could still take it back for two coins, but why would you? Reveal.
lesson-12-not-1 = Pay two coins, when you know that he has a chicken? Reveal!
lesson-13 = A chicken! The whole pot is yours, Suzu pays for her guess, and Haru is out of coins.
lesson-14 = With two players left, everything costs one coin more, and both are in. Now Suzu knows that crease as well.
lesson-15 = Your chicken lies on top of the deck. Draw from the bottom.
lesson-15-not-1 = That is the chicken! Look at the crease.
lesson-15-not-2 = Two llamas may be too few. Take one from the bottom.
lesson-16 = One more from the bottom.
lesson-16-not-1 = Not that one, it is the chicken!
lesson-16-not-2 = Three are good, four are better. Once more.
lesson-17 = Four llamas. A fifth note would stay unseen until the end: stop.
lesson-17-not-1 = You could not look at the fifth note. Stop while all is well.
lesson-17-not-2 = That is the chicken! Stop.
lesson-18 = Four llamas and no chicken: go all-in.
lesson-18-not-1 = You could win two coins, or everything. All-in!
lesson-18-not-2 = No one is all-in yet. Be the first!
lesson-19 = Suzu follows. Show her!
lesson-19-not-1 = Taking it back costs coins. Show her!
lesson-20 = Four llamas to three: you win with all the coins! One crease did that; from now on the others will make theirs, too.

## One thing to try next time, if it is true of the finished game

try-1 = { $event-guessed-wrong ->
        [0] {""}
        [1] {""}
       *[other] { $event-guessed-wrong } of your votes were wrong. Before you vote, compare the bust risks of the hands.
    }
try-2 = { $event-withdrew ->
        [0] {""}
        [one] You paid to withdraw an all-in. Go all-in only with a hand that you would show.
       *[other] You paid { $event-withdrew } times to withdraw an all-in. Go all-in only with a hand that you would show.
    }
try-3 = { $event-dropped ->
        [0] {""}
        [1] {""}
       *[other] You dropped out of { $event-dropped } all-ins and paid each time. Look at the bust risk of the player who goes all-in: it may be a bluff.
    }

## Learn more: one rule each

more-L3-4 = The last one in
more-L3-4-text = If all others fold, the last player shows two notes. With a chicken among them it was a bluff, and everyone else pays a coin.
more-L3-4-step-1 = Haru has folded. If you fold, too, Suzu is the last one in: try it.
more-L6-5 = Nobody dared
more-L6-5-text = If all others drop out after an all-in, that player wins without showing the hand. Chicken or not, nobody will know.
more-L6-5-step-1 = You have a chicken, and only Haru is left against you. Go all-in!
more-L7-5 = A small all-in
more-L7-5-text = An all-in with one coin wins as much as one with ten. There are no side pots.
more-L7-5-step-1 = All you have is 1 coin, and Haru’s stake is 4. Reveal your hand!
more-L7-6 = All hands bust
more-L7-6-text = If every hand shown is a bust, nobody wins. All coins go back, and no vote was wrong.
more-L7-6-step-1 = You have a chicken, and nobody has folded. Decline the all-in, and all hands will be shown.
