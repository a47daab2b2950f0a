# The words of the client: errors, and what it says of a fair deal

guest = Guest

## Errors

error-link = { $link } is not a link to a table. It would look like http://HOST/join/TABLE/KEY or http://HOST/table/TABLE.
error-unreachable = Cannot reach { $server }: { $reason }
error-certificate = The certificate of { $server } is not valid: { $reason }
error-redirect = { $server } sends this address on to { $to }. Use a link with that address.
error-answer = { $server } does not answer like a Tefuda server of this version: { $reason }
error-server = { $message }
error-table = This table does not exist or is private. Check the link.
error-full = Every seat is taken. You can watch: add --watch.
error-barred = The host has removed you from this table. You can watch: add --watch.
error-locked = The host has locked this table. You can watch: add --watch.
error-playing = The game has begun. You can watch: add --watch.
error-over = The game is over.
error-left = You have left this table.
error-forgotten = The server has deleted your data. Open the link again to join as a new guest.
error-game = This Tefuda does not have the game { $game }.
error-options = This table cannot be shown here: { $reason }
error-protocol = The server deals by protocol { $theirs }, this Tefuda by protocol { $ours }. Use the same version as the server.
error-rules = The server has version { $theirs } of the rules, this Tefuda has version { $ours }. Use the same version as the server.
error-cards = The server plays with other cards. Get its card file and give it with --cards.
error-no-folder = You have no home folder in which to keep your seat and your shares: name a folder with $TEFUDA_STATE.
error-folder = Cannot write { $folder }: { $reason }. $TEFUDA_STATE can name another folder.

## Fair deals

standing-none = This table did not begin with a deal, so nothing is claimed about its cards.
standing-old = Dealt by an earlier version: its fairness is not proven, and its cards could be foreseen.
standing-before = Before the first card the server seals the deal, and the players add random numbers to it.
standing-pledged = Your random share is ready for this deal, and secret until the deal is sealed.
standing-sealed = The deal is sealed. The cards come as soon as everyone’s share has arrived.
standing-left-out = This deal was sealed without your share.
standing-giver = Your share is in this deal; nothing in it was changed after the seal.
standing-others = You gave no share in this deal.
standing-server = No player gave a share: the server alone decided this deal.
standing-broken = This table now shows different seals from those checked and kept here.
fair-refused = Your share is held back. { $why }
refused-server = The server’s key is not one it knows.
refused-signature = The seal is not signed by the server.
refused-pledge = The seal holds a share for your seat that is not from here. Is the table open elsewhere, too?
refused-distinct = Two seats gave the same value.
refused-seats = The seal names players other than those seated at the table.
refused-setup = The seal holds different rules or cards from those shown before.
refused-follows = The seal does not follow from the earlier attempts to deal.
refused-open = Another seal of this table was never called off.
refused-used = Your share was revealed under another seal already.
refused-seal = The seal does not match what it seals.
fair-called-off = Attempt { $attempt } to deal was called off: no share from { $who }.
fair-blamed = Not true of you: the server had confirmed your share.
fair-not-again = A seat that failed to send its share is not asked for one again at this table, unless no other seat is left to give one.
fair-strange = This server signs with a different key than on your earlier visits, and no earlier key vouches for it. Someone may be posing as this server.

## What is proven

proof-proven = Proven: your share is in this deal, and cards, moves and ranks follow from it by the rules.
proof-not = Not proven: { $why }
proof-false = Something is wrong with this game: { $why }
proof-others = Not proven to you: { $count ->
        [one] one player gave a share in this deal, you did not.
       *[other] { $count } players gave a share in this deal, you did not.
    }
proof-unreadable = Something is wrong with the record of this game, so it proves nothing: { $why }
proof-unreleased = Not proven: the record is not there. { $why }
