moment-step = { $step }/{ $steps }
moment-title = { $game } リプレイ
moment-players = { $who }の対局
moment-comma = 、
