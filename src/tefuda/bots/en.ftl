# How strong a bot plays, weakest first
level-random = random
level-heuristic = rule of thumb
level-easy = easy
level-medium = medium
level-hard = hard
