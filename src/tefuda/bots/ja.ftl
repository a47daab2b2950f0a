# ボットの名前：どの画面でも同じ
bot-names = すず はる なお ゆき みつ あき りん れい けい そら

# ボットの強さ
level-random = ランダム
level-easy = やさしい
level-medium = ふつう
level-hard = つよい
level-heuristic = 定石どおり
