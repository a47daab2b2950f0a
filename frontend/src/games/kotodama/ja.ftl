# コトコー：画面だけで使うことば

short-verb = 動詞
short-adjective = 形容詞
short-adjectival-verb = 形容動詞
short-noun = 名詞
short-pronoun = 代名詞
short-adverb = 副詞
short-attributive = 連体詞
short-conjunction = 接続詞
short-interjection = 感動詞
short-auxiliary = 助動詞
short-particle = 助詞
short-item = アイテム
short-score = 得点札 残り
# カードの説明では、出せる場所を1行ずつ並べ、ボタンは短く。
short-action-play-somewhere = { $card }を出す
action-play-somewhere =
    { $card }を出せる場所：
    ・{ $places }
action-places =
    { $a }
    ・{ $b }
field-empty = まだことばがありません
gone-count = 捨て札{ $count }枚
deck-choose = どのデッキで遊びますか？
deck-choose-help = デッキはおたがいに見せずに選びます。ここで組むこともでき、組んだデッキはこのブラウザに残ります。
deck-page-help = 組んだデッキはこのブラウザに保存され、ゲームの始めに選べます。
deck-ready-made = 構築済みデッキ
deck-own = 自分のデッキ
deck-play = このデッキで遊ぶ
deck-open = 編集
deck-build = デッキを組む
deck-back = デッキ選択に戻る
deck-bench = デッキの編集
deck-name = デッキ名
deck-unnamed = 無題のデッキ
deck-search = ことばを探す
deck-search-help = 名前、読み、意味
deck-part = 品詞
deck-all = すべて
deck-cards = 選べるカード
deck-found = { $count }種
deck-nothing = 合うカードがありません。ことばか品詞を変えてください。
deck-size = { $count }枚
deck-legal = このまま遊べます。
deck-short = あと{ $count }枚で遊べます（30〜55枚、同じカードは2枚まで）。
deck-long = { $count }枚多すぎます（30〜55枚、同じカードは2枚まで）。
deck-more = { $card }を1枚増やす
deck-fewer = { $card }を1枚減らす
deck-save = 保存
deck-saved = このブラウザに保存しました。
deck-not-saved = このブラウザには保存できません。テキストで残してください。
deck-taken = 「{ $name }」というデッキはもう保存されています。置き換えますか？
deck-replace = 置き換える
deck-rename = 別の名前にする
deck-unsaved = 未保存
deck-continue = 続きを編集
deck-delete = { $name }を削除
deck-clear = 空にする
deck-share = 共有と読み込み
deck-share-help = テキストでも送れます。もらったデッキは、リンクかテキストをここに貼り付けて読み込みます。
deck-take = 読み込む
deck-copy = テキストをコピー
deck-lost = 読めない行：{ $lines }
deck-vary = コピーして編集
deck-copy-of = { $name }（コピー）
deck-linked = リンクのデッキを開きました。残すには保存してください。
deck-link = このデッキのリンク
deck-link-help = リンクを開くかコードを読み取ると、だれでもこのデッキを見て保存できます。
deck-code = このデッキのリンクのQRコード
page = デッキの中身
deck-list-hidden = このデッキの中身は見えません。
deck-left = { $left }／{ $copies }
deck-left-help = 左の数は、ほかで見えている分を除いた枚数です。山札と得点札、相手の場合は手札にある分を合わせて数えます。

# はじめて見たときの説明
explain-playable = ふちが光っていれば、いま出せるカードです。
    .clause = W3.2
explain-form = 下のカードで決まった活用形です。
    .clause = W5.1
explain-phrase = 上から読むと、こうなります。
    .clause = W4.5
explain-words = この番に、あと何枚出せるか。
    .clause = W4.1

result-why = 減らした相手の得点札は{ $others-event-scored }枚、減らされた自分の得点札は{ $event-scored }枚でした。
