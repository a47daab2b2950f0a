# てづま師：画面だけで使うことば

role-start = 先
short-role-start = 先
letter-trump = 切札
face-points = 点
trick-led = リード
short-points = 得点
status-tricks = { $count }トリック
status-tricks-short = 取{ $count }
status-coins = おはじき{ $count }個
status-lacks-help = このスートを持っていません
status-table = 得点表（トリック数ごとの点）
status-deal-points = いま{ $points }点
status-next = 次のトリックで{ $worth }点
tag-does-number = 数字
tag-does-as-led = フォロー
tag-does-trump = 切札
tag-does-no-trump = 無効
tag-does-free = 自由
tag-does-free-trump = 切札
tag-does-aside = 1枚わき
tag-does-nothing = 変化なし
tag-announced = 能力
tag-valid-trump = 有効
tag-valid-by-ability = 能力で有効
tag-as-led = フォロー
page = これまでのトリック
sheet-none = このディールのトリックは、まだありません。
sheet-open = いまのトリック
sheet-won = { $who }の勝ち

# はじめて見たときの説明
explain-table = 0、1、2…トリックの得点。点線が次です。
    .clause = T1.3
explain-valid-trump = 有効な切り札。どの数字にも勝ちます。
    .clause = T5.1
explain-lacks = このスートは持っていないとわかっています。
    .clause = T4.3
explain-beads = 能力の代金です。ディールのはじめに全部戻ります。
    .clause = T3.2

result-why = { $all-event-dealt }ディールで{ $event-swept }トリック取りました。
