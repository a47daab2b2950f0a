# ボットの強さ（弱い順）
level-random = でたらめ
level-easy = やさしい
level-heuristic = 定石どおり
level-medium = ふつう
level-hard = つよい
