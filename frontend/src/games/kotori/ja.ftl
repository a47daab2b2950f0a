# 画面だけで使うことば

# はじめて見たときの説明
explain-chance = もう1枚取ったとき、バーストする確率です。
explain-wanted = 場にいて、このかごにはまだいない鳥です。
explain-quarrel = 落札すると、けんかになって2羽ともいなくなります。
explain-sideways = パスしました。この合計で決まりです。
explain-turned = バーストした札。合計に入りません。
explain-decks = 1回目が尽きると、捨て札が2回目の山札になります。
