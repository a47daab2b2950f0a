# Words that all games share
seat = seat { $number }
not-your-turn = It is { $who }’s turn now.
no-such-action = There is no action “{ $action }”. There are { $known }.
unfinished-action = This move is not complete. Give the rest of it in the same command.
one-decision = “{ $action }” needs a command of its own. One command is one decision.
game-is-over = The game is over.
prompt-waiting = { $who } is thinking
prompt-over = Game over

## What an option is worth

chance-to-win = { $value }% to win ({ $low }–{ $high })
share-left-behind = beats { $value }% of the others ({ $low }–{ $high })

## Review of a game

unit-chance-to-win = { $value }%
unit-share-left-behind = { $value }%
scale-chance-to-win = chance to win
scale-share-left-behind = share of the others beaten
review-mistake = { $played } cost { $loss }. Better: { $best }.
review-pattern = { $count } of { $mistakes } mistakes were alike: { $played } where this was better: { $best }.
review-no-mistake = No mistake: { $good } of { $count } decisions were best or equal best.
review-swing = Here the prospects changed most, by the cards and the others.
review-balance = All decisions together: { $skill }. The cards and the other players: { $luck }.

## Lessons

lesson-not-now = Not now: { $text }
