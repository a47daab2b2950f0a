# ニワトリかラマか ポーカー：画面だけで使うことば

action-top = 上から引く
action-bottom = 下から引く
table-card-down = お札（{ $where }）
table-card-down-known = { $face }のお札（{ $where }、裏を知っているのはあなただけ）
stakes-round = 第{ $round }ラウンド
stakes-pot = 場に{ $coins }金
tray-bust = バースト
short-top = 上
short-bottom = 下
short-inside = 山札
short-dealer = D
stakes-title = いまの賭け
phase-bet = 賭け
phase-draw = ドロー
phase-vote = 投票
phase-raise = 全賭け
phase-confirm = 確認
coins = { $coins }金
stakes-bet = 勝負に{ $unit }
stakes-draw = 負けると{ $unit }払う
stakes-vote = 予想を外すと{ $unit }払う
stakes-raise = 全賭けか、{ $unit }のままか
stakes-answer = 全賭けか、降りて{ $unit }を失うか
stakes-confirm = 撤回は{ $price }
stakes-swap = 役割が逆：ラマでバースト
tray-of = { $who }の賭けと投票
vote-of = 投票：
marks-comma = 、
style-fold = 折り目
style-nick = 切れ目
close-whose = { $who }（{ $number }枚目／{ $count }枚）
close-alike = 目印が同じお札は、これを含めて{ $count }枚
close-unknown = 裏はまだ見ていません
close-known = 裏は{ $kind }（見たのはあなただけ）
close-open = { $kind }（公開）
close-mark = こっそり目印をつける
close-mark-help = つける場所を選んでください（あと{ $left }か所）。次の行動と同時につき、切り直すまで、ほかの人には見えません。
close-mark-full = このお札には、このラウンドではもうつけられません。つけた所をもう一度押すと、取り消せます。
close-notebook = メモ帳
close-others = いっしょに並ぶお札
close-inside = 山札の中の{ $count }枚。どのオモテが何枚あるかは全員に公開、順番はだれも知りません。

# はじめて見たときの説明
explain-bust = あなたの知る限りで、ニワトリがいる確率です。
    .clause = L10.7
explain-bust-top = この端のお札を引くと、バーストする確率です。
    .clause = L10.7
explain-fresh = あなたの目印。まだだれも知りません。
    .clause = L10.4
explain-marked = だれかの目印。つけた人は裏を知っています。
    .clause = L10.2
explain-dealer = 最初に決めます。同数なら勝ちです。
    .clause = L7.3
explain-vote = 降りて、この人に投票しました。
    .clause = L5.1

tie-score-coins = コインがなくなった人どうしは、あとまで残った人が上の順位です（ルールL9.2）。
tie-score-wins = 勝ち数が同じなら、全ゲームを通して自分より下の順位だった人の多いほうが上です（ルールL9.4）。
result-why = { $all-event-shuffled }ラウンド中、{ $event-won ->
        [0] 一度も勝てませんでした。
       *[other] { $event-won }回勝ちました。
    }{ $event-guessed-wrong ->
        [0] {""}
       *[other] はずれた投票は{ $event-guessed-wrong }回でした。
    }
# 席の札に書くので、短く。
counter-out = 脱落
