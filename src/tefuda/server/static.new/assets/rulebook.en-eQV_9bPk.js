var e=`# Doutotsu Kujan: Three Animals at a Stroke

Eleven cards in your hand, and on each a single kana, a syllable of Japanese. You draw, you discard, you draw again; and
among the scattered letters an ear of a panda shows, then the fin of a dolphin. One more card, and three animals leap out
at once. Then you call: “Doutotsu!”

Be quick, or match the colours and score more? Take what your neighbour throws away, or draw in silence? It is a little
like mahjong, but there are no hands to learn by heart: everything you may spell stands on the list before you, with its
reading, so you need not know Japanese either.

For 2 or 3 players. Game follows game, and the first to score three points wins.

## 1. The cards and the list

- **D1.1** A **kana card** shows one kana and one colour. A kana is what it looks like: パ, バ and ハ are three different ones,
  and so are the small ッ and the large ツ (our ruling R3-4). There may be several cards of the same kana and colour.
- **D1.2** The **list of animals** holds the names that count. Everyone uses the same list and may look at it at any time.
- **D1.3** The list has two sides, normal and core. Usually you play the normal side, and the ア and コ cards stay in the box.
  With the house rule “core rules” they are shuffled in, and the animals on the core side count as well: something for
  when you know your way about.

## 2. Beginning a game

- **D2.1** Shuffle, and deal eleven cards to everyone. The rest is the deck, face down; beside it there is one place for
  everyone's discards.
- **D2.2** The player who last fed an animal is the first player of the first game (here, chance decides). Play goes clockwise.
- **D2.3** You see your own hand, everyone's exposed cards, and the top discard. Nobody may look at the discards below: what has
  gone by you have to remember. Numbers are no secret: anyone may count the deck, the discards and the hands (our ruling
  R3-19).
- **D2.4** **House rule, “open discards”** (off unless you choose it): everyone may look at all discards at any time.

## 3. Your turn

- **D3.1** On your turn you do one of two things: **draw** or **take**. You cannot claim a discard on someone else's turn (our
  ruling R3-15).
- **D3.2** **Draw:** add the top card of the deck to your hand, then discard a card. It may be the one you have just drawn.
- **D3.3** **Take:** take the top discard and expose a name that uses it, face up before you; then discard a card. You can do so only
  once a game, and you never have to. Once you have, drawing is all that is left on your turn, and your card is drawn at
  once.
- **D3.4** The card you take must be part of the name that you expose with it. You cannot keep it, or discard it again (our
  ruling R3-7); so if it makes no name of the list together with your hand, you cannot take it. There is no going back (our
  ruling R3-17).
- **D3.5** On the first turn of a game there is no discard yet, and nothing to take.
- **D3.6** The other letters of the name come from your hand. Where you have a kana in several colours, the choice is yours. The
  name may be one that someone else has exposed. You expose only one name a game (our ruling R3-8).
- **D3.7** **Discard:** lay a card of your hand face up on top of the discards. Exposed cards stay. Then it is the next player's turn.

For example, you hold ン and ダ, and パ is the top discard. Take it, and there is your panda: パンダ. With eight cards in hand and three
exposed you have eleven, and wait for your next turn.

## 4. Going out

- **D4.1** When you have drawn or taken a card and **all twelve** of your cards make **exactly three** names of the list, you may go
  out. Names may be equal. It does not matter how long they are, as long as they have twelve letters between them: 3 + 4 + 5,
  or three times 4 (our ruling R3-1).
- **D4.2** Exposed cards count as if they were in your hand. You may even take the exposed name apart and use its letters in
  others (our ruling R3-2).
- **D4.3** With a card you take, you go out instead of exposing a name. For that you must not have taken a discard before in this
  game. In the turn in which you expose a name you cannot go out any more.
- **D4.4** **With two players**, at least one of the three names must be of **one colour**: all its cards alike. Otherwise you cannot
  go out.
- **D4.5** Nobody has to go out. You may play on, hoping for more.
- **D4.6** Going out ends the game. The player who went out shows all twelve cards. **Two or more names of one colour score 3 points, one scores 2, none scores 1**
  (the last only with three players). If the cards can be arranged in several ways, the best one counts (our ruling R3-3).

For example, you have イル in red, ライオン in blue, and オットセイ in all colours. Only the カ of イルカ is missing, and in comes a red one. A
red dolphin, a blue lion and a motley fur seal: two of one colour, three points. With a blue カ the dolphin would have been motley too,
and you would have had two.

## 5. When the deck runs out

- **D5.1** When someone draws the last card of the deck, the game ends after that turn. You can still go out with that very card
  (our ruling R3-10). If you take a discard while one card is left in the deck, the game goes on (our ruling R3-9).
- **D5.2** If nobody has gone out, a player who was **waiting for one card** scores 1 point. If there are several, only the first of them
  in turn order does, counted from the player who began this game (our ruling R3-11). It is 1 point with two players, too
  (our ruling R3-13). If nobody was waiting, nobody scores.
- **D5.3** The card waited for may be any that lies among the discards, in another hand or before another player. A card of which you
  have every copy yourself does not count, nor one that is not in play. With two players, going out with it must have met
  the condition of one colour as well (our rulings R3-12 and R3-18).
- **D5.4** Only the player who scores shows their hand. A player who could have gone out earlier and did not may still be waiting
  (our ruling R3-19).

## 6. Until someone has won

- **D6.1** Gather the cards and play the next game. The player who begins it is the next one clockwise.
- **D6.2** Points add up. As soon as someone has **three or more**, the match is over and they have won it, perhaps in the very first
  game.
- **D6.3** **House rule, “game limit”**: if after so many games nobody has three points, the match ends and the totals decide. Unless
  you choose otherwise it is 50 (our ruling R3-20).
- **D6.4** Players are ranked by their totals. Equal totals share the rank, and the ranks after it are left out.

## What is ours

The rules above are those of the game, told in our own words. Where its rulebook is silent or can be read in two ways we had to
decide; every such place is marked *our ruling* with its number, so that you can play it otherwise at home.

The list of animals and the numbers of cards are a **reconstruction**. All we know from the rulebook is one animal, パンダ, the kana パ, ン,
ダ, カ, ク, ッ, ア and コ, and that there are three cards each of the last two. The three colours red, blue and yellow, the 60 cards in
normal and 66 in core play, and the eleven animals with four more on the core side are what we made of it. They stand in
\`cards.toml\`. If you own the game, you can put its true list in their place.

## Credits

Doutotsu Kujan (ドウトツくじゃん) is a game by **Shinichi Yogi** (与儀新一), one of the variations of *Doutotsu Tsukuro* (ドウトツつくろ),
published by **77spiele** in 2023. If you find a copy, buy it.

This is an unofficial, non-commercial implementation, in words and art of its own.
`;export{e as default};