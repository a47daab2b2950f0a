# 表示して終わるコマンドの言葉：simulate、rules、serve、verify

simulate-title = { $title }（{ $players }人）：ランダムなゲーム{ $games }回、シード{ $seed }
simulate-option = ハウスルール「{ $name }」：{ $value }
simulate-on = あり
simulate-off = なし
simulate-compiling = ルールをコンパイルしています（初回だけ、数秒かかります）
simulate-playing = プレイ中
simulate-seat = 席
simulate-wins = 勝率（%）
simulate-rank = 平均順位
simulate-score = 平均得点
simulate-length = 1ゲームの選択回数
simulate-mean = 平均
simulate-deviation = 標準偏差
simulate-quantile = { $percent }パーセンタイル
simulate-longest = 最長
simulate-shared = 1位を分け合ったゲームは{ $share }％。勝ちは人数で等分して数えています。
simulate-scored = 得点は最初の{ $games }ゲームのものです。
simulate-method = [ ] は95％信頼区間です（割合：ウィルソン法、平均：スチューデントのt分布、標準偏差：±1.96標準誤差、ほか：順序統計量）。
simulate-speed = { $seconds }秒（{ $threads }スレッド）、毎秒{ $man }万回の選択。

rules-reconstructed = 元の内容がわからず、当卓で復元したもの：

cards-checked = { $file } に問題はありません。項目{ $cards }件、復元{ $ours }件。
cards-copies = { $count }枚

serve-help =
    使い方：tefuda serve [オプション]

    ブラウザで遊べるようにサーバーを動かします。ひとりでも、友だちとも、ボットとも遊べます。

    設定はファイル（--config）や環境変数にも書けます。たとえば --port は、ファイルでは port、環境変数では $TEFUDA_PORT です。--check で有効な設定をすべて表示します。
serve-options = オプション
serve-ready = Tefuda は { $address } で遊べます（Ctrl-C で終わります）
serve-already = Tefuda はすでに { $address } で動いています
serve-ended = 停止しました。卓は保存されています。
bots-ready = { $database } のボットの思考を引き受けています（同時に{ $count }件、Ctrl-C で終わります）
bots-ended = 停止しました。途中の仕事はキューに戻しました。

keys-file = 署名鍵（{ $file }）、最新の鍵はいちばん下：
keys-one = { $key }、{ $since }から{ $state ->
        [stolen] 、盗まれた鍵
       *[used] {""}
    }
keys-running = 動いているサーバーは、これから読み込む卓に新しい鍵を使います。

backup-made = { $file } に卓{ $tables }件（プレイ中{ $playing }件）を保存しました。
backup-secrets = ほかの人が読めない場所に置いてください。中の秘密の値から、プレイ中のゲームのカードを先に知ることができます。
backup-with-keys = 署名鍵も入っています。このファイルを手に入れた人は、このサーバーの名前で署名できます。
backup-without-keys = 署名鍵は入っていません。{ $keys } の写しを別の場所に保管するか、--keys を付けてください。

restore-done = { $file } の中身を { $folder } に戻しました：卓{ $tables }件（プレイ中{ $playing }件）。
restore-made = バックアップの日時は{ $made }です。それ以後のゲームや削除は、なかったことになっています。
restore-latest = コピーにアーカイブの変更{ $changes }件を反映し、最後に記録された状態にしました。
restore-moment = コピーにアーカイブの変更{ $changes }件を反映し、{ $at }の状態にしました。
restore-gap = { $since }以降の変更は一部欠けている可能性があります。サーバーがアーカイブを閉じずに終了したためです。
restore-with-keys = 署名鍵は { $keys } に、元からある鍵と並べて入れました。
restore-without-keys = 署名鍵は入っていませんでした。サーバーを起動する前に { $keys } に置いてください。ないまま起動すると新しい鍵が作られ、封をしたゲームの記録に署名できなくなります。

migrate-done = { $database } をこのバージョン用に準備しました（スキーマのバージョン{ $number }）。
migrate-nothing = { $database } はすでにこのバージョンで使えます。
migrate-granted = ロール { $role } に、サーバーに必要な権限を与えました。
migrate-granted-bots = ロール { $role } に、tefuda bots に必要な権限を与えました。

move-done = { $folder } のデータを { $database } に移しました：卓{ $tables }件、ゲスト{ $guests }人、全部で{ $rows }行（すべて照合済み）。フォルダーのデータもバックアップとして残っています。
move-keys = 署名鍵は { $keys } にあるままです。サーバーは同じ鍵で起動し、写しを別の場所に保管してください。

verify-game = { $title }、{ $players }人、{ $moves }手
verify-claim = { $verdict }：{ $claim }
verify-seal = この配札の封：{ $seal }
verdict-proven = 証明済み
verdict-not-proven = 証明なし
verdict-false = 誤り

analyse-running = 分析中
analyse-seat = { $who }：{ $count }回の決定のうち{ $good }回が最善か互角
analyse-turn = 手
analyse-played = 選んだ手
analyse-value = 見込み
analyse-best = よりよい手
analyse-lesson = { $turn }手目：{ $text }

setting-config = 設定を書いた TOML ファイル。指定しない場合は $TEFUDA_CONFIG のファイル。
setting-data = すべてを保存するフォルダー。指定しない場合は利用者のデータ用フォルダー。
setting-host = 待ち受けるアドレス。0.0.0.0にすると同じネットワークの人も遊べ、::にするとIPv6でもつながります。
setting-port = ポート番号。0にすると空いている番号を使います。
setting-passing = 1つの PostgreSQL データベースを複数のサーバーで使う場合の、プライベートネットワーク内でのこのマシンのアドレスと空いているポート（例：10.0.0.5:8760）。このサーバーが受け持つ卓への接続を、ほかのサーバーがここへ取り次ぎます。指定しなければ取り次ぎません。
setting-bot-processes = ボット・ヒント・ふり返りのためのプロセス数。0にすると、PostgreSQL データベースを通じて tefuda bots に任せます。
setting-database = すべての卓を置く PostgreSQL データベースの URL（例：postgresql://tefuda@db.example/tefuda）。指定しない場合はフォルダーの SQLite。コマンドラインは同じマシンのほかの利用者にも見えるので、パスワード入りの URL は環境変数かファイルに書いてください。
setting-workers = サーバーのプロセス数。2以上には PostgreSQL データベースが必要です。それぞれの卓はどれか1つのプロセスが受け持ちます。
setting-archive = すべての変更を記録するアーカイブのフォルダー（別のディスクに）。tefuda restore --at で任意の時点に戻せます。
setting-signing-keys = 署名鍵のファイル。指定しない場合はデータフォルダーの signing-keys.json。
setting-allow-host = cards.example など、このサーバーを開くときの名前（複数指定可）。アドレス、localhost、このマシン自身の名前は不要です。* はどの名前も許しますが、このサーバーを装うページも許すことになります。
setting-proxy = X-Forwarded-For と X-Forwarded-Proto を信用するプロキシのアドレスまたはネットワーク（複数指定可）。
setting-push = ページを開いていないプレイヤーにも番を知らせるプッシュ通知。on、off、または配信サービスに伝える連絡先（例：mailto:me@cards.example）。連絡先がなければ、ページのアドレスを伝えます。
setting-operator-token = 運営者がメトリクスと稼働状態の詳細を見るためのトークン。ない場合はこのマシンだけに表示します。
setting-cards = GAME=FILE：ゲームで元のカードの代わりに使うカードファイル（複数指定可）。
setting-limit = NAME=VALUE：クライアントに対する制限。例：connections=2000、request-rate=5/60（毎秒5回、一度に60回まで）。複数指定可。
setting-keep = WHAT=DAYS：使われていないデータを残す日数。例：finished=90。forever なら消しません。複数指定可。
setting-check = 設定を検査し、有効な値とその出どころを表示して終わります。
setting-open = ブラウザを開きます。
setting-lang = コマンドの表示の言語（ja または en）。指定しない場合はロケールの言語。
setting-keep-finished = 終了した卓を残す日数（終了から）。
setting-keep-abandoned = プレイ中の卓を残す日数（最後の操作または訪問から）。
setting-keep-undealt = 配る前の卓を残す日数（最後の訪問から）。
setting-keep-guests = 卓のないゲストを残す日数（最後の訪問から）。
setting-keep-archive = アーカイブから戻せる日数。ファイルはこれより最大1日長く残ります。
setting-limit-send-timeout = WebSocket のクライアントが何も読まないとき、切断するまでの秒数。
setting-limit-messages-waiting = WebSocket のクライアントへの送信待ちメッセージの上限。超えると切断します。
setting-limit-connection-rate = 1本の WebSocket のメッセージ数。
setting-limit-message-rate = 同じアドレスの WebSocket 全体のメッセージ数。
setting-limit-talk-rate = 1つの卓での1人のゲストの発言数。
setting-limit-arrange-rate = 配札前にホストが1つの卓を変える回数と、デッキを選ぶ回数。
setting-limit-push-rate = 1人のゲストに1つの卓について送るプッシュ通知。
setting-limit-hint-rate = 1つの卓での1人のゲストのヒント数。
setting-limit-watchers-a-table = 1つの卓の観戦者数。
setting-limit-watchers-reserved = そのうち招待された人のための人数。
setting-limit-watchers-an-address = 招待リンクなしで1つのアドレスから1つの卓を観戦できる人数。
setting-limit-connections = 開いている接続の総数。
setting-limit-connections-an-address = 1つのアドレスの接続数。
setting-limit-arrival-rate = 1つのアドレスの新しい接続数。
setting-limit-head-bytes = リクエスト行とヘッダーを合わせたバイト数。
setting-limit-url-bytes = リクエストの URL のバイト数。
setting-limit-headers = リクエストのヘッダーの数。
setting-limit-head-timeout = リクエストのヘッダーを待つ秒数。
setting-limit-body-timeout = リクエストの本文を待つ秒数。
setting-limit-idle-timeout = 接続で次のリクエストを待つ秒数。
setting-limit-stall-timeout = 応答の送信が進まないとき、切断するまでの秒数。
setting-limit-request-rate = 1人のゲストのリクエスト数。
setting-limit-address-rate = 1つのアドレスのリクエスト数。
setting-limit-page-rate = 1つのアドレスへのページやファイルの数。
setting-limit-guest-rate = 1つのアドレスの新しいゲスト数。
setting-limit-table-rate = 1人のゲスト、1つのアドレスの新しい卓の数。
setting-limit-sockets-a-guest = 1人のゲストの WebSocket の数。
setting-limit-sockets-an-address = 1つのアドレスの WebSocket の数。
setting-limit-replays-an-address = 1つのアドレスのために作成中または待機中のゲームの記録の数。
setting-limit-replays = 作成中または待機中のゲームの記録の総数。
