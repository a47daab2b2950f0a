# 端末版の言葉

person = あなた
bot-names = すず こはる なお ゆき みつき あかり りん まり けい

## 最初の画面

home-title = 手札 — 知る人ぞ知る日本のカードゲームを、あなたのテーブルで
home-game = ゲーム
home-players = 人数
home-players-value = { $count }人
home-level = ボットの強さ
home-switch = { $on ->
        [1] あり
       *[other] なし
    }
home-start = はじめる

## テーブル

title-players = { $count }人・ボット：{ $level }
title-again = { $game }戦目
hurrying = 早送り中
rule-hint = ? で規則 { $clause }
log-clause = 〔{ $clause }〕
bot-failed = { $who }が手を選べなくなりました：{ $reason }

## キー

key-rules = 規則
key-skip = 早送り
key-helps = ヒント
key-pace = 速さ
key-command = 入力
key-theme = 明暗
key-quit = やめる
key-close = 閉じる
key-move = 選ぶ
key-change = 変える
key-start = はじめる
key-language = English
key-scroll = めくる
key-section = 節
key-jump = 項へ
key-step = 1手
key-play = 再生
key-ends = 両端
key-seat = 視点
helps-on = ヒントを表示します
helps-off = ヒントを隠します
pace = { $seconds ->
        [0] 待たずに進めます
       *[other] 大きなできごとに { $seconds } 秒
    }

## 手を文字で入力する

command-title = 手を文字で入力する
command-known = いま使えるのは { $known }

## 規則

rules-title = { $game }の規則
rules-jump = 項番号（例：{ $example }）
rules-none = { $clause } という項はありません。{ $first } から { $last } までです

## 結果

result-title = ゲーム終了
result-rank = { $rank }位
result-score = { $score }点
result-again = もう一度
result-save = 記録を残す
result-look = テーブルを見る
result-rules = 規則
result-quit = おわる
result-keys = r で結果をもう一度見られます。q で終わります。
result-saved = 記録を { $file } に書きました
result-not-saved = { $file } には書けません：{ $reason }
save-title = 記録を残すファイル
save-exists = { $file } はもうあります。Enter をもう一度押すと上書きします

## やめる

quit-title = ゲームの途中です。やめますか？
quit-yes = やめる
quit-no = 続ける

## 再生

replay-place = { $turn }／{ $turns }手目
replay-spectator = 観客の視点
replay-seat = { $who }の視点
replay-start = はじまり
replay-command = { $who }：{ $command }

## ことりあつめ

kotori-deck = { $number ->
        [1] 1つ目の山札
       *[other] 2つ目（最後）の山札
    } 残り{ $left }枚・捨て札{ $gone }枚
kotori-burst-chance = 次でバースト
kotori-burst = バースト
kotori-passed = パス
kotori-cage = とりかご { $count }羽

## てづま師

tezuma-b = 蝶
tezuma-u = 傘
tezuma-r = 輪
tezuma-w = 水
tezuma-trump = ☆
tezuma-deal = 第{ $deal }ディール（全{ $deals }）・{ $trick }トリック目

## ニワトリかラマか ポーカー

llama-signs = 折＝折り目 切＝切れ目 *＝新しい
llama-typed = 目印をつけるには、「:」に続けて決定といっしょに入力：mark-0-fold-nw play
llama-top = 上
llama-bottom = 下
llama-deck = 間に{ $count }枚
llama-plain = 印なし
llama-bust = バースト{ $chance }%
llama-coins = ● { $coins } + { $stake }
llama-vote = { $who }に投票
llama-fold = 折
llama-nick = 切
llama-nw = 左上
llama-n = 上
llama-ne = 右上
llama-e = 右
llama-se = 右下
llama-s = 下
llama-sw = 左下
llama-w = 左
