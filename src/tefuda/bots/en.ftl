# What bots are called, on every screen
bot-names = Suzu Haru Nao Yuki Mitsu Aki Rin Rei Kei Sora

# How strong a bot plays, weakest first
level-random = random
level-easy = easy
level-medium = medium
level-hard = hard
level-heuristic = rule of thumb
