# この卓の画面のことば

brand = 手札
brand-reading = Tefuda
loading = 準備しています…
seat = { $number }番の席
guest = ゲスト
guest-you = あなた
name-you = { $name }（あなた）
bot = ボット
you = あなた
close = 閉じる
back-home = 卓の一覧へ
nowhere = そのページは見つかりませんでした。
unreachable = サーバーにつながりません。通信を確かめて、もう一度お試しください。
try-again = もう一度
asset-failed = 画面の一部を読み込めませんでした。通信を確かめて、ページを再読み込みしてください。
reload = 再読み込み

## はじめの画面

home-lead = 手に入らなくなった日本のカードゲームを、もう一度。
home-sub = ひとりでボットと、友だちとはリンクひとつで。登録はいりません。
home-play = いますぐ遊ぶ
home-play-note = ボット{ $bots }人と
home-invite = 友だちを誘う
home-options = 人数・ルールを選ぶ
home-rules = 遊びかた
home-decks = デッキを組む
home-running = つづきの卓
home-finished = 終わった卓
home-open = つづける
home-watch-replay = 再生
home-public = ひらかれた卓
home-join = 参加する
home-watch = 観戦する
players-range = { $low }〜{ $high }人
seats-free = 空席{ $count }
phase-open = 待ち合わせ中
phase-playing = 対局中
phase-over = 終了

## 新しい卓

new-title = 新しい卓
new-players = 人数
new-players-count = { $count }人
new-seats = 席
new-seat-me = あなた
new-seat-bot = ボット
new-seat-open = だれか（招待）
new-level = 強さ
new-rules = ハウスルール
new-public = だれでも参加・観戦できる卓にする
new-start = はじめる
new-make = 卓をつくる

## 待ち合わせ

lobby-title = 待ち合わせ
lobby-lead = 席がうまったら、はじめられます。
lobby-link = 招待リンク
lobby-link-help = このリンクを友だちに送ってください。開くと、空いている席に座れます。
lobby-copy = コピー
lobby-copied = コピーしました
lobby-share = 送る
lobby-seat-open = 空席
lobby-take-bot = ボットを座らせる
lobby-open-seat = 席をあける
lobby-start = はじめる
lobby-wait-seats = 空席があるうちは、はじめられません。
lobby-wait-host = 卓の主がはじめるのを待っています。
lobby-your-name = あなたの名前
lobby-save-name = 決める
lobby-name-saved = 名前を決めました
lobby-fair = 山札の公正さ
lobby-fair-text = 山札の順を決める秘密は、始まる前に封をしてあります。その印（SHA-256）はこちら。終わったあとに公開される秘密と見くらべられます。
lobby-seed = 好きなことばを混ぜる
lobby-seed-help = 入れたことばは配られるカードに影響します。だれも（卓も）先を知ることはできません。
lobby-seed-send = 混ぜる
lobby-seed-done = 混ぜました

## 招待

join-title = 招待されています
join-lead = { $game }の卓に招かれました。
join-name = あなたの名前
join-sit = 席につく
join-watch = 見るだけ
join-full = この卓はもう席がありません。観戦はできます。
join-playing = この卓はもう始まっています。観戦はできます。
join-rules-first = 先に遊びかたを読む

## 卓

table-stage = 卓
table-log = できごと
table-log-open = できごとを見る
table-menu = メニュー
table-rules = ルール
table-actions = できること
table-thinking = 考え中
table-your-turn = あなたの番
table-skip = いまの場面へ
table-hint = ヒント
table-hint-says = ボットなら：{ $label }
table-clause = ルール { $clause }
table-lost = 接続が切れました。つなぎ直しています…
table-connecting = 卓につないでいます…
table-gone = この卓は見つからないか、見ることができません。
table-watching = 観戦中
table-watchers = 観戦{ $count }人
table-leave = 席を立つ
table-leave-sure = 席を立つと、あとはボットが打ちます。よろしいですか？
table-leave-yes = 席を立つ
table-leave-no = つづける
table-react = ひとこと
table-notes = メモ
table-notes-help = あなただけに見えるメモです。
table-notes-save = しまう
table-invite = 招待リンク
table-settings = 設定
table-stand-in = ボットに代わってもらう
table-take-back = 自分で打つ
table-card = { $face }（{ $where }）
table-card-down = 裏向きのカード（{ $where }）
table-card-down-known = 裏向きの{ $face }（{ $where }）
table-card-turned = 横向きの{ $face }（{ $where }）
table-card-marked = { $card }：{ $marks }
list-comma = 、
table-owned = { $who }の{ $zone }
table-zone-count = { $zone }、{ $count }枚
table-read = カードを指すと、書いてあることがここに出ます。
table-pile = { $zone } { $count }枚
presence-idle = 手が止まっています
presence-gone = 席をはずしています
presence-stand-in = ボットが代打ち中
reaction-hello = こんにちは
reaction-nice = おみごと
reaction-oops = あちゃー
reaction-thinking = うーん…
reaction-wow = おおっ
reaction-thanks = ありがとう
reaction-hurry = そろそろ？
reaction-again = もう一回！

## 結果

result-title = ゲーム終了
result-won = { $who }の勝ち！
result-shared = { $who }が並んで1位
result-rank = { $rank }位
result-points = { $points }点
result-rematch = もう一回
result-rematch-go = 次の卓へ
result-replay = 再生する
result-table = 卓を見る
result-show = 結果を見る
result-home = 卓の一覧へ
result-record = 棋譜（テキスト）

## 再生

replay-title = 再生
replay-play = 再生
replay-pause = 一時停止
replay-back = ひとつ前へ
replay-forward = ひとつ先へ
replay-place = 場面
replay-place-of = { $all }のうち{ $at }
replay-speed = はやさ
replay-speed-value = { $speed }倍
replay-eyes = だれの目で
replay-eyes-spectator = 観戦者
replay-eyes-note = まだ隠れているものがあるあいだは、自分の目で見たものだけを再生できます。
replay-empty = この卓では、まだ何も起きていません。

## ルール

rules-play = このゲームを遊ぶ

## 設定

settings-title = 設定
settings-language = ことば / Language
settings-theme = 明るさ
settings-theme-auto = 端末に合わせる
settings-theme-light = 明るい
settings-theme-dark = 暗い
settings-motion = 動き
settings-motion-auto = 端末に合わせる
settings-motion-full = 動かす
settings-motion-calm = 動かさない
settings-sound = 音
settings-size = 文字の大きさ
settings-size-value = { $size }％
settings-helps = 手助けの数字
settings-helps-note = バーストの確率など、見えているものから計算できる数字
settings-kept = この端末のこのブラウザにだけ保存されます。
own-title = このサーバーに残っているあなたの情報
own-text = 名前、卓と席、打った手、メモです。使われなくなった卓は、しばらくすると消えます。
own-download = 残っている情報をダウンロード
own-delete = 情報を削除する
own-sure = 残っている情報を削除しますか？
own-effect = すべての席を立ち、あとはボットが打ちます。ひとりで遊んだ対局は消えます。ほかの人との対局からは名前だけが消え、結果は残ります。元に戻すことはできません。
own-yes = すべて削除する
own-no = 残しておく
own-deleted = 削除しました。このサーバーにあなたの情報はもうありません。
about-title = この卓について
about-text = 手札は、非公式・非営利の卓です。文章も絵も音も、自前のものだけを使っています。
