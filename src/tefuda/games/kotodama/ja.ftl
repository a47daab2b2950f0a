# KOTODAMA KOGEN（コトコー）

title = KOTODAMA KOGEN
tagline = ことばを重ねて、活用させて、修飾して。相手の得点札を先になくそう。
feel = ことばを活用させるカードゲーム
alike = トレーディングカードゲーム
goal = 相手の得点札を、自分より先になくせば勝ち。
goal-round = 番ごとに、ことばを重ねて効果を起こし、得点札を減らします。
credits = ゲームデザイン：ツボッシー同盟。非公式・非営利の実装で、ルールの文章も絵も独自に作ったものです。元のカードは公開されていないため、カードとその効果は復元です。語形の表は SudachiDict（Works Applications、Apache License 2.0。UniDic Consortium の UniDic の一部を含みます。BSD ライセンス）から作りました。

## ハウスルール

option-open_lists = デッキを公開する
option-open_lists-help = デッキの中身を、最初からおたがいに公開します。
option-wipe_at_ten = 10組で一掃する
option-wipe_at_ten-help = 自分のフィールドが10組になったら、フィールドのカードをすべて捨て札にします（以前のルール）。

## できない理由

refuse-W2-1 = デッキは30〜55枚、同じカードは2枚までです。
refuse-W2-2 = デッキを選ぶのは、ゲームが始まる前だけです。
refuse-W3-2 = そのカードは手札にありません。
refuse-W3-4 = 先に、表示されている選択に答えてください。
refuse-W4-1 = この番に出せることばカードは、もうありません。
refuse-W4-2 = そのカードは、そこには置けません。
refuse-W4-3 = フィールドに置けるのは10組までです。
refuse-W6-2 = 組の一番上にないカードの効果は使えません。
refuse-W6-6 = その効果は、この番にはもう使いました。
refuse-W6-7 = 1つの番にカードを出したり効果を使ったりできるのは、合わせて20回までです。
refuse-W6-8 = そこには、いま使える効果がありません。
refuse-W7-1 = そこに得点札はありません。
refuse-W7-4 = そのカードは手札にないので捨てられません。
refuse-W7-5 = そのカードは、この効果では捨て札から取れません。
refuse-W7-6 = その組は選べません。
refuse-W8-4 = ゲームは終わっています。
entry-card-effects = { $card }の効果
openings = デッキ
openings-help = { $open_lists ->
        [1] デッキ公開：2人のデッキが決まると、おたがいの中身が見えます。
       *[0] デッキの中身は相手に見えません。ボットとヒントも相手のデッキを知らず、まだ見えていないカードはどれも同じ確率だと考えます。
    }
opening = デッキ
opening-typed = デッキのリンク、またはファイル
opening-typed-help = デッキ編集で作ったリンクか、「枚数 カード名」の行を並べたファイルの場所
deck-link-broken = デッキのリンクが不完全です。一部が欠けているか、文字が違っています。もう一度コピーしてください。
deck-link-newer = このデッキのリンクは新しいバージョンで作られたもので、ここでは読めません。デッキをテキストで受け取ってください。
deck-link-other-cards = このデッキは、ここで使うカードとは別のカードで組まれています。デッキをテキストで受け取ってください。
deck-line-unreadable = デッキのリンクでも、「枚数 カード名」の行でもありません（同じカードは2枚まで）：{ $line }

## 卓の上

zone-hand = 手札
zone-play = 使用中のカード
zone-score = 得点札
zone-deck = 山札
zone-top = 見ている山札
zone-gone = 捨て札
zone-list = デッキ
zone-group1 = 1組目
zone-group2 = 2組目
zone-group3 = 3組目
zone-group4 = 4組目
zone-group5 = 5組目
zone-group6 = 6組目
zone-group7 = 7組目
zone-group8 = 8組目
zone-group9 = 9組目
zone-group10 = 10組目
counter-turn-number = いまの番（何番目）
counter-score-left = 得点札
counter-deck-left = 山札の残り
counter-words-left = 出せることばカード
counter-free-stacking = 数えずに重ねられる枚数
score-left = 得点札{ $score }枚
role-turn = 番
mark-form-1 = 未然形
mark-form-2 = 連用形
mark-form-3 = 終止形
mark-form-4 = 連体形
mark-form-5 = 仮定形
mark-form-6 = 命令形
mark-modifies = 修飾している
mark-used = 効果を使った
mark-known = 相手も知っている

## 活用形と品詞

form-1 = 未然形
form-2 = 連用形
form-3 = 終止形
form-4 = 連体形
form-5 = 仮定形
form-6 = 命令形
class-card = カード
class-word = ことばカード
class-item = アイテム
class-verb = 動詞
class-verb-godan = 動詞（五段活用）
class-verb-kami-ichidan = 動詞（上一段活用）
class-verb-shimo-ichidan = 動詞（下一段活用）
class-verb-ka-irregular = 動詞（カ行変格活用）
class-verb-sa-irregular = 動詞（サ行変格活用）
class-adjective = 形容詞
class-adjectival-verb = 形容動詞
class-adjectival-verb-da = 形容動詞（だ）
class-adjectival-verb-desu = 形容動詞（です）
class-noun = 名詞
class-noun-common = 普通名詞
class-noun-proper = 固有名詞
class-noun-numeral = 数詞
class-noun-formal = 形式名詞
class-pronoun = 代名詞
class-pronoun-personal = 人称代名詞
class-pronoun-demonstrative = 指示代名詞
class-adverb = 副詞
class-adverb-manner = 副詞（状態）
class-adverb-degree = 副詞（程度）
class-adverb-declarative = 副詞（陳述）
class-attributive = 連体詞
class-attributive-no = 連体詞（「の」型）
class-attributive-na = 連体詞（「な」型）
class-attributive-ru = 連体詞（「る」型）
class-attributive-ta = 連体詞（「た」型）
class-attributive-ga = 連体詞（「が」型）
class-conjunction = 接続詞
class-conjunction-consequence = 接続詞（順接）
class-conjunction-contrary = 接続詞（逆接）
class-conjunction-addition = 接続詞（添加）
class-conjunction-contrast = 接続詞（対比）
class-conjunction-explanation = 接続詞（説明）
class-conjunction-change = 接続詞（転換）
class-interjection = 感動詞
class-interjection-emotion = 感動詞（感動）
class-interjection-call = 感動詞（呼びかけ）
class-interjection-answer = 感動詞（応答）
class-interjection-greeting = 感動詞（挨拶）
class-interjection-shout = 感動詞（掛け声）
class-auxiliary = 助動詞
class-auxiliary-causative = 助動詞（使役）
class-auxiliary-passive = 助動詞（受身）
class-auxiliary-negative = 助動詞（打消）
class-auxiliary-volition = 助動詞（意志）
class-auxiliary-desire = 助動詞（希望）
class-auxiliary-polite = 助動詞（丁寧）
class-auxiliary-past = 助動詞（過去）
class-auxiliary-appearance = 助動詞（様態）
class-auxiliary-conjecture = 助動詞（推定）
class-auxiliary-likeness = 助動詞（比況）
class-auxiliary-assertion = 助動詞（断定）
class-auxiliary-negative-volition = 助動詞（打消推量）
kind-auxiliary-causative = 使役
kind-auxiliary-passive = 受身
kind-auxiliary-negative = 打消
kind-auxiliary-volition = 意志
kind-auxiliary-desire = 希望
kind-auxiliary-polite = 丁寧
kind-auxiliary-past = 過去
kind-auxiliary-appearance = 様態
kind-auxiliary-conjecture = 推定
kind-auxiliary-likeness = 比況
kind-auxiliary-assertion = 断定
kind-auxiliary-negative-volition = 打消推量
class-auxiliaries = 助動詞（{ $kinds }）
class-particle = 助詞
class-particle-case = 格助詞
class-particle-connective = 接続助詞
class-particle-adverbial = 副助詞
class-particle-final = 終助詞

## カードに書いてあること

text-card = 【{ $kind }・{ $reading }】{ $text }
text-plain = 【{ $kind }・{ $reading }】
text-both = { $a }{ $b }
text-or = { $a }か{ $b }
text-list = { $a }か{ $b }
text-or-class = { $a }・{ $b }
text-a = { $what }
article = {""}
text-kinds = { $a }・{ $b }
text-and = { $a }と{ $b }
text-then = { $a }。その後、{ $b }
text-named = 自分のフィールドにあるカードと同じ名前の{ $what }
text-under = { $what }の下に重ねられる。
text-under-form = { $what }の下に重ねられ、それを{ $form }に活用する。
text-over = { $what }の上に重ねられ、それを修飾する。
text-stays = 出すとフィールドに残り、1組と数える。
text-not-alone = 重ねずに出すことはできない。
text-self = 自分は{ $text }
text-effect = { $text }。
text-once = （自分の番ごとに1回）
text-covered = （組の一番上でなくても使える）
text-may = { $text }（しなくてもよい）
when-on-play = 出したとき、
when-conjugates = ほかのカードを活用したとき、
when-conjugated = いずれかの活用形になったとき、
when-conjugated-into = { $form }になったとき、
when-modifies = ほかのカードを修飾したとき、
when-modified = 修飾されたとき、
when-all-present = { $cards }が自分のフィールドにそろったとき、
when-activate = 効果を使うと、
when-static = 組の一番上にあるかぎり、
when-used = 使うと、
cost-discard-this = このカードを捨て札にして、
cost-discard-one = 手札を1枚捨て、
if-other = { $role ->
        [to] 重ねた先が
       *[by] 重ねられたカードが
    }{ $what }{ $end ->
        [and] で、
       *[if] なら、
    }
if-other-form = { $start ->
        [first] それが
       *[later] {""}
    }{ $form }{ $end ->
        [and] で、
       *[if] なら、
    }
if-this-form = { $start ->
        [first] このカードが
       *[later] {""}
    }{ $form }{ $end ->
        [and] で、
       *[if] なら、
    }
if-other-by = { $start ->
        [first] そのすぐ下が
       *[later] すぐ下が
    }{ $what }{ $end ->
        [and] で、
       *[if] なら、
    }
if-this-by = { $start ->
        [first] このカードのすぐ下が
       *[later] すぐ下が
    }{ $what }{ $end ->
        [and] で、
       *[if] なら、
    }
if-other-modified = { $start ->
        [first] それが
       *[later] {""}
    }修飾されて{ $end ->
        [and] いて、
       *[if] いれば、
    }
if-this-modified = { $start ->
        [first] このカードが
       *[later] {""}
    }修飾されて{ $end ->
        [and] いて、
       *[if] いれば、
    }
if-group-cards = 組が{ $n }枚以上{ $end ->
        [and] で、
       *[if] なら、
    }
if-groups-exactly = 自分の組がちょうど{ $n }組{ $end ->
        [and] で、
       *[if] なら、
    }
if-groups-between = 自分の組が{ $low }〜{ $high }組{ $end ->
        [and] で、
       *[if] なら、
    }
do-draw = カードを{ $n }枚引く
do-opp-draw = { $start ->
        [first] 相手は
       *[later] {""}
    }カードを{ $n }枚引く
do-opp-score = { $start ->
        [first] 相手は
       *[later] {""}
    }得点札を{ $n }枚手札に加える
do-own-score = 自分の得点札を{ $n }枚手札に加える
do-both-score = おたがいに得点札を{ $n }枚手札に加える
do-discard = 手札を{ $n }枚捨てる
do-opp-discard = { $start ->
        [first] 相手は
       *[later] {""}
    }手札を{ $n }枚選んで捨てる
do-salvage = 自分の捨て札から{ $what }を{ $n }枚手札に加える
do-bounce = 自分の組の一番上のカードを{ $n }枚手札に戻す
do-bounce-of = 自分の組の一番上の{ $what }を{ $n }枚手札に戻す
do-erase = 自分の組の一番下のカードを{ $n }枚手札に戻す
do-erase-of = 自分の組の一番下の{ $what }を{ $n }枚手札に戻す
do-scrap = 自分の組を{ $n }組捨て札にする
do-scrap-of = 一番上が{ $what }の自分の組を{ $n }組捨て札にする
do-extra-word = この番、ことばカードをもう{ $n }枚出せる
do-peek = 自分の山札の上から{ $n }枚を見る
do-reveal = { $start ->
        [first] 相手は
       *[later] {""}
    }手札を見せる
do-free-stacking = 番ごとに最初に重ねる1枚は、出した枚数に数えない

## 操作

action-deck = 「{ $deck }」で遊ぶ
action-add = { $card }をデッキに入れる
action-ready = この{ $n }枚に決める
action-end = 番を終える
action-play = { $card }を出す
action-play-somewhere = { $card }を出す：{ $places }
action-places = { $a } ／ { $b }
place-new = 新しい組
place-under = { $target }の下
place-under-form = { $target }の下（{ $form }にする）
place-on = { $target }の上（修飾する）
action-item = { $card }を使う：{ $text }
action-new = { $card }を新しい組として出す
action-under = { $card }を{ $target }の下に重ねる
action-under-form = { $card }を{ $target }の下に重ねる → { $form }
action-on = { $card }を{ $target }の上に重ねて修飾する
action-then = { $where }。{ $text }
action-effect = ［{ $card }］{ $text }。
action-use = { $card }の効果を使う：{ $text }
action-yes = 使う
action-no = 使わない
action-score = 左から{ $n }枚目の得点札を取る
action-group = { $card }のある組を選ぶ
action-fetch = { $card }を捨て札から取る
action-discard = { $card }を捨てる
prompt-deck = デッキを選んでください。
prompt-build = デッキを組んでいます（{ $n }枚）。
prompt-turn = あなたの番です。ことばカードはあと{ $n }枚出せます。
prompt-turn-no-word = ことばカードはもう出せません。アイテムや効果を使うか、番を終えてください。
prompt-place = { $card }をどこに置きますか？
prompt-maybe = { $card }の効果：{ $text }。使いますか？
prompt-score = { $card }の効果：取る得点札を選んでください（あと{ $n }枚）。
prompt-discard = { $card }の効果：捨てる手札を選んでください（あと{ $n }枚）。
prompt-salvage = { $card }の効果：捨て札から取るカードを選んでください（あと{ $n }枚）。
prompt-bounce = { $card }の効果：一番上のカードを手札に戻す組を選んでください（あと{ $n }枚）。
prompt-erase = { $card }の効果：一番下のカードを手札に戻す組を選んでください（あと{ $n }枚）。
prompt-scrap = { $card }の効果：捨て札にする組を選んでください（あと{ $n }組）。

## ログ

event-deck-chosen = { $who }が{ $n }枚のデッキを選んだ
event-dealt = { $who }が得点札を{ $n }枚、表を見ずに並べた
event-began = 先攻は{ $who }
event-turn-began = ── { $who }の番 ──
event-turn-ended = { $who }が番を終えた
event-ended-score = 得点札がなくなった。ゲーム終了
event-ended-deck = 引く山札がない。得点札を数えて、ゲーム終了
event-returned = { $who }の{ $card }が手札に戻った
event-scrapped = { $who }の{ $card }が捨て札になった
event-laid = {""}
event-formed = { $card }が{ $target }を{ $form }に活用した：{ $phrase }
event-modified = { $card }が{ $target }を修飾した：{ $phrase }
event-fired = { $who }の{ $card }の効果：「{ $text }」
event-lapsed = 効果の数が上限を超え、{ $card }の効果は起きなかった
event-used = { $who }が{ $card }の効果を使った
event-declined = { $who }は効果を使わなかった
event-gained-word = { $who }は、この番に出せることばカードが{ $n }枚増えた
event-revealed = { $who }が手札を見せた
event-drew = { $who }が1枚引いた
event-drew-card = { $who }が{ $card }を引いた
event-scored = { $who }が得点札を1枚手札に加えた
event-scored-card = { $who }が得点札を1枚手札に加えた：{ $card }
event-peeked = { $who }が山札の上を見た
event-peeked-card = { $who }が山札の上を見た：{ $card }
event-played = { $who }が{ $card }を出した
event-discarded = { $who }が{ $card }を捨てた
event-salvaged = { $who }が捨て札から{ $card }を取った
event-put-away = { $who }の{ $card }が捨て札になった

## 卓の上の数

show-free-stacking = 次に重ねる1枚は、出した枚数に数えません
show-words-left = ことばあと{ $value }

## ヒントの理由

why-wins = 相手に残りの得点札{ $theirs }枚をすべて手札に加えさせて、勝ちます
why-score = 相手の得点札{ $theirs }枚のうち、{ $count }枚を手札に加えさせます
why-own-score = 自分の得点札{ $mine }枚のうち、{ $count }枚を失います
why-opp-discard = 相手に手札を{ $count }枚捨てさせます
why-draws = { $count }枚引けます（山札は残り{ $deck }枚）
why-words = ことばカードを、あと{ $count }枚出せるようになります
why-new = 次に重ねる先ができます（この番のことばカードは、あと{ $left }枚）
why-stack = { $size }枚の組になります（この番のことばカードは、あと{ $left }枚）
why-end = { $count ->
    [0] ほかにできることはありません
   *[other] ほかにできることが{ $count }通り残っています
}
why-discard-useful = いまのフィールドに置けるカードです
why-discard-useless = いまのフィールドには置けないカードです

# はじめてのレッスン（lesson.toml）：段階ごとの文と、ちがうところを押したときの返事
lesson-1 = カードは、どれもことば。重ねて文にすると、力を発揮します。
lesson-2 = 裏向きの得点札が5枚ずつあり、なくなったら負けです。相手の5枚を、先になくしましょう。
lesson-3 = ことばカードは、1回の番に1枚出せます。まず「書く」から。
lesson-3-not-1 = 「けっして」は、動詞があってこそ。まず「書く」を出しましょう。
lesson-3-not-2 = それはあとで活躍します。まず「書く」を。
lesson-3-not-3 = 辞書は取っておきましょう。まず「書く」を。
lesson-3-not-4 = その前に、「書く」を出しましょう。
lesson-4 = 1枚出しました。番を終えましょう。
lesson-4-not-1 = この番のことばカードは、もう出しました。番を終えましょう。
lesson-4-not-2 = 辞書は取っておいて、番を終えましょう。
lesson-5 = すずは「静かだ」を出し、あなたは「ない」を引きました。動詞の下に重ねることばです。
lesson-5-not-1 = その前に「ない」を下に。「けっして」はそれからです。
lesson-5-not-2 = 「ない」を出せますよ。
lesson-6 = 「書く」の下に重ねます。上から読むと「書かない」です。
lesson-6-not-1 = ひとつだけでは何も起きません。「書く」の下に重ねましょう。
lesson-7 = 「書く」が「書か」に活用して、2枚とも効果が出ました。すずは手札を1枚捨て、得点札も1枚手札へ。
lesson-8 = ことばカードは出しました。番を終えましょう。
lesson-8-not-1 = ことばカードは1回の番に1枚。次の番に！
lesson-9 = すずの「かなり静かだ」で、今度はあなたの得点札が2枚減ります。どれでも選んでください。
lesson-9-not-1 = 先に得点札です。どれでも選んでください。
lesson-10 = もう1枚選びます。なくした得点札は手札に入るので、攻められるほど、ことばが増えます。
lesson-10-not-1 = 得点札をもう1枚選んでください。
lesson-11 = いよいよ「けっして」。動詞の上に重ねて、下に「ない」があると効きます。
lesson-11-not-1 = それはあとで。いまは「けっして」です。
lesson-11-not-2 = 「けっして」を待っている文がありますよ。
lesson-12 = 「書かない」の上に重ねましょう。
lesson-12-not-1 = ひとつだけでは何も起きません。「書かない」の上に。
lesson-13 = 「けっして書かない」で、得点札が一度に2枚！ すずはあと2枚です。
lesson-14 = 番を終えましょう。
lesson-14-not-1 = ことばカードは1回の番に1枚。番を終えましょう。
lesson-15 = すずの「しかし」で、あなたは1枚引いて、得点札を1枚なくします。1枚選んでください。
lesson-15-not-1 = 先に得点札です。どれでも選んでください。
lesson-16 = 2対2です。最後の文を仕込むために、「起きる」を出しましょう。
lesson-16-not-1 = 「ゆっくり」には、重ねる動詞が要ります。先に「起きる」を。
lesson-16-not-2 = 次の番のために、「起きる」を出しておきましょう。
lesson-17 = アイテムは、ことばカードとは別に使えます。辞書で2枚引きましょう。
lesson-17-not-1 = その前に辞書を。ただで2枚引けます。
lesson-17-not-2 = ことばカードはもう出せません。でも、アイテムの辞書なら使えます。
lesson-18 = 「て」が来ました！ 次の番のお楽しみ。番を終えましょう。
lesson-18-not-1 = 次の番に！
lesson-19 = 残り2枚、ことばカード1枚では届きません。でも「て」を読むと、もう1枚出せると書いてあります。
lesson-19-not-1 = それで1枚減りますが、ことばカードが尽きます。もう1枚出せる「て」から始めましょう。
lesson-19-not-2 = それで1枚減りますが、そこまでです。「て」を見てください。
lesson-19-not-3 = それで1枚減りますが、そこまでです。「て」を見てください。
lesson-19-not-4 = もう1枚出せますが、「起きる」が待っている形ではありません。「て」を見てください。
lesson-19-not-5 = この番で勝てます！ 「て」から始めましょう。
lesson-20 = 「起きる」の下に重ねると、待っていた連用形になります。
lesson-20-not-1 = それでは得点札が減りません。待っているのは「起きる」のほうです。
lesson-20-not-2 = ひとつだけでは何も起きません。「起きる」の下に。
lesson-21 = 1枚減って、もう1枚出せます。すずに取らされた「ゆっくり」の出番です！
lesson-21-not-1 = まだ1枚出せます。「ゆっくり」です。
lesson-22 = 「起きて」の上に。
lesson-22-not-1 = ひとつだけでは何も起きません。「起きて」の上に！
lesson-23 = 「ゆっくり起きて」で得点札がなくなり、あなたの勝ち！ どこに重ねられるかは、54種のカードそれぞれに書いてあります。

## 次に試したいこと（終わったゲームに当てはまるときだけ）

try-1 = { $others-event-scored ->
        [0] 得点札を1枚も減らせませんでした。出す前に、上や下に何が必要なカードか読んでみましょう。
       *[other] {""}
    }
try-2 = { $others-event-used ->
        [0] {""}
       *[other] { $event-used ->
            [0] 相手はフィールドのカードの効果を{ $others-event-used }回使いましたが、あなたは使いませんでした。番が来たら、フィールドのカードも読んでみましょう。
           *[other] {""}
        }
    }
try-3 = { $all-event-ended-deck ->
        [0] {""}
       *[other] 山札が尽きて終わりました。自分の引く効果は終わりを早めるので、得点札が多いときに使いましょう。
    }

## もっと知る（カード1枚にルールひとつ）

more-W6-8 = 自分で使う効果
more-W6-8-text = フィールドのカードには、自分の番に使える効果を持つものがあります。払うものがあれば、先に払います。
more-W6-8-step-1 = フィールドの「見る」には、自分の山札の一番上を見る効果があります。使ってみましょう！
more-W8-3 = 山札が尽きたら
more-W8-3-text = 引くときに山札がなければ、その場でゲーム終了です。得点札の多いほうが勝ちます。
more-W8-3-step-1 = すずの山札はもうありません。得点札はあなたのほうが多いので、番を終えましょう。
