# ドウトツくじゃん：画面だけで使うことば

tool-romaji = ローマ字
colour-red = 赤
colour-blue = 青
colour-yellow = 黄
colour-green = 緑
label-spare = 余り
label-exposed = 公開
label-complete = 完成
label-lacks = ＋{ $kana }
# ほかより短く：名札に入るように
counter-points = 得点
short-role-first = 先
helps-heading = プレイ補助

# はじめて見たときの説明
explain-lacks = この文字が来れば完成です。
    .clause = D4.1
explain-help-short = 上がりまでに入れ替える枚数です。
    .clause = D4.1
explain-colour = 形と色で見分けます。一色の名前は得点が増えます。
    .clause = D4.6

result-why = { $all-event-game-began }ゲーム中、上がりはあなたが{ $event-went-out }回、ほかの人が{ $others-event-went-out }回でした。
