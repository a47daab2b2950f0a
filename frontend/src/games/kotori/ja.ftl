# ことりあつめ：画面だけで使うことば

button-draw = 値付け
button-pass = パス
about-card = 全部で{ $copies }枚。うち{ $open }枚が表に見えています
show-deck-number = { $value }回目の山札
show-burst-chance = 値付けするとバースト{ $value }％
about-quarrel = 場にも同じ鳥が来ています。落札すると、けんかになって2羽ともいなくなります
