# 表示して終わるコマンドの言葉：simulate、rules、serve、verify

simulate-title = { $title }（{ $players }人）：ランダムな対局 { $games } 回、シード { $seed }
simulate-option = ハウスルール「{ $name }」：{ $value }
simulate-on = あり
simulate-off = なし
simulate-compiling = ルールをコンパイルしています（初回だけ、数秒かかります）
simulate-playing = 対局中
simulate-seat = 席
simulate-wins = 勝率（%）
simulate-rank = 平均順位
simulate-score = 平均得点
simulate-length = 1ゲームの選択回数
simulate-mean = 平均
simulate-deviation = 標準偏差
simulate-quantile = { $percent }% のゲームが終わるまで
simulate-longest = 最長
simulate-shared = 1位を分け合ったゲームは { $share } %。勝ちは人数で等分して数えています。
simulate-scored = 得点は最初の { $games } ゲームのものです。
simulate-method = [ ] は 95% 信頼区間です（割合：ウィルソン法、平均と標準偏差：±1.96標準誤差、ほか：順序統計量）。
simulate-speed = { $seconds } 秒（{ $threads } スレッド）、毎秒 { $man } 万回の選択。

rules-reconstructed = もとのカードではわからず、当卓で補ったもの：

cards-checked = { $file } に問題はありません。カード{ $cards }種類、当卓で補った項目{ $ours }件。

serve-ready = Tefuda は { $address } で遊べます（Ctrl-C で終わります）
serve-already = Tefuda はすでに { $address } で動いています
serve-ended = 卓はすべて次回まで残ります。

verify-true = 正しい記録です：{ $title }、{ $players } 人、{ $commands } 手。配る前に加わった言葉は { $added } 人分です。すべての札は秘密から、すべての手はルールから再現できました。
verify-commitment = 配る前に卓が示した値が次のものなら、秘密は差し替えられていません：{ $commitment }
