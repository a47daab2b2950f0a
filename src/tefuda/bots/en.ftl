# How strong a bot plays, weakest first
level-random = random
level-easy = easy
level-heuristic = rule of thumb
level-medium = medium
level-hard = hard
