# てづま師：画面だけで使うことば

role-start = 先
letter-b = 蝶
letter-u = 傘
letter-r = 輪
letter-w = 水
letter-trump = 切札
face-points = 点
told-deal = 第{ $deal }ディール（全{ $deals }回）
told-trick = 第{ $deal }ディール（全{ $deals }回）・{ $trick }トリック目
told-out = { $suit }残{ $count }・最大{ $highest ->
        [0] −
       *[other] { $highest }
    }
told-tricks = { $count }トリック
told-tricks-short = { $count }勝
told-coins = おはじき{ $count }個
told-lacks-help = このスートを持っていません
told-table = 得点表（トリック数ごとの点）
told-deal-points = いま{ $points }点
told-next = 次のトリックで{ $worth }点
way-ability = 能力：{ $name }（{ $cost }個）
way-plus = 能力（{ $cost }個）：数字を上げる
way-minus = 能力（{ $cost }個）：数字を下げる
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
sheet-tricks = これまでのトリック
sheet-none = このディールのトリックは、まだありません。
sheet-open = いまのトリック
sheet-won = { $who }の勝ち
