# ドウトツくじゃん：画面だけで使うことば

tool-romaji = ローマ字
colour-red = 赤
colour-blue = 青
colour-yellow = 黄
colour-green = 緑
label-spare = 余り
label-exposed = 公開
label-complete = 完成
label-lacks = あと{ $kana }
# ほかより短く：名札に入るように
counter-took = 取り済み
counter-points = 得点
helps-heading = プレイ補助
animal-ba-ku = バク
animal-ka-ba = カバ
animal-to-ra = トラ
animal-pa-n-da = パンダ
animal-ra-ku-da = ラクダ
animal-i-ru-ka = イルカ
animal-ra-xtsu-to = ラット
animal-ra-i-o-n = ライオン
animal-i-n-pa-ra = インパラ
animal-ka-ra-ka-ru = カラカル
animal-o-xtsu-to-se-i = オットセイ
animal-ko-a-ra = コアラ
animal-ra-xtsu-ko = ラッコ
animal-i-n-ko = インコ
animal-a-ru-pa-ka = アルパカ
