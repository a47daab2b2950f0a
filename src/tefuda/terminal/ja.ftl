# 端末版の言葉

person = あなた

## 最初の画面

home-title = 手札 — 知る人ぞ知る日本のカードゲームを、あなたの卓で
home-game = ゲーム
home-players = 人数
home-players-value = { $count }人
home-level = ボットの強さ
home-switch = { $on ->
        [1] あり
       *[other] なし
    }
home-start = はじめる

## 卓

title-players = { $count }人・ボット：{ $level }
title-again = { $game }戦目
hurrying = 早送り中
skip-to-end = 最後まで進める
rule-hint = ? でルール{ $clause }
log-clause = 〔{ $clause }〕
bot-failed = { $who }が手を選べなくなりました：{ $reason }

## キー

key-rules = ルール
key-skip = 早送り
key-helps = 補助
key-pace = 速さ
key-result = 結果
key-command = 入力
key-theme = テーマ
key-quit = やめる
key-close = 閉じる
key-move = 選ぶ
key-change = 変える
key-start = はじめる
key-learn = レッスン
key-language = English
key-scroll = めくる
key-section = 節
key-jump = 条項へ
key-step = 1手
key-play = 再生
key-ends = 端へ
key-seat = 視点
helps-on = プレイ補助を表示します
helps-off = プレイ補助を隠します
pace = { $seconds ->
        [0] 待たずに進めます
       *[other] 大きな出来事は{ $seconds }秒
    }

## 手を文字で入力する

command-title = 手を文字で入力する
command-known = いま使えるのは { $known }

command-joined = 決定といっしょに入力する手　例：{ $example }

## ルール

rules-title = { $game }のルール
rules-jump = 条項番号（例：{ $example }）
rules-none = { $clause } という条項はありません。{ $first } から { $last } までです。

## 結果

result-show = このルールをやってみる
result-try = 次に試すなら：{ $advice }
rule-card = { $title }：{ $text } [{ $clause }]
result-score = { $score }点
result-again = もう一度
result-save = 記録を保存
result-look = 卓を見る
result-rules = ルール
result-quit = 終了
result-keys = r で結果をもう一度見られます。q で終わります。
result-saved = 記録を { $file } に保存しました
result-not-saved = { $file } には保存できません：{ $reason }
save-title = 記録を保存するファイル
save-exists = { $file } はもうあります。Enter をもう一度押すと上書きします。

## やめる

quit-title = ゲームの途中です。やめますか？
quit-yes = やめる
quit-no = 続ける

## リプレイ

replay-place = { $turn }／{ $turns }手目
replay-spectator = 観戦者の視点
replay-seat = { $who }の視点
replay-start = 最初の配札
replay-command = { $who }：{ $command }

## ヒント

key-hint = ヒント
hint-thinking = ヒントを考えています…
hint-not-now = ヒントは自分の番に使えます。
hint-failed = いまはヒントを出せません：{ $reason }
hint-best = おすすめ　{ $label }：{ $prospect }
hint-equal = ほぼ互角　{ $label }：{ $prospect }
hint-other = { $label }：{ $prospect }

## レッスン

lesson-title = レッスン・{ $step }／{ $steps }
lesson-next = 次へ
lesson-more = ── もっと知る ──
lesson-real = 本番で遊ぶ
lesson-return = 前の画面へ
lesson-demonstrations = 番号を押すと、そのルールを卓で試せます。
lesson-find = カードの番号を押してください：{ $cards }
lesson-cards = { $who } { $first }〜{ $last }
lesson-shown = → { $what }
lesson-end = { $rank }位で、レッスンはこれでおしまいです。本番で遊んでみましょう！
key-back = 戻る
key-show-me = どれを押す？

## サーバーの卓

key-say = ひとこと
key-table = 卓
key-standings = 順位表
online-connecting = 卓につないでいます…
online-lost = つなぎ直しています…
online-kept = 接続が切れています。つながりしだい送ります。
watching = 観戦中
watchers = 観戦{ $count }人
name-title = 卓で使う名前
name-hint = Enter で席につきます。Esc で観戦します。
name-long = 名前は{ $most }文字までです。
quit-online = 卓の画面を閉じますか？ 席は残り、リンクを開き直すまでボットが代わりにプレイします。
seat-lost = この卓のあなたの席はなくなりました。
lobby-open = 空席
lobby-rules = ハウスルール
lobby-sit = 席につく
lobby-start = はじめる
lobby-bot = ボットを入れる
lobby-open-seat = ボットを外す
lobby-wait-seats = 席が全部うまると、はじめられます。
lobby-ready = 席が全部うまりました。いつでもはじめられます。
lobby-change = 卓の設定を変える
lobby-public = だれでも参加できる卓
lobby-private = 招待制
lobby-locked = ロック中
lobby-hints = ヒントあり
lobby-no-hints = ゲーム中のヒントなし
seat-removed = ホストがあなたを席から外しました。観戦はできます。ホストが許可すると、また席につけます。
on = オン
off = オフ
arrange-title = 卓の設定を変える
arrange-game = ゲームを変える
arrange-seats = 席の数
arrange-options = ハウスルール
arrange-clock = 持ち時間
arrange-move = 席を移す
arrange-move-to = どの席に移しますか？
arrange-levels = ボットの強さ
arrange-remove = 席から外す
arrange-readmit = 外した人がまた席につけるようにする
arrange-lock = ロックする（新しく席につけないようにする）
arrange-unlock = ロックを外す
arrange-public = だれでも参加できる卓にする
arrange-private = 招待制にする
arrange-hints = ゲーム中のヒントをオンにする
arrange-no-hints = 人どうしのゲーム中のヒントをオフにする
arrange-number = { $low }から{ $high }までの整数
change-guest = ゲスト
opening-choose = { $opening }を選ぶ
opening-later = 始まってから選ぶ
opening-title = どれで遊びますか？
opening-known = 使用：{ $opening }
shows-hand = 観戦者に手札を公開中
show-hand = ゲームが終わるまで観戦者に手札を公開する（相手も観戦できます）
hide-hand = 観戦者への手札の公開をやめる
hand-shown = { $who }が観戦者に手札を見せています。
hand-hidden = { $who }は観戦者に手札を見せるのをやめました。
presence-away = 離席中
presence-back = 戻りました
presence-stand-in-by = { $who }の依頼でボットが代行中
clock-none = なし
clock-zero = 時間が切れると、戻るまでボットが代わりにプレイします。時間切れだけで負けになることはありません。
clock-runs = プレイヤーがだれも接続していない間は、時間は進みません。
clock-runs-days = 離れている間も時間は進みますが、サーバーが止まっている間は進みません。
clock-soon = 残り{ $seconds }秒です
clock-of = { $who }　{ $time }
presence-line = { $who }：{ $what }
stand-in-own = ボットに任せる
stand-in-back = 自分で続ける
stand-in-for = { $who }をボットに任せる
give-up-seat = 席を立つ
table-title = 卓のようす
say-title = ひとこと
said = { $who }「{ $what }」
back-ask = 待った
back-agree = 待ったを認める
back-refuse = 断る
back-refused = { $who }が「待った」を断りました。
talk-write = 自分の言葉で話す
talk-mute = 発言の表示を切り替える
talk-mute-one = { $who }の発言を隠す
talk-unmute-one = { $who }の発言を表示する
talk-silent = ここでは発言できません。
talk-no-chat = この卓で使えるのは定型のひとことだけです。
talk-long = 最大{ $most }文字です。超えた分は切り捨てます。もう一度 Enter で送信します。
talk-chat-on = { $who }が自由な発言をオンにしました。
talk-chat-off = { $who }が自由な発言をオフにしました。
rematch-asked = 次のゲームを用意しています…
rematch-ready = 次の卓ができました。a で移ります。
trust-key = 新しい鍵を受け入れる
seal-of-deal = この配札の封（友だちの画面と同じなら、同じ配札です）：
key-of-server = このサーバーの鍵：
proof-command = もう一度確かめるには：{ $command }

## 何戦かの順位

series-wins = { $count }勝
series-in-result = { $count }戦を終えての順位：{ $standings }
series-brief = { $rank }位：{ $who }（{ $points }点、{ $change }）
series-between = ／
