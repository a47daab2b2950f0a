# Doutotsu Kujan: words that only the screen needs

tool-romaji = Romaji
colour-red = red
colour-blue = blue
colour-yellow = yellow
colour-green = green
label-spare = spare
label-exposed = exposed
label-complete = complete
label-lacks = + { $kana }
# Shorter than elsewhere: it stands on a plate.
counter-took = taken
counter-points = pts
helps-heading = Play aids
animal-ba-ku = tapir
animal-ka-ba = hippopotamus
animal-to-ra = tiger
animal-pa-n-da = panda
animal-ra-ku-da = camel
animal-i-ru-ka = dolphin
animal-ra-xtsu-to = rat
animal-ra-i-o-n = lion
animal-i-n-pa-ra = impala
animal-ka-ra-ka-ru = caracal
animal-o-xtsu-to-se-i = fur seal
animal-ko-a-ra = koala
animal-ra-xtsu-ko = sea otter
animal-i-n-ko = parakeet
animal-a-ru-pa-ka = alpaca
