# ドウトツくじゃん

title = ドウトツくじゃん
tagline = カタカナを集めて、動物を3つ一気に完成。一色でそろえれば高得点、早い者勝ち。
feel = 12枚で動物3つ
alike = ラミー、麻雀
goal = 12枚で動物を3つ作って上がろう。先に3点で勝ち。
goal-round = ゲームごとに、最初に上がった人が得点。一色の名前は得点が増えます。
credits = ゲームデザイン：与儀新一／制作：77spiele（2023年、『ドウトツつくろ』バリエーションルール2）。これは非公式・非営利の実装で、文章も絵も独自のもの、動物リストとカードの枚数は復元です。

## ハウスルール

option-core = コアルール
option-core-help = アとコのカタカナカードと、コアルールの面にある動物を加えて遊びます。
option-open_discards = 捨札を公開
option-open_discards-help = 一番上だけでなく、捨札をいつでもすべて見られるようにします。
option-most_games = ゲーム数の上限
option-most_games-help = だれも3点に届かなくても、この数のゲームで勝負を終え、合計点で比べます。

## できない理由

refuse-D3-1 = 手番にできるのは、山札から引くか捨札を取るかの、どちらか1回です。捨てるのは、そのあとです。
refuse-D3-3 = 捨札を取れるのは、1ゲームに1回だけです。
refuse-D3-4 = 一番上の捨札と手札で、その名前は作れません。
refuse-D3-5 = 取れる捨札がありません。
refuse-D3-6 = 文字を並べるのは、名前を公開するときだけです。その名前を、手札のカードで1文字ずつ完成させてください。
refuse-D3-7 = 捨てられるのは、自分の手札にあるカードだけです。
refuse-D4-1 = 上がるには、12枚全部で、リストの名前をちょうど3つ作ってください。
refuse-D4-3 = 名前を公開した手番には、上がれません。
refuse-D4-4 = 2人プレイでは、一色の名前が1つもないと上がれません。
refuse-D6-2 = 勝負はもうつきました。

## 卓の上

zone-deck = 山札
zone-discard = 捨札
zone-list = 動物リスト
zone-hand = 手札
zone-exposed = 公開札
counter-game = ゲーム
counter-points = 得点
counter-took = 捨札を取った
role-first = 先手
mark-name-1 = 1つ目
mark-name-2 = 2つ目
mark-name-3 = 3つ目

## カードと名前

card-red = 赤の{ $kana }
card-blue = 青の{ $kana }
card-yellow = 黄の{ $kana }
card-green = 緑の{ $kana }
name-red = 赤一色の{ $name }
name-blue = 青一色の{ $name }
name-yellow = 黄一色の{ $name }
name-green = 緑一色の{ $name }
name-mixed = { $name }
three-names = { $one }・{ $two }・{ $three }
list-entry = { $number }番・{ $letters }文字
entry-kana = カタカナカード「{ $id }」の色と枚数
entry-kana-colours = カタカナカード「{ $id }」の色
entry-name = 動物リストの「{ $id }」

## 操作

action-draw = 山札から引く
action-out = ドウトツできた！ 上がる（{ $points }点）
action-out-taking = { $card }を取って、ドウトツできた！ 上がる（{ $points }点）
action-take = { $card }を取って、{ $name }を公開
action-lay = { $card }を並べる
action-discard = { $card }を捨てる
prompt-choose = あなたの番です。山札から引きますか、捨札の{ $card }を取りますか？
prompt-lay = { $name }の「{ $kana }」に、どのカードを使いますか？
prompt-discard = 手札を1枚捨ててください。
prompt-out = ドウトツできています！ 上がりますか、それとも1枚捨てて続けますか？
prompt-over = 勝負あり

## プレイ補助

help-plan = いちばん近い3つ：{ $one }・{ $two }・{ $three }
plan-lacks = { $name }（あと{ $kana }）
help-short = 上がりまで、あと{ $count }枚
help-wait = { $card }が来れば上がり（{ $points }点）
help-discard = { $discard }を捨てると、{ $card }待ち（{ $points }点）
help-name = { $name }が完成
help-lacks = { $name }まで、あと{ $kana }

## ログ

event-game-began = ── 第{ $game }ゲーム、先手は{ $who } ──
event-dealt = { $count }枚ずつ配られた
event-drew = { $who }が山札から引いた
event-drew-card = { $who }が山札から{ $card }を引いた
event-took = { $who }が捨札の{ $card }を取って、{ $name }を公開
event-laid = { $who }が{ $card }を並べた
event-discarded = { $who }が{ $card }を捨てた
past-event-discarded = { $who }が1枚捨てた
event-went-out = 「ドウトツできた！」 { $who }が{ $names }で上がり、{ $points }点
event-pile-ended = 山札が尽き、上がった人はなし
event-waited = { $who }があと1枚で上がりだったので、1点
event-nobody-waited = あと1枚で上がりの人もなく、得点なし
event-gathered = カードを集めた
event-ended = 勝負がついた

## ボタン、プロンプトの横、カードについて

button-draw = 山札から引く
letter-red = 赤
letter-blue = 青
letter-yellow = 黄
letter-green = 緑
show-game = 第{ $value }ゲーム
about-card = いま見えているのは{ $open }枚です
about-name = { $letters }文字
about-lacks = { $letters }文字。あと{ $kana }で作れます
about-complete = { $letters }文字。いまの手札で作れます
status-waits = 待ち：{ $cards }
status-colour = { $colour }{ $points }点
status-discards = 捨てれば待ちに：{ $cards }
status-wait = { $kana } { $colours }
status-also = { $first } { $more }
status-and = { $first }、{ $more }
status-card = { $colour }の{ $kana }

## ヒントの理由

why-out = 上がって{ $points }点
why-take = 公開すると、上がりまであと{ $short }枚。このゲームでは、もう捨札を取れません
why-short = 上がりまで、あと{ $short }枚。見えていない{ $unseen }枚のうち、{ $kinds }種類{ $count }枚で近づきます
why-waits = { $kinds }種類の待ち。見えていない{ $unseen }枚のうち、{ $count }枚で上がれます
why-draw = 上がりまで、あと{ $short }枚。引いて近づく確率は{ $percent }％（{ $unseen }枚中{ $count }枚）
why-draw-out = 引いて上がれる確率は{ $percent }％（{ $unseen }枚中{ $count }枚）

# はじめてのレッスン（lesson.toml）：段階ごとの文と、ちがうところを押したときの返事
lesson-1 = 動物は全部で11種類。12枚でこのうち3つを、いっぺんに作れたら上がりです。
lesson-2 = 手札は、もうライオン・パンダ・オットセイに近づいています。足りない文字は、リストに出ています。
lesson-3 = 1枚引いたので、1枚捨てます。この3つに使わない、バを捨てましょう。
lesson-3-not-1 = それはパンダのン。バを捨てましょう。
lesson-3-not-2 = それはオットセイのオ。バを捨てましょう。
lesson-3-not-3 = まだ3つできていません。バを捨てましょう。
lesson-4 = はるが捨てたダは、もう持っています。山札から引きましょう。
lesson-4-not-1 = パンダには、パも要ります。山札から引きましょう。
lesson-5 = 青いン！ ライオンが青一色で完成です。もう1枚、バを捨てましょう。
lesson-5-not-1 = それは残しましょう。青一色のライオンになるンです。
lesson-5-not-2 = それはパンダのン。バを捨てましょう。
lesson-6 = はるが、パンダの頭のパを捨てました！ 1ゲームに1回だけ、捨札を取って、その名前を公開できます。
lesson-6-not-1 = ほしかったパですよ。取りましょう！
lesson-6-not-2 = インパラを作ると、ライオンがくずれます。パンダにしましょう。
lesson-6-not-3 = 先に、引くか取るか。捨てるのはそのあとです。
lesson-7 = パンダには、どちらのンを使う？ 青は青一色のライオンのものなので、赤を並べましょう。
lesson-7-not-1 = 青を使うと、ライオンが一色でなくなります。赤にしましょう。
lesson-8 = ダも並べて、パンダの完成です。
lesson-9 = パンダができました。最後のバを捨てましょう。
lesson-9-not-1 = それはオットセイのセですよ。
lesson-9-not-2 = オットセイに、イが足りません。それに、名前を公開した手番には上がれません。
lesson-10 = 足りないのはイだけで、あと1枚で上がりです。何が来るでしょう。
lesson-11 = イが来た！ パンダ・ライオン・オットセイ、3つそろいました。さあ、「ドウトツできた！」
lesson-11-not-1 = 続けてもいいのですが、だれかに先を越されるかも。上がりましょう！
lesson-12 = 青一色のライオンがあるので2点。3点で勝ちなので、次のゲームへ進みます。
lesson-13 = 今度はラクダが完成。カラカルにはルが、オットセイにはトが足りません。
lesson-14 = 捨札は使えません。山札から引きましょう。
lesson-14-not-1 = パはあっても、ンがありません。引きましょう。
lesson-15 = トが来ました！ バを捨てれば、ルを待つだけです。
lesson-15-not-1 = オットセイに必要なトですよ。バを捨てましょう。
lesson-15-not-2 = カラカルには、カが2枚要ります。バを捨てましょう。
lesson-16 = はるの捨てたカードを見て！
lesson-16-not-1 = 待っていたルですよ。取って上がりましょう！
lesson-16-not-2 = カラカルを公開するより、このルで3つそろいます。上がりましょう！
lesson-17 = 一色なしで1点、でも2+1で3点、あなたの勝ち！ 早さを取るか、色をそろえるか、そこが毎回の悩みどころです。

## 次に試したいこと（終わったゲームに当てはまるときだけ）

try-1 = { $event-went-out ->
        [0] { $others-event-went-out ->
            [0] {""}
           *[other] ほかの人が先に{ $others-event-went-out }回上がりました。早めに動物を3つ決めて、使わない文字から捨ててみましょう。
        }
       *[other] {""}
    }
try-2 = { $event-took ->
        [0] 捨札を一度も取りませんでした。動物が完成する1枚なら、取る手もあります。
       *[other] {""}
    }

## もっと知る（カード1枚にルールひとつ）

more-D4-2 = 組みかえてもいい
more-D4-2-text = 公開した動物も手札のうちです。上がるときは、その文字をほかの名前に使えます。
more-D4-2-step-1 = 「ラット」を公開していますが、その文字は手札と合わせて、ほかの3つの名前になります。上がりましょう！
more-D4-5 = 早さか、点か
more-D4-5-text = 上がれるときも、上がらずに続けられます。一色の名前が2つ以上になれば、3点です。
more-D4-5-step-1 = 2点で上がれますが、一色の名前はまだ1つだけです。青の「イ」を捨てて、待ってみましょう。
more-D4-5-step-2 = だれも上がりませんでした。山札から引いてみましょう！
more-D4-5-step-3 = 一色の名前が2つになりました。3点で上がりましょう！
more-D5-2 = 山札が尽きたら
more-D5-2-text = だれも上がらずに山札が尽きると、あと1枚を待っていた人が1点もらえます。何人もいれば、手番の早い人だけです。
more-D5-2-step-1 = 山札は尽き、だれも上がっていません。小さい「ッ」を捨てれば、あなたはあと1枚待ちです。
