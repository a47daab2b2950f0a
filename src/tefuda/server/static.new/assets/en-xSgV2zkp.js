var e=`# Words that all games share
seat = seat { $number }
not-your-turn = it is { $who }'s turn now
no-such-action = there is no action “{ $action }”; there are { $known }
unfinished-action = this move is not complete: give the rest of it in the same command
one-decision = “{ $action }” needs a command of its own: one command is one decision
game-is-over = the game is over
`;export{e as default};