var e=`# 画面だけで使うことば

# はじめて見たときの説明
explain-chance = もう1枚取ったとき、バーストする確率です。
explain-wanted = 場にいて、このかごにはまだいない鳥です。
explain-quarrel = 落札すると、けんかになって2羽ともいなくなります。
explain-sideways = パスしました。この合計で決まりです。
explain-turned = バーストした札。合計に入りません。
explain-decks = 1回目が尽きると、捨て札が2回目の山札になります。

# ことりあつめ：画面だけで使うことば

result-why = { $all-event-won }回中{ $event-won }回落札しました。{ $event-quarrelled ->
        [0] {""}
       *[other] けんかで{ $event-quarrelled }羽いなくなりました。
    }{ $event-burst ->
        [0] {""}
       *[other] バーストは{ $event-burst }回でした。
    }
short-role-dealer = 親
`;export{e as default};