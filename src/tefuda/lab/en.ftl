# The words of studies: `tefuda lab`

lab-playing = Playing
lab-match = { $title }: { $deals } deals, each with every rotation of the seats, { $games } games, seed { $seed }
lab-player = Player
lab-games = Games
lab-utility = Utility (-1 to 1)
lab-wins = Wins, %
lab-rank = Mean rank
lab-narrow = Stopped: every utility is known to ±{ $reach }.
lab-wide = Not every utility is known to ±{ $reach } yet: more deals are needed.
lab-match-method = In brackets: 95% intervals; deals are the independent cases. A shared win counts in equal parts.

lab-exported = { $title }: { $games } games with { $decisions } decisions in { $folder }, seed { $seed }
lab-records = { $games } game records in { $folder }
