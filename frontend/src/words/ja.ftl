# この卓の画面のことば

brand = 手札
brand-reading = Tefuda
loading = 準備しています…
seat = 席{ $number }
guest = ゲスト
guest-you = あなた
name-you = { $name }（あなた）
bot = ボット
close = 閉じる
back-home = ホームへ
nowhere = そのページは見つかりませんでした。
unreachable = サーバーにつながりません。通信を確かめて、もう一度お試しください。
try-again = 再試行
asset-failed = 画面の一部を読み込めませんでした。通信を確かめて、ページを再読み込みしてください。
reload = 再読み込み

## はじめの画面

home-lead = 手に入らなくなった日本のカードゲームを、もう一度。
home-sub = ひとりでボットと、友だちとはリンクひとつで。登録はいりません。
home-play = いますぐ遊ぶ
home-play-note = ボット{ $bots }人と
home-invite = 友だちを誘う
home-minutes = { $minutes }分
home-alike = 似たゲーム：{ $games }
home-options = 人数・ルールを選ぶ
home-rules = 遊びかた
home-running = 進行中の卓
home-finished = 終わった卓
home-turns = あなたの番の卓が{ $count }つあります。
home-open = 続ける
home-watch-replay = リプレイ
home-public = 公開卓
home-offline = サーバーにつながりません。ルールはこのまま読めます。つながり次第、自動で再開します。
home-link = 招待リンクを貼り付けて参加
home-link-open = 開く
home-link-wrong = このサーバーの招待リンクではありません。
home-locked = ロック中
home-join = 参加する
home-watch = 観戦する
players-range = { $low }〜{ $high }人
seats-free = 空席{ $count }
phase-open = 参加者募集中
phase-playing = プレイ中
phase-over = 終了

## 新しい卓

new-title = 新しい卓
new-players = 人数
new-players-count = { $count }人
new-seats = 席
new-seat-me = あなた
new-seat-bot = ボット
new-seat-open = 空席（招待）
new-level = 強さ
new-rules = ハウスルール
new-public = だれでも参加・観戦できる卓にする
new-hints = 人どうしのゲーム中にもヒントを使えるようにする
new-delay = 観戦者への表示
new-delay-of = { $count ->
        [0] すぐに見せる
       *[other] { $count }手前の局面を見せる
    }
new-start = はじめる
new-make = 卓をつくる

## 持ち時間

clock-none = なし
clock-own = 自分で決める
clock-kind = 制限の対象
clock-kind-reserve = ゲーム全体
clock-kind-move = 1手ごと
clock-kind-days = 1手ごと（日単位）
clock-field-minutes = ゲーム全体の時間（分）
clock-field-increment = 手番ごとに加わる時間（秒）
clock-field-seconds = 1手の時間（秒）
clock-field-days = 1手の日数
clock-zero = 時間が切れると、戻るまでボットが代わりにプレイします。いつでも戻れます。時間切れだけで負けになることはありません。
clock-runs = プレイヤーがだれも接続していない間は、時間は進みません。
clock-runs-days = 離れている間も時間は進みますが、サーバーが止まっている間は進みません。
clock-left = 残り時間：{ $time }
clock-soon = 残り{ $seconds }秒です
table-flagged = 時間が切れたので、ボットが代行中です。

## 待ち合わせ

lobby-lead = 席が全部うまると、はじめられます。
lobby-link = 招待リンク
lobby-link-help = このリンクを友だちに送ってください。開くと、空いている席に座れます。
lobby-copy = コピー
lobby-copied = コピーしました
copy-failed = ブラウザが許可しないため、コピーできませんでした。選択された文字をご自分でコピーしてください。
lobby-share = 共有
lobby-seat-open = 空席
lobby-take-bot = ボットを入れる
lobby-open-seat = 空席に戻す
lobby-start = はじめる
lobby-wait-seats = 空席があります。友だちを招待するか、ボットを入れてください。
lobby-your-name = あなたの名前
lobby-save-name = 決める
lobby-name-saved = 名前を決めました
lobby-up = { $who }を上の席へ
lobby-down = { $who }を下の席へ
lobby-level-of = { $who }の強さ
lobby-remove = 席から外す
lobby-remove-who = { $who }を席から外す
lobby-remove-sure = { $who }を席から外しますか？ あなたが許可するまで、この卓の席にはつけなくなります。
lobby-keep = やめる
lobby-leave = 席を立つ
lobby-setup = 卓の設定を変える
lobby-game = ゲーム
lobby-lock = 卓をロックする（新しく席につけないようにする）
lobby-readmit = 外した人がまた席につけるようにする
lobby-is-public = だれでも参加・観戦できます
lobby-is-private = 招待された人だけが参加・観戦できます
lobby-is-locked = ロック中（新しく席にはつけません）
lobby-has-hints = ヒントあり
lobby-no-hints = ゲーム中のヒントなし
opening-bots-choice = 自分で選びます
opening-not-yet = 未選択（始まってから選びます）
opening-pick = { $opening }を選ぶ
opening-change = 変える
opening-put-off = 始まってから選ぶ
opening-cards = { $count }枚
opening-play = 「{ $name }」で遊ぶ
lobby-changes = 卓の変更
lobby-expelled = ホストがあなたを席から外しました。観戦はできます。ホストが許可すると、また席につけます。
lobby-barred = ホストがあなたをこの卓の席から外しました。観戦はできます。

## 招待

join-title = 招待されています
join-lead = 「{ $game }」に招待されました。
join-name = あなたの名前
join-sit = 席につく
join-watch = 観戦する
join-lead-by = { $who }から「{ $game }」への招待です。
join-full = この卓はもう席がありません。観戦はできます。
join-playing = この卓はもう始まっています。観戦はできます。
join-left = 席{ $seat }を離れています。いまはボットが代わりにプレイしています。
join-back = 席に戻る
join-locked = この卓はホストがロックしています。新しく席にはつけませんが、観戦はできます。
join-over = このゲームはもう終わっています。
join-rules-first = 先に遊びかたを読む

## 卓

table-stage = 卓
table-goal = 目的
table-log = ログ
table-log-open = ログを見る
table-menu = メニュー
table-rules = ルール
table-actions = 操作
table-thinking = 考え中
table-your-turn = あなたの番
table-skip = 演出をスキップ
table-hint = ヒント
table-hint-best = おすすめ　{ $label } → { $prospect }
table-hint-equal = ほぼ互角　{ $label } → { $prospect }
table-hint-other = { $label } → { $prospect }
table-fact-of = { $who }：{ $fact }
table-clause = ルール{ $clause }
table-sent-later = つながりしだい送ります。
table-hint-asked = ヒントを考えています…
table-lost = 接続が切れました。つなぎ直しています…
table-connecting = 卓につないでいます…
table-gone = この卓はないか、公開されていません。リンクを確かめてください。
table-forgotten = サーバー上のあなたのデータは削除されました。招待リンクを開くと、新しいゲストとして参加できます。
table-watching = 観戦中
table-delayed = { $count }手前の局面を表示中
table-shown = { $who }が観戦者に手札を見せています。
name-shows = { $name }（公開中）
watch-hand = { $who }の手札
show-title = 観戦者に手札を見せる
show-about = ゲームが終わるか、やめるまで、観戦者はあなたの席から見えるものをすべて見られます。見せていることは、卓の全員に表示されます。
show-warning = 相手も別のウィンドウから観戦できます。勝ち負けを競う相手がいるときは、おすすめしません。
show-delay = この卓では、観戦者に見えるのは{ $count }手前の局面です。
show-start = 手札を見せる
show-stop = 見せるのをやめる
table-watchers = 観戦{ $count }人
table-leave = 席を立つ
table-leave-sure = 席を立つと、戻るまでボットが代わりにプレイします。よろしいですか？
table-leave-yes = 席を立つ
table-leave-no = 続ける
table-notes = メモ
table-notes-help = あなただけに見えるメモです。
table-notes-save = 保存
table-invite = 招待リンク
keys-title = キーボード操作
keys-actions = 行動のボタン（左から）
keys-cards = カードからカードへ、ログではリンクからリンクへ。Enter で選ぶ
table-bot-plays = ボットが代行中です。
table-bot-plays-by = { $who }があなたの席をボットに任せました。
table-bot-played = 離れていた間に、ボットが{ $count }回代わりに決めました。
table-bot-played-by = { $who }があなたの席をボットに任せ、ボットが{ $count }回決めました。
table-skip-to-end = 最後まで進める
table-skipping = ボットどうしで最後まで進めています。
table-skip-waits = { $who }がまだ観戦中です。全員が「最後まで進める」を選ぶと進みます。
table-card-nth = { $card }、{ $count }枚中{ $number }枚目
table-settings = 設定
table-stand-in = ボットに任せる
table-stand-in-for = { $who }の番をボットに任せる
table-take-back = 自分で続ける
table-card = { $face }（{ $where }）
table-card-down = 裏向きのカード（{ $where }）
table-card-hidden = 裏向きのカード
table-card-down-known = 裏向きの{ $face }（{ $where }）
table-card-turned = 横向きの{ $face }（{ $where }）
table-about = { $what }：{ $said }
table-arrange = 並べかえる
table-arrange-done = 並べ終わる
table-arrange-how = { $mine ->
        [1] あなたの番です。
       *[0] {""}
    }並べかえ中：動かすカード、置き場所の順に選んでください。
table-sort = 自動で並べる
table-owned = { $who }の{ $zone }
table-zone-count = { $zone }、{ $count }枚
table-read = カードにカーソルを合わせると、内容がここに表示されます。
table-pile = { $zone }{ $count }枚
presence-gone = 離席中
presence-stand-in-gone = 離席中・ボット代行
presence-stand-in-by = { $who }の依頼でボットが代行
back-ask = 待った
back-agree = 認める
back-refuse = 断る
back-waits = 「待った」を申し込みました。{ $others }の返事を待っています。
back-waits-too = { $who }が「待った」と言っています。{ $others }の返事を待っています。
back-refused = { $who }が「待った」を断りました。
talk-title = ひとこと
talk-unread = ひとこと（新着{ $count }）
talk-says = { $who }「{ $what }」
talk-nothing = まだ発言はありません。
talk-text = メッセージ
talk-send = 送信
talk-phrases = 定型のひとこと
talk-public = 公開卓なので、定型のひとことだけ使えます。
talk-off = ホストが自由な発言をオフにしています。
talk-apart = ゲームが終わるまで、あなたの発言は観戦者だけに見えます。
talk-settings = 発言の設定
talk-chat = この卓での自由な発言
talk-mute = { $who }の発言を隠す
talk-chat-on = 自由な発言をオンにしました。
talk-chat-off = 自由な発言をオフにしました。

## 公正な配札

fair-title = 公正な配札
fair-standing-none = この卓は配札から始まっていないので、カードの公正さについて言えることはありません。
fair-standing-old = 以前のバージョンで配られたゲームです。公正さは証明されておらず、カードを先に知ることができる状態でした。
fair-standing-before = 最初の1枚の前に、サーバーが配札に封をし、みんなのブラウザが乱数を出し合います。
fair-standing-pledged = この配札に入れる乱数を、あなたのブラウザが用意しました。封がされるまで、だれにも見せません。
fair-standing-sealed = 配札に封をしました。全員の乱数がそろいしだい、カードを配ります。
fair-standing-left-out = この配札は、あなたの乱数を入れずに封をされました。
fair-standing-giver = あなたの乱数が、この配札に入っています。封をしたあとで変えられたものはありません。
fair-standing-others = この配札に、あなたの乱数は入っていません。乱数を出したのは{ $count }人です。このブラウザだけでは何も確かめられません。
fair-standing-server = 乱数を出した人はいません。サーバーだけで決めた配札です。
fair-standing-broken = 卓がいま示している封は、あなたのブラウザが確かめて残した封と違います。
fair-alarm = この卓の配札に、おかしな点があります。
fair-evidence = どちらの封にもサーバーの署名があります。合わせれば、配札が変えられたことをだれにでも示せます。この画面の封と、手元の写しを保存してください。
fair-called-off = { $who }の乱数が届かなかったので、{ $attempt }回目の配札は取りやめになりました。
fair-blamed = あなたについては事実ではありません。あなたの乱数は、サーバーが受け取ったと答えていました。
fair-not-again = 乱数が届かなかった席は、ほかに出す人がいるかぎり、この卓ではもう乱数を出しません。
fair-strange = サーバーの鍵が、これまでと違います。以前の鍵による裏づけもありません。心当たりがなければ、だれかがこのサーバーになりすましているかもしれません。
fair-trust = 新しい鍵を受け入れる
fair-refused = あなたのブラウザは、乱数を出すのを控えています。
fair-refused-server = サーバーの鍵が、知っているものと違います。
fair-refused-signature = 封に、サーバーの正しい署名がありません。
fair-refused-pledge = あなたの席の乱数として、このブラウザのものではない値が封に入っています。ほかのブラウザでこの卓を開いていませんか。
fair-refused-distinct = 2つの席が同じ値を出しています。
fair-refused-seats = 封に書かれたプレイヤーが、卓にいる人と違います。
fair-refused-setup = 封に書かれたルールやカードが、画面に出ていたものと違います。
fair-refused-follows = 封が、それまでの配札とつながっていません。
fair-refused-open = この卓には、取りやめになっていない別の封があります。
fair-refused-used = この乱数は、もう別の封で使われています。
fair-refused-seal = 封が、書かれている中身と合いません。
fair-seal = この配札の封
fair-seal-help = 友だちの画面の封と同じなら、同じ配札で遊んでいます。
fair-server-key = このサーバーの鍵
fair-copy-of = コピー：{ $what }
fair-how = しくみ
fair-how-seal = 最初の1枚の前に、サーバーはカードを決めるすべて（自分の秘密の値、プレイヤー、ルール、各ブラウザの約束）を1つの値「封」に固めて署名します。
fair-how-shares = 各ブラウザが乱数を明かすのは、そのあとです。1つでも届かなければ配札は取りやめになり、届かなかった席が示されます。ですから、乱数を出した人が1人でもサーバーと組んでいなければ、だれもカードを選べません。
fair-how-limits = それでも、サーバーはすべてのカードを先に知ることができ、プレイヤーどうしが手札を教え合うこともできます。どんな封でも、それは防げません。
fair-proof = 証明されたこと
fair-unreleased = このゲームの記録はまだ公開されていないので、証明されたことはありません。
fair-unreadable = 記録の形式が正しくないため（{ $line }行目）、何の証明にもなりません。
fair-verdict-proven = 証明済み
fair-verdict-not-proven = 証明なし
fair-verdict-false = 誤り
fair-claim-key = すべてのカードを決める鍵は、サーバーの秘密の値と各プレイヤーの乱数とゲームの設定から導かれる。
fair-claim-fixed = 最初の1枚より前にすべてが決まっていて、この卓の配り直しは1つも隠されていない。
fair-claim-unchosen = カードを選んだ人はいない。
fair-claim-rules = カードも手も順位も、その鍵からルールどおりに導かれる。
fair-claim-seen = 自分が見たゲームと同じである。
fair-claim-unchanged = サーバーが署名してから、記録は変えられていない。
fair-claim-never = カードを先に見た人はいない。プレイヤーは名乗ったとおりの人で、自分でプレイしている。隠されたゲームはない。取りやめはどれも本物である。
fair-reason-key-follows = すべての配札を、秘密の値と乱数からブラウザが計算し直しました。
fair-reason-other-table = 別の卓、別のゲーム、または別のルールの記録です。
fair-reason-attempt-number = 記録に{ $attempt }回目の配札がありません。
fair-reason-wrong-secret = { $attempt }回目の秘密の値が、サーバーが先に約束したものと違います。
fair-reason-wrong-share = { $attempt }回目の席{ $seat }の乱数が、先に約束されたものと違います。
fair-reason-wrong-seal = { $attempt }回目の封が、記録にある中身から導かれるものと違います。
fair-reason-wrong-call-off = { $attempt }回目は、乱数が届かなかった席とは別の席を理由に取りやめになっています。
fair-reason-attempt-open = { $attempt }回目の配札が、取りやめになっていないのに最後ではありません。
fair-reason-share-missing = { $attempt }回目は、約束された乱数がそろわないまま配られています。
fair-reason-operators-word = 運営者がそう言っているだけです。このブラウザは乱数を出していないので、最初の1枚の前に封を確かめていません。
fair-reason-seal-kept = 最初の1枚の前に確かめた封と、この記録の封が同じです。それまでの配り直しも、すべてこの封につながっています。
fair-reason-other-seal = この記録の封は、卓が示していた封と違います。
fair-reason-signed-twice = サーバーは、この記録とは別の封にも署名しています。手元の写しとこの記録を合わせれば、だれにでも示せる証拠になります。
fair-reason-attempt-missing = ブラウザが見た取りやめの1つが、記録にありません。
fair-reason-server-alone = 乱数を出した人はいません。サーバーだけで決めた配札です。
fair-reason-my-share = あなたの乱数が入っています。この画面が正直に乱数を選び、封がされるまで秘密にしていたなら、確かなことです。
fair-reason-not-my-share = 記録にある乱数が、あなたのブラウザが出したものと違います。
fair-reason-no-rules = ブラウザはルールを知りません。下のコマンドなら、ゲーム全体を再現して確かめられます。
fair-reason-seal-only = ブラウザが見くらべたのは封だけです。下のコマンドなら、手元の写しのすべての場面を見くらべられます。
fair-reason-no-copy = このブラウザには、ゲームの写しがありません。
fair-reason-wrong-digest = ダイジェストが合いません。記録のどこかが変えられています。
fair-reason-wrong-signature = 署名が合いません。記録のどこかが変えられています。
fair-reason-other-key = あなたの封とは別の鍵で署名されています。
fair-reason-own-key = このブラウザの知らない鍵で署名されています。
fair-reason-stolen-key = この鍵は盗まれたとサーバーが告げています。署名だけでは何の証明にもなりません。
fair-reason-signed = ブラウザが覚えているサーバーの鍵と、署名が合います。
fair-reason-never = どんな記録でも証明できません。
fair-record = 記録を保存
fair-copy = 手元の写しを保存
fair-copy-help = 写しには、あなたの乱数と封、ブラウザが見た{ $count }場面が入っています。
fair-command = 残りを確かめるには、2つのファイルを保存した場所で Tefuda を実行してください
fair-command-record = 残りを確かめるには、記録を保存した場所で Tefuda を実行してください
fair-key = すべてのカードを決める鍵

## 結果

result-won = { $who }の勝ち！
result-you-won = あなたの勝ち！
result-you-ranked = { $players }人中{ $rank }位{ $gap ->
        [0] {""}
       *[other] （1位との差{ $gap }）
    }
result-rounds = 経過
result-round = 回
result-shared = { $who }が同率1位
result-points = { $points }点
result-rematch = もう一回
result-rematch-go = 次の卓へ
result-rematch-change = 設定を変えてもう一回
result-replay = リプレイを見る
result-table = 卓を見る
result-show = 結果を見る
result-try = 次に試すなら：
result-home = ホームへ
result-record = ゲームの記録（テキスト）

## 何戦かの順位

series-rank = 順位
series-player = プレイヤー
series-change = 直前
series-wins = 勝ち
series-points = 点
series-not-in = 不参加
series-games = これまでの結果
series-game = { $number }戦目

## 再生

replay-title = リプレイ
replay-play = 再生
replay-pause = 一時停止
replay-back = 1手戻る
replay-forward = 1手進む
replay-place = 再生位置
replay-place-of = { $all }場面中{ $at }場面目
replay-speed = 速さ
replay-speed-value = { $speed }倍
replay-viewpoint = 視点
replay-viewpoint-spectator = 観戦者
replay-viewpoint-note = まだ非公開の情報があるため、自分の視点でだけ再生できます。
replay-empty = この卓では、まだ何も起きていません。
share-title = 場面を共有
share-moment = { $steps }場面中{ $step }場面目、{ $who }の視点へのリンクです。
share-moment-spectator = { $steps }場面中{ $step }場面目、観戦者の視点へのリンクです。
share-link = この場面へのリンク
share-public = 公開卓なので、だれでもこのゲームのリプレイを見られます。
share-anyone = このリンクを知っている人は、だれでもこのゲームのすべてを見られます。全員の手札と名前も見えます。
share-private = 非公開の卓です。リンクを作ると、それを知っている人はこのゲームのすべてを見られます。全員の手札と名前も見えます。作ったことは、同じ卓の人にも伝わります。
share-make = リンクを作る
share-stop = リンクを無効にする
share-others = このゲームへのリンクを作った人：{ $who }

## 記録を確かめる

check-title = 記録を確かめる
check-about = ゲームのあとで保存した記録のファイルを確かめ、再生します。配札の計算、封、署名はこのブラウザの中で確かめ、そのあいだファイルはどこにも送られません。手と順位がルールどおりかどうかは、ルールを知っているサーバーか Tefuda のコマンドで確かめられます。プレイヤーが保存した写し（.json）は、その席から見えたとおりに再生します。
check-open = ファイルを選ぶ
check-choose = 記録のファイルを選ぶか、ここにドロップしてください
check-large = このファイルは、ゲームの記録にしては大きすぎます。
check-no-text = このファイルはテキストとして読めません。ゲームのあとで保存した記録（.txt）を選んでください。
check-unreadable = { $line }行目が、署名つきの記録の形式に合いません。ゲームのあとで保存した記録（.txt）を、変えずに選んでください。
check-file = { $file }：{ $players }人、卓 { $table }
check-rest = 手と順位は、このブラウザでは確かめていません。ルールを知っているサーバーか、下のコマンドで確かめられます。
check-send = サーバーで手と順位も確かめる
check-sending = サーバーが再現しています…
check-send-help = どちらも、ファイルをこのサーバーに送ります。サーバーはゲームを再現するだけで、ファイルを残しません。サーバーを信じずに確かめるには、下のコマンドを使ってください。
check-server = サーバーの答え（手と順位）：{ $verdict }
check-command = 残りを確かめるには、ファイルのある場所で Tefuda を実行してください
check-play = このゲームを再生する
check-back = 確認に戻る
check-too-long = このファイルは{ $most }バイトを超えているため、サーバーでは再現できません。下のコマンドで確かめられます。
check-not-shown = このファイルのゲームは表示できません。
check-shown-proven = ファイル { $file } のゲームです。サーバーの答えでは、手と順位はルールどおりです。
check-shown-unproven = 手と順位は確かめられていません：{ $why }
check-shown-false = この記録には誤りがあります：{ $why }
check-shown-until = ファイルにあるとおりに、そこまでを表示しています。
check-shown-copy = ファイル { $file } の写しです。一つの席から見えたことだけが入っています。内容は確かめられていません。

## ルール

rules-play = このゲームを遊ぶ

## 設定

settings-title = 設定
settings-language = 言語 / Language
settings-theme = テーマ
settings-theme-auto = 端末の設定に合わせる
settings-theme-light = ライト
settings-theme-dark = ダーク
settings-motion = アニメーション
settings-motion-auto = 端末の設定に合わせる
settings-motion-full = オン
settings-motion-calm = オフ
settings-sound = 音
settings-alerts = 自分の番を知らせる
settings-alerts-yes = ほかの画面を見ているあいだに番が来ると、ブラウザの通知でお知らせします。
settings-alerts-insecure = https で始まるアドレスか、サーバーを動かしている端末でのみ使えます。
settings-alerts-ask = ほかの画面を見ているときや、ページを閉じているあいだに番が来ると、通知でお知らせします。
settings-alerts-push-yes = ページを閉じていても、この端末にお知らせします。
settings-alerts-push-failed = ページを開いているあいだはお知らせします。閉じているあいだの通知は、ブラウザの配信サービスにつながらないため、いまは使えません。
settings-alerts-missing = このブラウザは通知に対応していません。iPhone や iPad では、このページをホーム画面に追加したアプリで使えます。アプリはブラウザと席を共有しないので、招待リンクはアプリのホームに貼り付けてください。
settings-alerts-blocked = ブラウザがこのサイトの通知をブロックしています。ブラウザの設定で許可できます。
offer-alerts-done = 番が来たらお知らせします。
alert-turn = あなたの番です
settings-size = 文字の大きさ
settings-size-value = { $size }％
settings-helps = プレイ補助を表示
settings-helps-note = バースト率や待ちなど、見えている情報からわかること
settings-kept = この端末のこのブラウザにだけ保存されます。
own-title = このサーバーに残っているあなたの情報
own-text = 名前、卓と席、選んだ手、メモ、番の通知を受けるブラウザです。使われなくなった卓は、しばらくすると消えます。設定と配札の写しは、サーバーではなくこのブラウザにあります。
own-download = 残っている情報をダウンロード
own-delete = 情報を削除する
own-sure = 残っている情報を削除しますか？
own-effect = すべての席を立ち、そのあとはボットが代行します。ひとりで遊んだゲームは消えます。ほかの人とのゲームからは名前だけが消え、結果は残ります。元に戻すことはできません。
own-yes = すべて削除する
own-no = 残しておく
own-deleted = 削除しました。このサーバーにあなたの情報はもうありません。
about-title = 手札について
about-text = 「手札」は、非公式・非営利のプロジェクトです。文章も絵も音も、独自のものだけを使っています。
about-lead = 「手札（てふだ）」は、いまではほとんど遊べなくなった日本のカードゲーム5つを遊べる卓です。ひとりでボットと、あるいはリンクひとつで友だちと、ブラウザでもターミナルでも、日本語でも英語でも遊べます。
about-version = バージョン{ $version }
about-licence = 「手札」のコード・文章・絵は、Apache License 2.0のもとで公開しています。各ゲームの権利は、それぞれの作者と発行元にあります。
about-ours-title = 復元と当卓の裁定
about-ours = 元のゲームからわからないものは復元し、ルールブックに書かれていないことは当卓の裁定で補っていて、どちらも各ゲームのルールに記しています。
about-games = ゲームとクレジット
about-rules = { $game }のルール
about-notices-title = ほかの方の著作物
about-notices-text = 「手札」には、フォントの Noto Sans JP やフレームワークの Svelte などが、それぞれのライセンスのもとで含まれています。
about-notices = サードパーティーライセンス

## ふり返り

review-title = ふり返る
review-progress = 決定を分析中：{ $all }件中{ $done }件
review-seat = プレイヤー
review-decision = この決定の選択肢
review-decision-of = { $move }手目：{ $who }
review-played = 選んだ手
review-mark-mistake = ミス：{ $loss }の損
review-learn = このゲームから学べること
review-at = { $move }手目
review-good = { $all }回の決定のうち{ $good }回が最善か互角、ミス{ $mistakes }回
review-rule = ミスとは、その人が知っていたことから見て、最善より確実に、しかも{ $threshold }以上悪い手です。
review-marked = ミスと、流れの変わり目
review-move = 手
review-worth = 見込み
review-chart = 全員の見込みの移り変わり（{ $who }を強調）
review-scale = 縦軸：{ $scale }
review-mistake-mark = ミス
review-play-on = ここから続ける
review-play-on-help = { $who }の席で、ボットと。見えていなかったカードは配り直します
review-turning-mark = 変わり目

## レッスン

learn-title = レッスン：{ $game }
learn = レッスン
learn-game = { $game }のレッスン（{ $minutes }分）
learn-go-on = レッスンの続き
learn-again = レッスンをもう一度
learn-minutes = { $minutes }分
learn-weight = むずかしさ{ $weight }（5段階）
learn-step = レッスン、{ $steps }ステップ中{ $step }ステップ目
learn-next = 次へ
learn-back = 戻る
learn-show = どこを押す？
learn-skip = とばして本番へ
learn-skip-short = 本番へ
learn-real = 本番で遊ぶ
learn-restart = レッスンをはじめから
learn-more = もっと知る
learn-try = やってみる
learn-try-card = やってみる：{ $title }
learn-return = 前の画面へ
learn-close = 閉じる
learn-none = このサーバーには、このゲームのレッスンがありません。
learn-end = { $players }人中{ $rank }位で、レッスンはこれでおしまいです。本番で遊んでみましょう！

## しるしの説明

explain-mark = これは何？
explain-close = わかった
explain-again = しるしの説明をもう一度
