# ことりあつめ

title = ことりあつめ
tagline = 競り落として、ちがうことりを集めよう。欲ばるとバースト、同じ鳥どうしはけんか。
feel = もう1枚、それともやめる？
alike = ブラックジャック、チキンレース系のゲーム
goal = ちがう鳥をいちばん多く集めた人の勝ち。
goal-round = ラウンドごとに、合計のいちばん高い人が場の鳥を取ります。
credits = ゲームデザイン：川崎晋／ペアズ：James Ernest（Cheapass Games）／「リトルバード」デッキの絵：萩岩睦美／日本語版：テンデイズゲームズ。これは非公式・非営利の実装で、文章も絵も独自のものです。

## ハウスルール

option-allow_yield = 番をゆずる
option-allow_yield-help = 値付けしたあと、降りずに次の人へ番を回せます。回ってきたら続きから。

## できない理由

refuse-K4-3 = 競りカードがないとパスできません。先に1枚、値付けしてください。
refuse-K4-4 = 番をゆずれるのは、この手番で1枚以上値付けしていて、まだ降りていない人がほかにいるときだけです。
refuse-K4-5 = 手番が終わるのは、パスかバーストのときだけです。番をゆずるハウスルールは使っていません。
refuse-K8-2 = ゲームはもう終わりました。

## 卓の上

zone-deck = 山札
zone-top = こずえ
zone-discard = 捨て札
zone-field = 場
zone-bids = 競りカード
zone-cage = とりかご
counter-deck-number = 山札（何回目）
counter-field-cards = 場のカードの枚数
counter-last-deck = 最後の山札の番号
counter-total = 合計
counter-birds = 鳥
counter-out = 降りた
counter-burst-chance = 値付けしたときのバースト率（％）
score-birds = { $score }羽
role-dealer = 親
role-ahead = トップ

## カード：数字と、カードファイルにある鳥の名前

card-name = { $value } { $bird }

## 操作

action-draw = 値付け（{ $card }）
action-pass = パス（合計{ $total }）
action-yield = 番をゆずる
prompt-bid-or-pass = あなたの番です。もう1枚か、合計{ $total }でパスか？
prompt-must-bid = あなたの番です。まずはこずえで値付けしましょう。

## ログ

event-round-began = ── { $who }が親で、新しいラウンド ──
event-field-drawn = { $card }が場に来た
event-spare-left = 場に{ $card }が重なったので、1羽は捨て札に
event-bid = { $who }が{ $card }で値付け（合計{ $total }）
event-turned-up = 次のこずえは{ $card }
event-passed = { $who }は合計{ $total }でパス
event-yielded = { $who }は番をゆずった
event-burst = バースト！ { $who }の{ $card }が裏返った（合計{ $total }）
event-burst-at-once = 番が来たとたんにバースト！ { $who }の{ $card }が裏返った（合計{ $total }）
event-won = { $who }が合計{ $total }で落札
event-won-tie = 合計{ $total }で並び、親に近い{ $who }が落札
event-swept = { $who }は競りカードをすべて捨て、ほかの人は表向きの分を持ち越し
event-caged = { $card }が{ $who }のとりかごへ
event-quarrelled = { $who }のとりかごで{ $card }どうしがけんか。どちらも飛んでいった
event-rebuilt = 山札が尽きた。捨て札{ $count }枚を混ぜて、新しい山札に
event-ended = 山札が尽きて、ゲーム終了

## ボタンと、カードについて

button-draw = 値付け
button-pass = パス
about-card = いま見えているのは{ $open }枚です
about-quarrel = 場にも同じ鳥が来ています。落札すると、けんかになって2羽ともいなくなります
show-deck-number = { $value }回目の山札
show-burst-chance = 値付けするとバースト{ $value }％

## 端末版の画面

terminal-deck = { $number }回目の山札 残り{ $left }枚・捨て札{ $gone }枚
terminal-burst-chance = バースト率
terminal-burst = バースト
terminal-passed = パス
terminal-cage = とりかご{ $count }羽

## ヒントの理由

why-bid-first = バースト率{ $risk }％。値付けすると合計{ $total }
why-bid-ahead = バースト率{ $risk }％。合計{ $total }で、{ $who }の{ $best }を上回ります（場の鳥は{ $gain }羽）
why-bid-behind = バースト率{ $risk }％。合計{ $total }でも、{ $who }の{ $best }に届きません
why-pass-wins = 合計{ $total }で、いま落札できます（鳥は{ $gain }羽）
why-pass-loses = パスすると、合計{ $best }の{ $who }が落札します
why-pass-busts = こずえのカードで、{ $who }がすぐにバーストします（あなたは合計{ $total }）
why-pass-ahead = 合計{ $total }でトップですが、あと{ $count }人が値付けできます（場の鳥は{ $gain }羽）
why-pass-behind = 合計{ $total }は、{ $who }の{ $best }に届いていません
why-yield = こずえのカードは、{ $who }に回ります
why-yield-busts = こずえのカードで、{ $who }がすぐにバーストします

# はじめてのレッスン（lesson.toml）：段階ごとの文と、ちがうところを押したときの返事
lesson-1 = ことりが3羽やって来ました。いちばん高く競った人が、連れて帰れます。
lesson-2 = 競りには、こずえのカードを使います。「値付け」で9を取ってみましょう。
lesson-2-not-1 = パスするには、競りカードが1枚は必要です。まずこれを取りましょう。
lesson-3 = これで合計9。6も取れば、合計15です。
lesson-3-not-1 = パスもできますが、9ではまず勝てません。もう1枚いきましょう。
lesson-4 = 1枚取ると次のこずえがめくれ、自分の競りカードと同じ鳥ならバーストです。それでも、3を取ってみましょう。
lesson-4-not-1 = 15では少し心細いところ。あと1枚だけ取りましょう。
lesson-5 = 合計18、もう十分です。パスすれば、18のまま安全です。
lesson-5-not-1 = いい度胸！ でも4枚になると、もっとあぶないので、今回はパスしましょう。
lesson-6 = すずは8を持っているのに8が出て、バースト。裏返った1枚は、合計に入りません。
lesson-7 = 18がいちばん高かったので、4・7・10はあなたのとりかごへ。最後に鳥の多い人が勝ちます。
lesson-8 = 勝ったあなたは、競りカードを全部捨てました。負けた人は持ち越せるので、次は強いですよ。
lesson-9 = 7と10は、もうとりかごにいます。同じ鳥どうしはけんかして、どちらも逃げてしまうので、ここは1枚だけにしましょう。
lesson-9-not-1 = パスするには、競りカードが1枚は必要です。まずこれを取りましょう。
lesson-10 = 負けるつもりなら6で十分、しかもこのカードは持ち越せます。パスしましょう。
lesson-10-not-1 = 勝ってしまうと、けんかになりますよ。パスしましょう。
lesson-11 = 落札したのは、はる。あなたには6が残り、すずは10と9の持ち越しで、もう19です。
lesson-12 = はるは17でパス。場の4はけんかになりますが、3と9は新顔なので、こずえの4を取りましょう。
lesson-12-not-1 = 6では、はるの17に届きません。4を取りましょう。
lesson-13 = 8も取れば18。はるを1だけ上回ります。
lesson-13-not-1 = 10では17に勝てません。8を取りましょう。
lesson-14 = あなたは18、次のすずは19です。でも、こずえの10を残したまま番を渡したら、すずはどうなる？
lesson-14-not-1 = 28でも勝てますが、10はこずえに置いておくほうが効きます。次の人は10を持っていますよ。
lesson-15 = すずは番が来たとたんにバーストして、18の勝ち！ 4どうしはけんかしましたが、新しい鳥が2羽です。
lesson-16 = あなたは4羽、はるは3羽。この場はけんかのもとですが、山札はもうわずかなので、5を取りましょう。
lesson-16-not-1 = パスするには、競りカードが1枚は必要です。まずこれを取りましょう。
lesson-17 = 最後の1枚がなくなった瞬間にゲーム終了で、この場はだれのものにもなりません。続けましょう。
lesson-17-not-1 = パスすると、だれかがこの鳥を取ってしまいます。リードしているうちに、自分で終わらせましょう。
lesson-18 = 最後の1枚です。取りましょう！
lesson-18-not-1 = あと1枚で逃げきりです。取りましょう！
lesson-19 = 4羽対3羽で、あなたの勝ち！ 本番は55枚から始まり、一度だけ、捨て札が新しい山札になります。

## 次に試したいこと（終わったゲームに当てはまるときだけ）

try-1 = { $event-quarrelled ->
        [0] {""}
        [1] {""}
       *[other] けんかで{ $event-quarrelled }羽いなくなりました。値付けの前に、場の鳥と自分のとりかごを見くらべてみましょう。
    }
try-2 = { $event-burst-at-once ->
        [0] { $event-burst ->
            [0] {""}
            [1] {""}
           *[other] バーストは{ $event-burst }回でした。バースト率を見て、1枚早くパスしてみましょう。
        }
       *[other] {""}
    }
try-3 = { $event-won ->
        [0] { $all-event-won }回のうち、一度も落札しませんでした。競りカードをためて、新しい鳥の場で勝負してみましょう。
       *[other] {""}
    }

## もっと知る（カード1枚にルールひとつ）

more-K3-2 = 場の同じ鳥
more-K3-2-text = 場に同じ鳥が出ると、1羽だけ残してほかは捨て札になります。落札できる鳥が1羽や2羽のこともあります。
more-K3-2-step-1 = パスして、次に場へ来る鳥を見てみましょう。
more-K6-2 = 同点のとき
more-K6-2-text = 合計が同じなら親が、親がいなければ親から時計回りで近い人が落札します。親に近い人と競るときは、1点上回りましょう。
more-K6-2-step-1 = あなたもすずも合計8で、親はすずです。パスして、10がだれのものになるか見てみましょう。
more-K8-1 = 2回目の山札
more-K8-1-text = 山札がなくなると、捨て札が2回目の山札になります。それもなくなると、ゲーム終了です。
more-K8-1-step-1 = こずえの9が、山札の最後の1枚です。取ってみましょう。
