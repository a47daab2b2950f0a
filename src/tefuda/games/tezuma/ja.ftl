# てづま師

title = てづま師
tagline = 切り札はフォローしないときだけ光る。得点表と手妻を選んで、ちょうどよく勝とう。
feel = ちょうどよく勝つトリックテイキング
alike = ハーツ、スカルキング
goal = 全ディールの合計点がいちばん高い人の勝ち。
goal-round = ディールごとに、何トリック取ればよいかは自分の得点表しだい。マイナスは減点です。
credits = ゲーム：桜遊庵（2015年）。これは非公式・非営利の実装で、文章も絵も独自のものです。説明書の前半が手に入らないため、得点表と能力の多くは復元です。

## ハウスルール

option-without_suit = 抜くスート（3人のとき）
option-without_suit-help = 3人のとき、1スートとそのマイナスカードを抜き、36枚を全部配ります。抜かなければ、12枚を見ずによけます。4人のときは使いません。
option-without_suit-0 = 抜かない
option-without_suit-1 = 蝶
option-without_suit-2 = 傘
option-without_suit-3 = 輪っか
option-without_suit-4 = 水
option-one_ability_per_trick = 能力は1トリックに1人まで
option-one_ability_per_trick-help = 1つのトリックで能力を使えるのは、先に宣言した1人だけです。

## できない理由

refuse-T3-5 = その種類のカードはもう持っています。得点表・マイナスカード・能力を1枚ずつ選びます。
refuse-T3-6 = この巡では、その種類のカードは選べません。
refuse-T3-7 = そのカードは場にありません。
refuse-T3-8 = まだ選んでいるところです。全員が3枚ずつ選んでから、最初のトリックを始めます。
refuse-T3-9 = 選ぶのはもう終わりました。選んだカードは、このディールのあいだ替えられません。
refuse-T4-2 = そのカードは手札にありません。
refuse-T4-3 = リードされたスートを持っているので、フォローしなければなりません。
refuse-T6-2 = おはじきが足りません。
refuse-T6-3 = このトリックでは、もうほかの人が能力を使いました（ハウスルール）。
refuse-T6-4 = そのカードでは、あなたの能力は使えません。
refuse-T7-5 = カードを出さずに勝てるのは、そういう能力を持っているときだけです。
refuse-T7-9 = あなたの能力では、数字を下げられません。
refuse-T7-10 = わきに置けるのは、その能力を使って勝ったトリックのカードだけです。
refuse-T7-11 = まず、わきに置く1枚を選んでください。
refuse-T9-4 = ゲームはもう終わりました。

## 卓の上

zone-deck = 山札
zone-tables = 得点表
zone-minuses = マイナスカード
zone-abilities = 能力カード
zone-aside = わきに置いたカード
zone-unseen = だれも見ないカード
zone-chosen = 選んだカード
zone-hand = 手札
zone-trick = 出したカード
zone-won = 取ったカード
counter-deal = ディール
counter-trick = いまのトリック
counter-points = 得点
counter-tricks = 勝ったトリック
counter-coins = おはじき
counter-no-card = カードなし
counter-counts-as = 数字
counter-column-0 = 0トリック
counter-column-1 = 1トリック
counter-column-2 = 2トリック
counter-column-3 = 3トリック
counter-column-4 = 4トリック
counter-column-5 = 5トリック
counter-column-6 = 6トリック
counter-column-7 = 7トリック
counter-column-8 = 8トリック
counter-column-9 = 9トリック
counter-column-10 = 10トリック
counter-column-11 = 11トリック
counter-column-12 = 12トリック
counter-deal-points = このディールの得点（いまのところ）
counter-next-trick = 次のトリックの得点
counter-penalty = 取ったマイナス
counter-out-b = 残りの蝶
counter-out-u = 残りの傘
counter-out-r = 残りの輪っか
counter-out-w = 残りの水
counter-highest-b = 残りの蝶の最大
counter-highest-u = 残りの傘の最大
counter-highest-r = 残りの輪っかの最大
counter-highest-w = 残りの水の最大
counter-trumps-out = 残りの切り札
counter-void-b = 蝶なし
counter-void-u = 傘なし
counter-void-r = 輪っかなし
counter-void-w = 水なし
role-start = スタートプレイヤー
role-leader = リード
role-winning = 勝っている
mark-announced = 能力
mark-valid-trump = 有効な切り札
mark-as-led = フォロー扱い

## カード

suit-b = 蝶
suit-u = 傘
suit-r = 輪っか
suit-w = 水
card-number = { $suit }{ $number }
card-trump = { $suit }の切り札
card-minus = マイナス「{ $suit }」
card-minus-text = 取ったカードのうち、{ $suit }1枚につき1点を失う。
card-ability-text = { $text }おはじき{ $cost }個。
entry-layout-tables = 並べる得点表の枚数
entry-layout-abilities = 並べる能力カードの枚数
entry-lap = { $id }巡目に選ぶ種類と順番
entry-ability-cost = { $card }のおはじきの数

## 操作

action-take-table = 得点表{ $number }番：{ $row }
action-take-minus = マイナス「{ $suit }」
action-take-ability = 能力「{ $name }」：{ $kind }（おはじき{ $cost }個）
action-play = { $card }
action-announce = { $card }＋能力「{ $name }」（おはじき{ $cost }個）：{ $does }
action-no-card = 能力「{ $name }」（おはじき{ $cost }個）：カードを出さずに勝つ
action-set-aside = { $card }をわきに置く
ability-wins = カードを出さずに勝つ
ability-trump = 切り札として有効
ability-no-trump = 切り札を有効にしない
ability-free = フォローしなくてよい
ability-as-led = フォローしたことにする
ability-aside = 勝ったら1枚をわきに
ability-number = 数字を{ $number }に
ability-plus = 数字＋{ $number }
ability-either = 数字±{ $number }
does-number = 数字は{ $number }
does-as-led = リードされたスートの{ $number }になる
does-trump = 有効な切り札になる
does-no-trump = 有効な切り札にならない
does-free = フォローしない
does-free-trump = フォローせず、有効な切り札になる
does-aside = 勝ったら1枚をわきに置く
does-nothing = いまは何も変わらない
prompt-choose = あなたの番です（{ $lap }/3巡目）。まだない種類のカードを1枚選んでください。
prompt-lead = あなたのリードです。好きなカードを出してください。
prompt-follow = { $suit }をフォローしてください。
prompt-cannot-follow = { $suit }がないので、好きなカードを出せます。切り札なら有効です。
prompt-set-aside = わきに置くカードを1枚選んでください。だれのものにもなりません。

## ログ

event-laid-out = このゲームで使う得点表と能力カードが並んだ
event-dealt = ── 第{ $number }ディール。{ $count }枚ずつ配り、{ $who }から選ぶ ──
event-took-table = { $who }は得点表{ $number }番を取った
event-took-minus = { $who }はマイナス「{ $suit }」を取った
event-took-ability = { $who }は能力「{ $name }」を取った：{ $kind }（おはじき{ $cost }個）
event-play-began = 全員が選び終え、{ $who }のリードで開始
event-led = { $who }のリードは{ $card }
event-followed = { $who }は{ $card }を出した
event-trumped = { $who }は{ $suit }がなく、{ $card }。有効な切り札！
event-discarded = { $who }は{ $suit }がなく、{ $card }を出した
event-announced = { $how ->
        [led] { $who }のリードは{ $card }、能力「{ $name }」を使った：{ $does }
        [without] { $who }は{ $suit }がなく、{ $card }を出し、能力「{ $name }」を使った：{ $does }
       *[other] { $who }は{ $card }を出し、能力「{ $name }」を使った：{ $does }
    }
event-no-card = { $who }は能力「{ $name }」を使い、カードを出さなかった
event-won-without-card = 能力により、{ $who }がトリックに勝った
event-won-by-trump = 先に出た有効な切り札で、{ $who }がトリックに勝った
event-won-by-number = リードされたスートの最大の数字{ $number }で、{ $who }がトリックに勝った
event-won-by-following-trump = ほかに勝てるカードがなく、最初にフォローした切り札で{ $who }が勝った
event-set-aside = { $who }は{ $card }をわきに置いた
event-swept = { $who }が{ $cards }枚を取った（{ $tricks }トリック）
event-scored = { $who }は{ $tricks }トリック、マイナス{ $penalty }枚で{ $points }点（合計{ $total }点）
event-gathered = カードを集めて、次のディールへ
event-ended = すべてのディールが終わった

## プロンプトの横と、能力のボタン

letter-b = 蝶
letter-u = 傘
letter-r = 輪
letter-w = 水
status-deal = 第{ $deal }ディール（全{ $deals }回）
status-trick = 第{ $deal }ディール（全{ $deals }回）・{ $trick }トリック目
status-out = { $suit }残{ $count }・最大{ $highest ->
        [0] −
       *[other] { $highest }
    }
way-ability = 能力：{ $name }（{ $cost }個）
way-plus = 能力（{ $cost }個）：数字を上げる
way-minus = 能力（{ $cost }個）：数字を下げる

## 端末版の画面

terminal-trump = ☆

## 選択肢の見込み

amount-lead = ほかの人の平均との差{ $value }点（{ $low }〜{ $high }）
unit-amount-lead = { $value }点
scale-amount-lead = ほかの人の平均との差

## ヒントの理由

why-loses = このトリックには勝てません（勝てば{ $points }点のトリック）
why-wins = このトリックに勝ちます（{ $points }点）
why-strongest = これより強いカードは残っていません。能力を使われなければ勝てます（いまのところ{ $points }点）
why-leads = これより強いカードが、まだ{ $count }枚残っています（勝てば、いまのところ{ $points }点）
why-aside-minus = マイナスカードのスートなので、抜けば1点の減点を防げます
why-aside-other = マイナスカードのスートではありません
why-table = { $tricks }トリックで最高の{ $best }点。手札には7以上が{ $high }枚、切り札が{ $trumps }枚あります
why-minus = 手札にこのスートが{ $count }枚、うち7以上が{ $high }枚あります
why-ability = おはじき{ $coins }個で{ $times }回まで。手札の{ $count }枚に使えます
why-ability-wins = おはじき{ $coins }個で{ $times }回まで、カードを出さずにトリックに勝てます


# はじめてのレッスン（lesson.toml）：段階ごとの文と、ちがうところを押したときの返事
lesson-1 = あなたの得点表では、3トリックで9点、4トリックだと5点。たくさん勝てばいいわけではありません。
lesson-2 = 途中からの参加です。あなたは2トリック取り、残り5枚で、あと1つだけ勝ちたいところです。
lesson-3 = 水がリードされたら、水を持っている人は水を出し、いちばん大きい数字が勝ちます。水の2でフォローしましょう。
lesson-3-not-1 = 水を持っているので、水を出さなければなりません。
lesson-3-not-2 = 水を持っているうちは、ほかのスートの切り札は出せません。
lesson-3-not-3 = フォローした切り札は勝てないので、それでも同じ。でも取っておいて、2を出しましょう。
lesson-3-not-4 = おはじきはまだ使わず、そのまま2を出しましょう。
lesson-4 = 傘がリードされ、あなたに傘はないので、ほかのスートの切り札が光ります。どの数字にも勝って、3つ目を取りましょう！
lesson-4-not-1 = フォローしていない数字は勝てません。ここは勝ちたいので、蝶の切り札を。
lesson-4-not-2 = それでは勝てません。蝶の切り札を出しましょう。
lesson-4-not-3 = それも光りますが、あとで役に立ちます。蝶の切り札を出しましょう。
lesson-5 = 3トリックで9点！ でも、すずが輪っかを混ぜてきました。あなたのマイナスは輪っかなので、1点引かれます。
lesson-6 = 勝った人がリードします。もう勝ちたくないので、蝶の1を出しましょう。
lesson-6-not-1 = 9だと4つ目を取って、9点が5点に減るかもしれません。1を出しましょう。
lesson-6-not-2 = リードした切り札は光りませんが、まだ使い道があります。1を出しましょう。
lesson-6-not-3 = 1はもう十分に小さい数字。おはじきは取っておきましょう。
lesson-7 = また水で、あなたの水は切り札だけなので、それを出すしかありません。でも、フォローした切り札は光らず、うまく負けられます。
lesson-7-not-1 = 切り札も水のカード。それでフォローしなければなりません。
lesson-8 = 最後の1枚は蝶の9、このままでは4つ目を取ってしまいます。でも、あなたには能力カードがありますよ。
lesson-8-not-1 = 9のままだと4つ目を取って、9点が5点に。おはじき1個の「針飲み」なら、0になります。
lesson-9 = 9が0になりました！ あなたは9−1で8点、すずは自分のマイナスの蝶を3枚も取らされました。
lesson-10 = 最後のディール、13対12対8です。今度は手札を見て、3種類から1枚ずつ自分で選びます。
lesson-11 = 9がなく、切り札も1枚だけの手札です。6番の「からっぽ」なら、1つも勝たなければ13点！
lesson-11-not-1 = それは強い手札のための表。この手なら「からっぽ」です。
lesson-11-not-2 = 悪くはありませんが、「からっぽ」の13点をご覧ください。
lesson-11-not-3 = 先に、全員が3枚ずつ選びます。
lesson-12 = おはじきはまた4個、「針飲み」なら4回使えます。取られる前に取りましょう。
lesson-12-not-1 = それはあとでも大丈夫。針飲みを取られてしまいますよ。
lesson-12-not-2 = 得点表はもう持っています。
lesson-13 = 1つも勝たなければ、マイナスも取りません。どちらでもかまいません。
lesson-13-not-1 = それはすずが取りました。残りから選びましょう。
lesson-14 = ここからは、あなたの番です。低くリードして、大きすぎる数字はのみこんで！

## 次に試したいこと（終わったゲームに当てはまるときだけ）

try-1 = { $event-announced ->
        [0] { $event-no-card ->
            [0] 能力を一度も使いませんでした。ディールの終わりに残ったおはじきは点になりません。使ってみましょう。
           *[other] {""}
        }
       *[other] {""}
    }
try-2 = { $event-announced ->
        [0] { $event-no-card ->
            [1] 能力を使ったのは一度だけでした。おはじきはディールのたびに戻ります。毎回使ってみましょう。
           *[other] {""}
        }
        [1] { $event-no-card ->
            [0] 能力を使ったのは一度だけでした。おはじきはディールのたびに戻ります。毎回使ってみましょう。
           *[other] {""}
        }
       *[other] {""}
    }
try-3 = { $event-won-by-trump ->
        [0] 切り札では一度も勝てませんでした。リードされたスートがないときは、切り札で勝てます。1枚残しておきましょう。
       *[other] {""}
    }

## もっと知る（カード1枚にルールひとつ）

more-T5-5 = 切り札だけのとき
more-T5-5-text = 有効な切り札も、リードされたスートの数字もなければ、フォローした最初の切り札が勝ちます。めったにありません。
more-T5-5-step-1 = この切り札でリードして、ほかの人が何を出すか見てみましょう。
more-T6-5 = 能力が重なったら
more-T6-5-text = 能力が変えるのは、使った人のカードだけです。全員が出し終えてから、変わったあとのカードをくらべます。
more-T6-5-step-1 = 能力を選んで5を出すと、7として数えます。すずにも能力がありますよ。
more-T8-4 = 0点より下はない
more-T8-4-text = マイナスカードでディールの得点がなくなっても、それより下はありません。合計が減ることはありません。
more-T8-4-step-1 = マイナスカードの失点が、トリックの得点を上回っています。最後の1枚を出して、得点を見てみましょう。
