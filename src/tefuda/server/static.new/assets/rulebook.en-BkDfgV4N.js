var e=`# Kotori Atsume: Collecting Little Birds

Three little birds have landed in front of you, and everyone at the table would like to take them home. The highest
bid gets them. But you bid with cards from the treetop of the deck, one after another, and if the bird on the
treetop is one you have already bid, you have gone too far. Then there is the cage to think of: two birds of a kind
quarrel, and both fly away. So look twice before you want something.

For 2 to 4 players. When the second deck runs out, the fullest cage wins.

## 1. The cards

- **K1.1** The deck has 55 cards: one 1, two 2s, three 3s, and so on up to ten 10s. Every value is a kind of bird of its
  own. High birds are worth more in a bid, but there are more of them about, and so they bust you more often. The 1
  never busts anyone and never quarrels: there is no second one.
- **K1.2** The card on top of the deck always lies face up. It is called *kozue*, the treetop; we say **top card**. As soon
  as it is taken, the next one is turned up. So you always know which card you would get, and never which comes after it.
- **K1.3** Discards go face down, and nobody may look through them; only their number may be counted (our ruling R0-12).
  Everything else on the table is open to all: bids, cages, the field, the top card, and how many cards are left in the
  deck (our ruling R0-13). Nobody holds a hand.

## 2. Before the first round

- **K2.1** Shuffle, put the deck face down, and turn up its top card. Chance decides who is the first **dealer**.
- **K2.2** Play goes clockwise.

## 3. A round begins: birds in the field

- **K3.1** The dealer draws three cards, the top card first, and lays them face up in the middle: the **field**. It is what
  this round is about.
- **K3.2** Equal birds in the field are thinned out until one of each is left; the others are discarded. So there are one, two
  or three birds to be won, all of them different.

## 4. Your turn

- **K4.1** The dealer begins, and each player has one turn a round (our ruling R0-1). On your turn you have two things to choose
  from: **bid** or **pass**.
- **K4.2** **Bid:** take the top card and add it to the bid cards in front of you; then the next top card is turned up. You may
  do so as often as you dare. Your bid is the total of your cards.
- **K4.3** **Pass:** turn your last bid card sideways. You are out of this round, and your total stands. To pass you need at least
  one bid card; cards kept from an earlier round will do, so you may pass without taking any.
- **K4.4** **House rule, "yielding"** (off unless you choose it; our ruling R0-14): once you have bid in this turn, and while
  someone else is still in, you may yield the turn to the next player who is in, and go on when it comes back. A bust lies
  in wait at the start of every turn.
- **K4.5** Without that house rule a turn ends only when you pass or bust: you cannot bid a little now and a little later (our
  ruling R0-1).

For example, Aki has bid 3 and 9, which makes 12. The top card is a 5. Aki takes it, for 17, and the next card is turned up: a 2.
Aki breathes out. One more, or pass?

## 5. Going too far: the bust

- **K5.1** At any moment of your own turn, from its very first instant, when the top card shows the same bird as one of your
  bid cards, you **bust**. It can happen before you have done anything at all, even if you only wanted to pass.
- **K5.2** Turn that bid card of yours face down: it no longer counts, and you are out of this round. The top card stays where it
  is. Only ever one of your cards can match, as your bid cards all differ (our ruling R0-7).
- **K5.3** On other players' turns nothing can happen to you, and once you have passed you are safe (our ruling R0-6).

There is a little malice in this. Suppose a 7 is on the treetop, and the player after you kept a 7 from last round. Pass right now,
and leave it there: their turn begins, and they bust before they can say a word.

## 6. Who takes the birds

- **K6.1** When everyone is out, the highest total wins the field. Whether you passed or bust makes no difference, only the
  cards that still lie face up count. There is no lowest winning bid; even 0 can win (our ruling R0-8).
- **K6.2** If several have the highest total, the one nearest to the dealer in clockwise order wins; the dealer comes first of all.
- **K6.3** The winner discards **all** of their bid cards.
- **K6.4** Everyone else discards only a card that was turned face down, stands the sideways one up again, and **keeps the rest**
  for the next round. Losing makes you rich, so choose what you lose.

## 7. Into the cage

- **K7.1** The winner puts the birds of the field into their **cage**.
- **K7.2** Where a bird meets one of its own kind there, the two quarrel and both are discarded. A win may cost you
  birds, and then the others will be glad to let you have it.
- **K7.3** The winner is the dealer of the next round.

For example, Nao's cage holds 2, 7 and 9, and Nao wins 5, 7 and 9. The 5 moves in; the 7s and the 9s quarrel and leave. Nao is
left with 2 and 5: one bird fewer than before.

## 8. When the deck runs out

- **K8.1** The instant the last card leaves the deck, for a bid or for the field, all discards are shuffled and become a new
  deck, and its top card is turned up. This comes before anything else, before equal birds leave the field and before anyone
  busts (our ruling R0-2). If the field still lacks cards, they come from the new deck (our ruling R0-3). It happens once in
  a game. (With this deck there always are discards by then; if there were none, the game would end; our ruling R0-5.)
- **K8.2** The instant the last card leaves the second deck, the game is over. The card just taken counts for nothing, nobody
  busts any more, and nobody wins the field (our ruling R0-4).
- **K8.3** The field and all bid cards are discarded. Only what is in the cages counts.

## 9. Who has won

- **K9.1** The player with the most birds in their cage wins.
- **K9.2** Among equal numbers, the higher single best bird decides, and only that one (our ruling R0-9). An empty cage counts
  as 0.
- **K9.3** Players who are still equal share the rank, and the ranks after it are left out: two firsts, then a third (our ruling R0-10).

## What is ours

The rules above are those of the game, told in our own words. Where its rulebook is silent or can be read in two ways we had to
decide; every such place is marked *our ruling* with its number, so that you can play it otherwise at home.

Which bird belongs to which value on the original cards is not known to us. The names here, from the kingfisher on the 1 to the
sparrows on the 10s, are a **reconstruction** of ours; nothing in the rules depends on them. They stand in \`cards.toml\`.

## Credits

Kotori Atsume is a game by **Susumu Kawasaki** (川崎晋) for the *Pairs* deck "Little Bird". *Pairs* is by **James Ernest**,
first published by Cheapass Games in 2014; the "Little Bird" deck was drawn by **Mutsumi Hagiiwa** (萩岩睦美) and published in
Japan by **Tendays Games** in 2016. If you find a copy, buy it.

This is an unofficial, non-commercial implementation, in words and art of its own.
`;export{e as default};