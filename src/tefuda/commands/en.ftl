# The words of the commands: simulate, rules, serve, verify

simulate-title = { $title }, { $players } players: { $games } random games, seed { $seed }
simulate-option = House rule “{ $name }”: { $value }
simulate-on = on
simulate-off = off
simulate-compiling = Compiling the rules (a few seconds, the first time only)
simulate-playing = Playing
simulate-seat = Seat
simulate-wins = Wins, %
simulate-rank = Mean rank
simulate-score = Mean score
simulate-length = Decisions in a game
simulate-mean = mean
simulate-deviation = standard deviation
simulate-quantile = { $percent }th percentile
simulate-longest = longest
simulate-shared = First place shared in { $share }% of games; a shared win counts in equal parts.
simulate-scored = Scores are those of the first { $games } games.
simulate-method = In brackets: 95% intervals (shares: Wilson; means, deviations: ± 1.96 standard errors; the rest: order statistics).
simulate-speed = { $seconds } s on { $threads ->
        [1] 1 thread
       *[other] { $threads } threads
    }: { $millions } million decisions a second.

rules-reconstructed = Unknown in the original; our reconstruction:

cards-checked = { $file } is valid: { $cards ->
        [1] 1 entry
       *[other] { $cards } entries
    }, { $ours } reconstructed.
cards-copies = { $count } in the deck

serve-ready = Tefuda is at { $address } (Ctrl-C stops it)
serve-already = Tefuda is already at { $address }
serve-ended = Stopped. Your tables are saved.

keys-file = Signing keys in { $file }, the newest last:
keys-one = { $key }, since { $since }{ $state ->
        [stolen] , stolen
       *[used] {""}
    }
keys-restart = A server that is running takes the new key when it starts again.

backup-made = { $file } holds { $tables ->
        [1] 1 table
       *[other] { $tables } tables
    }, { $playing } of them in play.
backup-secrets = Keep it where nobody else can read it: with its secrets the cards of games in play can be foreseen.
backup-with-keys = The signing keys are in it: anyone who has this file can sign in this server’s name.
backup-without-keys = The signing keys are not in it: keep a copy of { $keys } elsewhere, or add --keys.

restore-done = { $folder } now holds the data of { $file }: { $tables ->
        [1] 1 table
       *[other] { $tables } tables
    }, { $playing } of them in play.
restore-made = The backup was made on { $made }; what was played or deleted since then is as it was before.
restore-latest = { $changes ->
        [one] One archived change was
       *[other] { $changes } archived changes were
    } carried out on a copy: it holds the latest that was archived.
restore-moment = { $changes ->
        [one] One archived change was
       *[other] { $changes } archived changes were
    } carried out on a copy: everything is as it was at { $at }.
restore-gap = Changes since { $since } may be missing: the server ended without closing its archive then.
restore-with-keys = Its signing keys are in { $keys }, beside those that were there.
restore-without-keys = It came without signing keys. Put them into { $keys } before you start the server: without them it makes a new key, and cannot sign the records of games that are sealed already.

verify-game = { $title }, { $players } players, { $moves } moves
verify-claim = { $verdict }: { $claim }
verify-seal = Seal of this deal: { $seal }
verdict-proven = PROVEN
verdict-not-proven = NOT PROVEN
verdict-false = FALSE
claim-key = The key of all draws follows from the server’s secret, the players’ shares and what was played.
claim-fixed = Everything was fixed before the first card, and no attempt to deal at this table is left out.
claim-unchosen = Nobody chose the cards.
claim-rules = Cards, moves and ranks follow from that key by the rules.
claim-seen = It is the game that you saw.
claim-unchanged = The record is unchanged since the server signed it.
claim-never = The server did not look at the cards; the players are who they say; no other games were kept back.
reason-key-follows = Every attempt to deal was worked out again from its secret and its shares.
reason-attempt-open = Attempt { $attempt } is neither called off nor the last one.
reason-share-missing = Attempt { $attempt } lacks a pledged share, and was dealt all the same.
reason-attempt-number = The attempts are not numbered 1, 2, 3, …: attempt { $attempt } is missing.
reason-wrong-secret = The secret of attempt { $attempt } is not the one the server had committed to.
reason-wrong-share = The share of seat { $seat } in attempt { $attempt } is not the one it had pledged.
reason-wrong-seal = The seal of attempt { $attempt } does not follow from what the record says was sealed.
reason-wrong-call-off = Attempt { $attempt } was called off for other seats than those whose share is missing.
reason-operators-word = Only the operator says so: note the seal before the first card and give it as --seal.
reason-seal-noted = The seal you noted is the seal of this deal, and every earlier attempt is chained into it.
reason-other-seal = The seal you noted is not the seal of this deal.
reason-signed-twice = The server signed another seal than this record’s: your copy and this record together prove it to anyone.
reason-server-alone = No player gave a share: the server alone decided.
reason-my-share = Your own random share is in this deal.
reason-not-my-share = Your share for seat { $seat } is not in this deal.
reason-some-giver = It holds if at least one player who gave a share was not in league with the operator.
reason-replayed = The whole game was played again from the key.
reason-not-replayed = { $why }
reason-not-over = The game does not come to its end.
reason-wrong-mover = Line { $number } of the course names a mover who does not sit at seat { $seat }.
reason-no-copy = Give the copy that your browser kept as --seen.
reason-no-replay = The record cannot be replayed here, so there is nothing to compare.
reason-other-game = At turn { $turn } your copy shows something else.
reason-as-seen = Everything in your copy is in this record (numbers of cards on the screen aside).
reason-wrong-digest = The digest is not that of the lines before it: something was changed.
reason-wrong-signature = The signature does not belong to this record: something was changed.
reason-own-key = The signature fits the key in the record, but that vouches for nothing: give the server’s key as --key.
reason-other-key = The record is signed by another key than the server’s.
reason-signed = The server’s signature fits.
reason-never = No record can prove this. docs/fair-deals.md explains why.

analyse-running = Analysing
analyse-seat = { $who }: { $good } of { $count } decisions were the best or as good
analyse-turn = Move
analyse-played = Played
analyse-value = Worth
analyse-best = Better
analyse-lesson = Move { $turn }: { $text }
