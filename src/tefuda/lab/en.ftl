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

lab-study = { $title }, { $players } players: what if? (seed { $seed })
lab-study-method = In brackets: 95% intervals; games (for skill: deals) are the independent cases. All variants are played with the same seeds and compared game by game (skill: deal by deal). Bold (in the terminal: *): differs from the first variant, that is, the interval of the difference does not contain 0. With many figures, about one in twenty does so by chance.
lab-study-games = { $players }: { $games } games of each variant
lab-among-others = { $player } at all seats
lab-among-random = Random players
lab-among-heuristic = Heuristic players
lab-among-search = Searching players ({ $simulations } simulations)
lab-about = { $name }: { $value }
lab-about-fixed = In all variants
lab-about-none = nothing to choose
lab-about-cards = Cards
lab-about-own = the game’s own
lab-about-players = Players
lab-about-games = { $player }: { $games } games
lab-about-deals = one { $stronger } among { $weaker }: { $deals } deals
lab-about-versions = Versions
lab-about-rules = Tefuda { $tefuda }, rules of { $game } version { $rules }
lab-about-again = To repeat it
lab-measure-seat = First places of seat { $seat }, %
lab-measure-first = First places of the seat that decides first, %
lab-measure-dealer = First places of the dealer or start player, %
lab-measure-length = Decisions in a game
lab-measure-choices = … with a choice
lab-measure-options = Legal actions in a decision
lab-measure-score = Score
lab-measure-winning-score = Best score
lab-measure-margin = Lead of the best score
lab-measure-shared = Shared first places, % of games
lab-measure-comeback = Won from behind at half of the decisions, %
lab-skill = Skill: one { $stronger } among { $weaker }
lab-plots = Plots
lab-plot-seats = First places, %
lab-plot-share = %
lab-report = The report is in { $file }

lab-league = { $title }, { $players } players: a league of { $meetings ->
        [one] one meeting with { $deals } deals
       *[other] { $meetings } meetings with { $deals } deals each
    }, seed { $seed }
lab-elo = Rating (Elo)
lab-league-method = Bradley-Terry ratings: 400 points are odds of ten to one, the mean is 0. In brackets: 95% intervals, by resampling the deals.
