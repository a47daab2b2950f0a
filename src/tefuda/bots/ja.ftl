# ボットの強さ（弱い順）
level-random = でたらめ
level-heuristic = 定石どおり
level-easy = やさしい
level-medium = ふつう
level-hard = つよい
