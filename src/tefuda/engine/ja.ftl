# 全ゲーム共通の言葉
seat = 席{ $number }
not-your-turn = いまは{ $who }の番です。
no-such-action = 「{ $action }」という操作はありません。使えるのは { $known } です。
unfinished-action = この手はまだ途中です。続きをまとめて指定してください。
one-decision = 一度に行える決定は1つです。「{ $action }」は別に指定してください。
game-is-over = ゲームは終わっています。

## 選択肢の見込み

chance-to-win = 勝率{ $value }％（{ $low }〜{ $high }）
share-left-behind = ほかの人に勝つ見込み{ $value }％（{ $low }〜{ $high }）

## レッスン

lesson-not-now = それはまたあとで。{ $text }
