moment-step = { $step }/{ $steps }
moment-title = { $game }: replay
moment-players = A game of { $who }
moment-comma = { ", " }
