# What browser and terminal say of a table in the same words

list-comma = 、

## Seats

you = あなた
presence-idle = 操作なし
presence-stand-in = ボットが代行中
presence-flagged = 時間切れ・ボット代行

## Lobby

lobby-title = ロビー
lobby-dealing = 配札
lobby-rule = { $rule }：{ $value }
lobby-host = ホスト
lobby-wait-host = ホストの開始を待っています。
lobby-delay = 観戦者に見えるのは{ $count }手前の局面

## Time limits

clock-title = 持ち時間
clock-reserve = { $minutes }分＋{ $seconds }秒
clock-move = 1手{ $seconds }秒
clock-days = 1手{ $days }日
clock-time-days = { $days }日{ $hours }時間

## Who changed what at a table before the deal

change-host = ホスト
change-game = { $by }がゲームを「{ $game }」（{ $seats }人）に変えた
change-seats = { $by }が席の数を{ $seats }にした
change-option = { $by }がハウスルールを変えた　{ $rule }：{ $value }
change-option-on = { $by }がハウスルール「{ $rule }」をオンにした
change-option-off = { $by }がハウスルール「{ $rule }」をオフにした
change-hints-on = { $by }がゲーム中のヒントをオンにした
change-hints-off = { $by }が人どうしのゲーム中のヒントをオフにした
change-public-on = { $by }がだれでも参加できる卓にした
change-public-off = { $by }が招待制の卓にした
change-locked-on = { $by }が卓をロックした
change-locked-off = { $by }が卓のロックを外した
change-delay = { $count ->
        [0] { $by }が観戦者にすぐに見せるようにした
       *[other] { $by }が観戦者には{ $count }手前の局面を見せるようにした
    }
change-clock = { $by }が持ち時間を{ $clock }にした
change-no-clock = { $by }が持ち時間をなしにした
change-moved = { $by }が{ $who }を席{ $seat }に移した
change-removed = { $by }が{ $who }を席から外した
change-readmitted = { $by }が、外した人もまた席につけるようにした
change-bot = { $by }が席{ $seat }にボットの{ $who }（{ $level }）を入れた
change-level = { $by }がボットの{ $who }の強さを「{ $level }」にした
change-opened = { $by }が席{ $seat }のボットの{ $who }を外した
change-sat = { $who }が席{ $seat }についた
change-left = { $who }が席{ $seat }を立った
change-heir = { $who }がホストになった
change-brought-on = { $who }が{ $opening }を選んだ
change-brought-off = { $who }は始まってから{ $opening }を選ぶことにした
change-brought-bot-on = { $by }が{ $who }の{ $opening }を選んだ
change-brought-bot-off = { $by }が{ $opening }の選択を{ $who }に任せた

## What a seat plays with, in a game that has a choice of it

opening-own = 自作の{ $opening }
opening-secret = 選択済み（非公開）

## Taking an action back

back-asked = { $who }が「待った」と言っています。
back-done = { $who }が直前の手を取り消しました。
# the same as a line of the log
back-logged = { $who }が直前の手を取り消した

## Talk

phrase-hello = こんにちは
phrase-luck = お手柔らかに
phrase-nice = うまい！
phrase-close = 惜しい！
phrase-wow = おおっ
phrase-oops = しまった
phrase-sorry = ごめんなさい
phrase-thanks = ありがとう
phrase-thinking = 考え中…
phrase-moment = ちょっと待って
phrase-played = いい勝負でした
phrase-again = もう一回！
talk-spectator = { $who }（観戦）

## Result and standings

result-title = ゲーム終了
result-drawn = 引き分け
result-rank = { $rank }位
series-title = 順位表
series-played = { $count ->
        [0] まだ終わったゲームはありません。
       *[other] { $count }戦を終えて
    }
series-rule = 1戦ごとに、自分より下の順位の人ひとりにつき2点、同じ順位の人ひとりにつき1点が入ります。点が並んだら、勝ちの多い人が上です。
series-won = { $who }の勝ち
series-level = 全員引き分け
