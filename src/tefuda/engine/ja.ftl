# 全ゲーム共通の言葉
seat = 席{ $number }
not-your-turn = いまは{ $who }の番です。
no-such-action = 「{ $action }」という操作はありません。使えるのは { $known } です。
unfinished-action = この手はまだ途中です。続きをまとめて指定してください。
one-decision = 一度に行える決定は1つです。「{ $action }」は別に指定してください。
game-is-over = ゲームは終わっています。
prompt-waiting = { $who }が考えています
prompt-over = ゲーム終了

## 選択肢の見込み

chance-to-win = 勝率{ $value }％（{ $low }〜{ $high }）
share-left-behind = ほかの人に勝つ見込み{ $value }％（{ $low }〜{ $high }）

## ふり返り

unit-chance-to-win = { $value }％
unit-share-left-behind = { $value }％
scale-chance-to-win = 勝率
scale-share-left-behind = ほかの人に勝つ見込み
review-mistake = よりよい手：{ $best }／選んだ手：{ $played }（{ $loss }の損）
review-pattern = { $mistakes }回のミスのうち{ $count }回は同じ形（よりよい手：{ $best }／選んだ手：{ $played }）
review-no-mistake = ミスはありません。{ $count }回の決定のうち{ $good }回が最善か互角でした。
review-swing = 見込みがいちばん大きく変わった場面です（カードとほかの人によるもの）。
review-balance = 自分の決定の合計は{ $skill }、カードとほかの人によるものは{ $luck }。

## レッスン

lesson-not-now = それはまたあとで。{ $text }
