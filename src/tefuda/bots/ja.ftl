# ボットの打ち方
level-random = でたらめ
level-easy = やさしい
level-medium = ふつう
level-hard = つよい
level-heuristic = 定石どおり
