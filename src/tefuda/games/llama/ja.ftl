# ニワトリかラマか ポーカー

title = ニワトリかラマか ポーカー
tagline = ラマの多い人が勝ち、ニワトリが1枚でもあればバースト。お札はどれも同じ……だれかがこっそり折り目をつけるまでは。
feel = 折り目つきのお札でハッタリ
alike = ポーカー、ブラフ
goal = 最後までコインが残った人の勝ち。
goal-round = ラウンドごとに、ラマの多い人が勝ち。ニワトリが1枚でもあればバースト。
credits = ゲームデザイン：齋藤隆（BrainBrainGames）／原作アートワーク：川崎啓一郎（LightWorks）／原作スペシャルサンクス：サニーバードカフェの仲間たち。これは非公式・非営利の実装で、文章も絵も独自のものです。

## ハウスルール

option-games = 続けて遊ぶゲーム数
option-games-help = 同じお札で続けて遊びます。つけた目印はずっと残ります。
option-swap = 役割を逆に
option-swap-help = ニワトリ20枚、ラマ6枚。ニワトリを集め、ラマでバーストします。
option-marks = 1枚に1ラウンドでつけられる目印
option-marks-help = 1枚のお札に1ラウンドで新しくつけられる折り目や切れ目の数。0なら目印なし。
option-rounds = ラウンド数の上限
option-rounds-help = このラウンド数でゲームを終え、コインの多い人が勝ちます。

## できない理由

refuse-L2-3 = このフェーズではできません。
refuse-L5-2 = 投票できるのは、まだ勝負している人だけです。
refuse-L6-1 = まだだれも全賭けしていません。降りるのではなく、「見送る」を選んでください。
refuse-L6-2 = 全賭けした人がいます。同じく全賭けするか、降りてください。
refuse-L9-5 = ゲームはもう終わりました。
refuse-L10-1 = 目印をつけられるのは、自分の前にあるお札だけです。
refuse-L10-2 = その目印はもうついているか、この卓では使いません。
refuse-L10-3 = そのお札には、このラウンドではもう目印をつけられません。

## 卓の上

zone-deck = 山札
zone-top = 山札のいちばん上
zone-bottom = 山札のいちばん下
zone-hand = お札
role-dealer = ディーラー
counter-round = ラウンド
counter-unit = 支払い1回分
counter-pot = 賭けられたコイン
counter-phase = フェーズ
counter-game = ゲーム
counter-games = 全ゲーム数
counter-swap = 役割が逆（ラマでバースト）
counter-withdrawal = 撤回の代金
counter-coins = コイン
counter-stake = 賭け金
counter-wins = 勝ったゲーム
counter-vote = 投票先の席
counter-out = 脱落
counter-folded = 降りた
counter-dropped = 途中で降りた
counter-withdrew = 撤回した
counter-all-in = 全賭け
counter-bust-top = いちばん上を引くとバーストする確率（％）
counter-bust-bottom = いちばん下を引くとバーストする確率（％）
counter-bust = 手札がバーストしている確率（％）
score-coins = { $score }金
score-wins = { $score }勝
face-llama = ラマ
face-chicken = ニワトリ

## 目印：見た目と場所

mark-fold-nw = 左上の角の折り目
mark-fold-n = 上の縁の折り目
mark-fold-ne = 右上の角の折り目
mark-fold-e = 右の縁の折り目
mark-fold-se = 右下の角の折り目
mark-fold-s = 下の縁の折り目
mark-fold-sw = 左下の角の折り目
mark-fold-w = 左の縁の折り目
mark-nick-nw = 左上の角の切れ目
mark-nick-n = 上の縁の切れ目
mark-nick-ne = 右上の角の切れ目
mark-nick-e = 右の縁の切れ目
mark-nick-se = 右下の角の切れ目
mark-nick-s = 下の縁の切れ目
mark-nick-sw = 左下の角の切れ目
mark-nick-w = 左の縁の切れ目
mark-fresh-fold-nw = 左上の角の折り目（つけたばかり）
mark-fresh-fold-n = 上の縁の折り目（つけたばかり）
mark-fresh-fold-ne = 右上の角の折り目（つけたばかり）
mark-fresh-fold-e = 右の縁の折り目（つけたばかり）
mark-fresh-fold-se = 右下の角の折り目（つけたばかり）
mark-fresh-fold-s = 下の縁の折り目（つけたばかり）
mark-fresh-fold-sw = 左下の角の折り目（つけたばかり）
mark-fresh-fold-w = 左の縁の折り目（つけたばかり）
mark-fresh-nick-nw = 左上の角の切れ目（つけたばかり）
mark-fresh-nick-n = 上の縁の切れ目（つけたばかり）
mark-fresh-nick-ne = 右上の角の切れ目（つけたばかり）
mark-fresh-nick-e = 右の縁の切れ目（つけたばかり）
mark-fresh-nick-se = 右下の角の切れ目（つけたばかり）
mark-fresh-nick-s = 下の縁の切れ目（つけたばかり）
mark-fresh-nick-sw = 左下の角の切れ目（つけたばかり）
mark-fresh-nick-w = 左の縁の切れ目（つけたばかり）
marks-none = 目印なし
marks-and = { $first }、{ $more }
about-marks = { $left ->
        [0] このラウンドでは、もう目印をつけられません
       *[other] このラウンドで、あと{ $left }か所に目印をつけられます
    }
entry-style-fold = 目印：折り目をつける場所
entry-style-nick = 目印：切れ目

## 操作

action-fold = 降りる
action-play = 勝負する（{ $unit }金）
action-top = 上から引く
action-bottom = 下から引く
action-stop = もう引かない
action-vote = { $whom }に投票
action-all-in = 全賭け（{ $coins }金）
action-decline = 見送る（{ $stake }金のまま）
action-drop = 降りる（{ $stake }金を失う）
action-reveal = 公開する（{ $coins }金を賭ける）
action-withdraw = 撤回する（{ $price }金を払う）
action-mark = { $note }枚目に{ $mark }をつける

prompt-bet = あなたの番です。{ $unit }金で勝負しますか、降りますか？（降りても、予想を外すか全員がハッタリに降りると{ $unit }金払います）
prompt-draw = あなたの番です。上か下から引きますか、もう引きませんか？（手札{ $notes }枚{ $notes ->
        [4] 、次の1枚は裏を見られません
       *[other] {""}
    }、賭け金{ $stake }金）
prompt-vote = あなたの番です。だれが勝つと思いますか？（外すと{ $unit }金払います）
prompt-raise = あなたの番です。{ $coins }金を全賭けしますか、賭け金{ $stake }金のままにしますか？（だれかが全賭けすると、ほかの人も全賭けするか降りるかです）
prompt-answer = 全賭けした人がいます。あなたも{ $coins }金を全賭けしますか、{ $stake }金を失って降りますか？
prompt-confirm = { $coins }金を賭けて公開しますか、{ $price }金払って撤回しますか？
prompt-waiting-bet = { $who }が、{ $unit }金で勝負するか考えています
prompt-waiting-draw = { $who }が、引くか考えています（賭け金{ $stake }金）
prompt-waiting-vote = { $who }が投票します（外すと{ $unit }金）
prompt-waiting-raise = { $who }が、{ $coins }金を全賭けするか考えています
prompt-waiting-answer = { $who }が、{ $coins }金を全賭けするか、{ $stake }金を失って降りるか考えています
prompt-waiting-confirm = { $who }が、{ $coins }金を賭けて公開するか、{ $price }金で撤回するか考えています

## ログ

event-new-game = ゲーム開始。全員にコイン{ $coins }枚と投票チップ
event-new-game-of = ── 第{ $game }ゲーム。コインは配り直し、お札はそのまま ──
event-prices-rose = 終盤に入り、これからの支払いはすべて{ $unit }金
event-gathered = お札をすべて集め、みんなでオモテを確かめた
event-appeared = 新しい目印：{ $new }（目印のなかった{ $count }枚に）
event-appeared-more = 新しい目印：{ $new }（{ $old }のあった{ $count }枚に）
event-shuffled = ── 第{ $round }ラウンド。切って配る。ディーラーは{ $who } ──
event-marked = { $note }枚目にこっそり目印をつけた：{ $mark }
event-folded = { $who }は降りて、投票チップを出した
event-staked = { $who }は{ $coins }金を出して勝負
event-drew-top = { $who }は上から引いた（{ $count }枚）
event-drew-bottom = { $who }は下から引いた（{ $count }枚）
event-drew-unseen-top = { $who }は上から引き、見ずに伏せた（{ $count }枚）
event-drew-unseen-bottom = { $who }は下から引き、見ずに伏せた（{ $count }枚）
event-saw-top = 上から引いたのは{ $note }（{ $count }枚）
event-saw-bottom = 下から引いたのは{ $note }（{ $count }枚）
event-stopped = { $who }は引き終えた
event-voted = { $who }は{ $whom }に投票
event-all-in = { $who }が{ $coins }金の全賭けを宣言！
event-answered = { $who }も{ $coins }金を全賭け
event-declined = { $who }は全賭けを見送った
event-dropped = { $who }は降りて、{ $coins }金を失った
event-confirmed = { $who }は撤回しなかった
event-withdrew = { $who }は全賭けを撤回し、{ $coins }金を支払った
event-shown = { $who }がお札をめくった：{ $note }
event-bluffed = ハッタリ成功！ 降りた人が支払い、{ $who }が{ $coins }金を受け取った
event-honest = { $who }の手札はバーストなし、コインの移動なし
event-guessed-right = { $who }の予想（{ $whom }）は当たり
event-guessed-wrong = { $who }の予想（{ $whom }）は外れ、{ $coins }金を支払った
event-won = { $who }の勝ち、{ $coins }金を受け取った
event-won-tie = 同数で並び、ディーラーに近い{ $who }の勝ち、{ $coins }金を受け取った
event-won-unseen = 残ったのは{ $who }だけ。公開せずに勝ち、{ $coins }金を受け取った
event-all-bust = 全員バースト。勝者なし、コインはすべて持ち主へ
event-left = { $who }はコインがなくなり脱落
event-ended = { $who }がゲームに勝った
event-ended-even = ラウンド数の上限に達し、最多のコインで並んだ

## ボタンと、卓の上の数

button-play = 勝負する
button-fold = 降りる
button-top = 上から引く
button-bottom = 下から引く
button-stop = もう引かない
button-all-in = 全賭け
button-decline = 見送る
button-drop = 降りる
button-reveal = 公開する
button-withdraw = 撤回する
show-game = 第{ $value }ゲーム
show-games = 全{ $value }ゲーム

## 端末版の画面

terminal-signs = 折＝折り目 切＝切れ目 *＝新
terminal-top = 上
terminal-bottom = 下
terminal-deck = 間に{ $count }枚
terminal-plain = 目印なし
terminal-bust = バースト{ $chance }％
terminal-coins = ● { $coins } + { $stake }
terminal-vote = { $who }に投票
terminal-fold = 折
terminal-nick = 切
terminal-nw = 左上
terminal-n = 上
terminal-ne = 右上
terminal-e = 右
terminal-se = 右下
terminal-s = 下
terminal-sw = 左下
terminal-w = 左
key-decline = n

## 選択肢の見込み

amount-coins = ゲーム終了時のコイン{ $value }枚（{ $low }〜{ $high }）
unit-amount-coins = コイン{ $value }枚
unit-amount-games = { $value }勝
scale-amount-coins = ゲーム終了時のコイン
scale-amount-games = ゲーム終了時の勝ち数
amount-games = ゲーム終了時の勝ち数{ $value }（{ $low }〜{ $high }）

## ヒントの理由

why-hand = 手札{ $count }枚がバーストしている確率は{ $bust }％
why-bluff = 手札はバーストしています。残るならハッタリです
why-fold = 降りれば、賭け金は出しません（手札がバーストしている確率は{ $bust }％）
why-draw = このお札がバーストする確率は{ $risk }％（{ $count }枚になり、手札全体では{ $bust }％）
why-draw-bluff = 手札はもうバーストしています。{ $count }枚になると強く見えます
why-vote = { $count }枚の手札。バーストしていない確率は{ $clean }％
why-longest = バーストしていなければ、ほかのどの手札にも勝ちます（バーストしている確率は{ $bust }％）
why-longest-now = いまの{ $count }枚は、バーストしていなければ、ほかのどの手札にも勝ちます（バーストしている確率は{ $bust }％）
why-rival = 手札がバーストしている確率は{ $bust }％。{ $who }の{ $notes }枚がバーストしていなければ負けます（その確率は{ $clean }％）
why-rival-now = { $count }枚のまま（バースト率{ $bust }％）。{ $who }の{ $notes }枚がバーストしていなければ負けます（その確率は{ $clean }％）
why-bust = 手札はバーストしています。見せ合うと負けます
why-bust-all-in = 手札はバーストしています。ほかの全員が降りるか撤回したときだけ勝てます
why-drop = 賭けた{ $coins }金だけを失います（手札がバーストしている確率は{ $bust }％）
why-withdraw = { $coins }金は手元に戻ります（手札がバーストしている確率は{ $bust }％）

# はじめてのレッスン（lesson.toml）：段階ごとの文と、ちがうところを押したときの返事
lesson-1 = この2枚を見たのは、あなただけ。ラマの多い人が勝ちますが、ニワトリが1枚でもあればバーストです。
lesson-2 = オモテはどのお札もそっくりです。いまのところは。
lesson-3 = だれも見ていないうちに、ニワトリを押して角を折り、それから「降りる」へ。いまならお金はかかりません。
lesson-3-not-1 = その前に、ニワトリの角を折っておきましょう。あとで効いてきます。
lesson-3-not-2 = ニワトリがいては、ハッタリしかできません。目印をつけて、今回は降りましょう。
lesson-3-not-3 = それはラマです。見分けたいのはニワトリのほうですよ。
lesson-4 = すずとはるは、1金ずつ出して勝負です。お札をあと3枚まで引けます。
lesson-5 = 降りた人は、だれが勝つか投票し、外すと1金払います。すずは3枚、はるは2枚だけです。
lesson-5-not-1 = 2枚ではラマも2枚まで。すずなら3枚あるかもしれません。
lesson-5-not-2 = もう賭けは終わりました。いまは投票です。
lesson-6 = だれも全賭けせず、すずがはるの1金を取って、あなたの予想は当たり。集めたお札の1枚に折り目があると、みんなが気づきました。
lesson-7 = 新しいラウンドで、はるが勝負に出ました。卓に見おぼえのあるお札があれば、押してみましょう。
lesson-8 = はるの前に、あのニワトリが！ あなたが知っているとは、はるは気づいていません。こちらはラマ2枚、勝負です。
lesson-8-not-1 = こちらはラマ2枚、あちらはニワトリです。降りる手はありません。
lesson-9 = 山札の上にも下にも目印はないので、どちらかから1枚引きましょう。％は、そのお札がニワトリである確率です。
lesson-9-not-1 = 2枚でも勝てそうですが、もう1枚ほしいところです。
lesson-10 = ラマ3枚で十分です。次はニワトリかもしれないので、ここまでにしましょう。
lesson-10-not-1 = ここでニワトリを引いたら台なしです。やめておきましょう。
lesson-10-not-2 = ここでニワトリを引いたら台なしです。やめておきましょう。
lesson-11 = はるが全賭けし、すずもはるに投票しました。でも、あの折り目はニワトリなので、全賭けで受けましょう。
lesson-11-not-1 = あの折り目はニワトリ、つまりハッタリです。受けて立ちましょう。
lesson-11-not-2 = 全賭けされたら、ついていくか降りるかです。相手の手は、わかっていますよね。
lesson-12 = 2金払えば撤回もできますが、その必要はありませんね。公開しましょう。
lesson-12-not-1 = ニワトリだとわかっているのに、2金払うのですか？ 公開しましょう！
lesson-13 = やっぱりニワトリ！ 賭けられたコインは全部あなたのもの。予想を外したすずも払い、はるは脱落です。
lesson-14 = 残り2人になると、支払いが1金ずつ増え、2人とも必ず勝負です。あの折り目の正体は、もうすずも知っています。
lesson-15 = 山札のいちばん上は、あのニワトリ。下から引きましょう。
lesson-15-not-1 = それはニワトリですよ。折り目をよく見て。
lesson-15-not-2 = 2枚では心細いところ。下から1枚引きましょう。
lesson-16 = 下からもう1枚。
lesson-16-not-1 = そちらはニワトリです！
lesson-16-not-2 = 3枚もいいですが、4枚ならもっと安心。もう1枚。
lesson-17 = ラマが4枚そろいました。5枚目は最後まで見られないので、ここまでにしましょう。
lesson-17-not-1 = 5枚目は中を見られません。いいところでやめましょう。
lesson-17-not-2 = それはニワトリです！ やめましょう。
lesson-18 = ラマ4枚、ニワトリなし。全賭けです！
lesson-18-not-1 = 2金勝つか、全部勝つか。ここは全賭けです！
lesson-18-not-2 = まだだれも全賭けしていません。あなたからどうぞ！
lesson-19 = すずも受けました。公開しましょう！
lesson-19-not-1 = 撤回するとコインを払うことに。公開しましょう！
lesson-20 = ラマ4対3、コインを全部集めてあなたの勝ち！ 折り目ひとつのおかげですが、次はほかの人も折ってきますよ。

## 次に試したいこと（終わったゲームに当てはまるときだけ）

try-1 = { $event-guessed-wrong ->
        [0] {""}
        [1] {""}
       *[other] 投票が{ $event-guessed-wrong }回外れました。投票の前に、それぞれの手札のバースト率をくらべてみましょう。
    }
try-2 = { $event-withdrew ->
        [0] {""}
       *[other] 全賭けの撤回で{ $event-withdrew }回コインを払いました。全賭けは、公開してもいい手札のときに。
    }
try-3 = { $event-dropped ->
        [0] {""}
        [1] {""}
       *[other] 全賭けに{ $event-dropped }回降りて、そのたびに払いました。相手のバースト率を見ましょう。ハッタリもあります。
    }

## もっと知る（カード1枚にルールひとつ）

more-L3-4 = 最後のひとり
more-L3-4-text = ほかの全員が降りると、残ったひとりが2枚を見せます。ニワトリがあればハッタリで、ほかの全員が1金ずつ払います。
more-L3-4-step-1 = はるは降り、残るのはあなたとすずだけです。降りてみましょう。
more-L6-5 = だれも受けなければ
more-L6-5-text = 全賭けに全員が降りると、手札を見せずに勝ちます。ニワトリがいたかどうかは、だれにもわかりません。
more-L6-5-step-1 = あなたの手札にはニワトリがいて、相手ははるだけです。全賭けしてみましょう！
more-L7-5 = 小さな全賭け
more-L7-5-text = 1金の全賭けでも、10金の全賭けと同じだけ勝てます。賭け金は分けて計算しません。
more-L7-5-step-1 = あなたの賭け金は全部で1金、はるは4金です。手札を公開してみましょう！
more-L7-6 = 全員バースト
more-L7-6-text = 公開した手札がすべてバーストなら、勝者はいません。コインはすべて戻り、投票も外れになりません。
more-L7-6-step-1 = あなたの手札にはニワトリがいます。全賭けを見送って、みんなの手札を見てみましょう。
