var e=`# ことりあつめ：画面だけで使うことば

button-draw = 競りに出す
button-pass = パス
about-card = 全部で{ $copies }枚。うち{ $open }枚が表に見えています
show-deck-number = { $value }組目の山札
show-burst-chance = 次でバースト { $value }％
about-quarrel = 場にも同じ鳥が来ています。落札すると、けんかになって2羽ともいなくなります
`;export{e as default};