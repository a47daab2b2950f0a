moment-step = { $step }/{ $steps }
moment-title = { $game } リプレイ
moment-players = { $who }のゲーム
moment-comma = 、
