# 画面だけで使うことば

# はじめて見たときの説明
explain-burst-chance = もう1枚で値付けしたとき、バーストする確率です。
    .clause = K5.1
explain-ahead = いまの合計がトップ。このままなら、場の鳥を落札します。
    .clause = K6.1
explain-wanted = 場にいて、このかごにはまだいない鳥です。
    .clause = K7.1
explain-quarrel = 落札すると、けんかになって2羽ともいなくなります。
    .clause = K7.2
explain-sideways = パスしました。この合計で決まりです。
    .clause = K4.3
explain-down = バーストしたカード。合計に入りません。
    .clause = K5.2
explain-deck-number = 山札が尽きると、捨て札が次の山札になります。
    .clause = K8.1

# ことりあつめ：画面だけで使うことば

tie-score-birds = 鳥の数が同じなら、いちばん大きい数字の鳥をくらべて、大きい人が上の順位です（ルールK9.2）。
result-why = { $all-event-won }回中、{ $event-won ->
        [0] 一度も落札できませんでした。
       *[other] { $event-won }回落札しました。
    }{ $event-quarrelled ->
        [0] {""}
       *[other] けんかで{ $event-quarrelled }羽いなくなりました。
    }{ $event-burst ->
        [0] {""}
       *[other] バーストは{ $event-burst }回でした。
    }
short-role-dealer = 親
short-role-ahead = ▲
