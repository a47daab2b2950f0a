var e=`# Tezuma-shi: The Conjurers

*Tezuma* is the old stage magic of Japan: butterflies of paper that fly, eggs out of a sleeve, water that leaps from the tip of a fan. Tonight its
masters compete, with four kinds of props, in taking tricks. But the most tricks need not be the best. You look at your hand first,
and then choose how your tricks shall score. A trump shines only where its player could not follow suit. And when it matters, there
is always a little magic.

For 3 or 4 players. You play as many deals as there are players; the most points win.

## 1. The cards

- **T1.1** The deck has 48 cards in four suits: **butterfly, umbrella, ring and water**. Each suit has the numbers 1 to 9 once, and three
  **trump cards**.
- **T1.2** Trump cards have no number, but every one of them belongs to a suit. The three of a suit are all alike.
- **T1.3** **Score tables** are numbered cards that say how many points each number of tricks is worth. For more tricks than are printed,
  the last column holds (our ruling R2-11).
- **T1.4** There are four **minus cards**, one for each suit. (The number is a **reconstruction**.)
- **T1.5** **Ability cards** have a different ability on each side, and only the side that lies up is used. It says how many **ohajiki**
  (glass counters) it costs.
- **T1.6** All but the hands and the captured cards is open to everyone: ohajiki, the number of tricks won, and the cards chosen.

## 2. Before the first deal

- **T2.1** Shuffle the score tables and lay out one more than there are players. The others go back into the box for the whole game. (That some
  go back is known; how many is a **reconstruction**.)
- **T2.2** Lay out one ability card more than there are players, each with a side left to chance. They are not turned over until the game
  ends. (The number is a **reconstruction**.)
- **T2.3** Chance decides who is the first **start player** (our ruling R2-21).
- **T2.4** There are as many deals as players.
- **T2.5** With three players, twelve of the 48 cards stay aside, face down. Nobody sees them. (A **reconstruction**.)
- **T2.6** **House rule, "a suit taken out"** (three players only): take out one suit and its minus card instead, and deal all 36 cards
  (our ruling R2-19).

## 3. A deal begins: choosing

- **T3.1** Shuffle, and deal twelve cards to each player, face down.
- **T3.2** Everyone gets four ohajiki. None are kept from the deal before.
- **T3.3** Look at your hand. Then, clockwise from the start player, each takes one card from the table and lays it open before them;
  there are three rounds of picks. (The order is a **reconstruction**.)
- **T3.4** So everyone ends with one score table, one minus card and one ability. Which kind you take first is up to you.
- **T3.5** You cannot take a second card of a kind.
- **T3.6** Where a round is meant for one kind of card, take that kind. (In our card file every round is free.)
- **T3.7** You take what still lies on the table. First come, first served.
- **T3.8** No card is played before everyone has chosen.
- **T3.9** You keep what you chose until the end of the deal.

## 4. A trick

- **T4.1** The start player **leads** the first trick (our ruling R2-14). From there each plays one card, clockwise.
- **T4.2** You play a card of your hand. The leader may play any.
- **T4.3** The others must **follow**: if you hold cards of the led suit, you play one of them. If you hold none, you may play anything.
- **T4.4** Trump cards are no exception. If the only card you hold of the led suit is its trump, you must play it, and it is not valid.
  And as long as you can follow you cannot play another suit's trump.

For example, water is led and you hold the water trump and the butterfly 4. You must play the water trump, and it does not shine.

## 5. Who wins

- **T5.1** A trump card of **another** suit than the led one is **valid**. So only the trumps of those who could not follow are trumps indeed.
- **T5.2** A trump card that is led follows its own suit, as it were, and is not valid (our ruling R2-2).
- **T5.3** If there are valid trumps, the **first** of them wins.
- **T5.4** If not, the highest number of the led suit wins. Where an ability makes two equal, the one played first wins (our ruling R2-4).
  Numbers of other suits never win, however high.
- **T5.5** If there is none either (a rare case: nothing but trumps of the led suit, and numbers of others), the first of those trumps
  wins, and so does a single one (our ruling R2-3).
- **T5.6** The winner takes the cards of the trick and lays them face down: one trick, however many cards. The winner leads the
  next.
- **T5.7** Nobody looks at captured cards again, not even their owner. The number of tricks is open (our ruling R2-13).

For example: water 9, umbrella trump, water trump, ring trump. The water trump follows suit and does not shine. The umbrella and the ring
are valid, and the umbrella came first: it wins.

## 6. Abilities

- **T6.1** You announce your ability together with the card you play, and put the ohajiki on your ability card. Not later, and there is
  no taking back (our ruling R2-12).
- **T6.2** It costs the number of ohajiki it says. Without them you cannot use it, and they do not come back in this deal.
- **T6.3** Each player may use an ability once a trick, and any number of players may do so in the same trick (our ruling R2-1: the
  text of the booklet says that only one player uses an ability in a trick; in its own example three do, and we go by the
  example). By the **house rule "one ability a trick"** only the first
  to announce one has it (our ruling R2-20).
- **T6.4** You may announce it only with a card it works on (our ruling R2-16), as said for each ability.
- **T6.5** Abilities work in this order: (1) what must be followed, (2) the suit of the card, (3) its number, (4) whether it is a valid trump,
  (5) who wins, (6) what is captured. As each works only on its user's own card, abilities of different players never get in each other's
  way: the cards are compared when all is done. Strongest is a win without a card, then a valid trump, then a number of the
  led suit, then a trump that followed. Of equals, the first wins. (This order is our ruling.)
- **T6.6** An ability works for its user only, and for this trick only. Where it contradicts another rule, the ability is right.

## 7. The ten abilities

The booklet we have names only three abilities and tells their effects: Swallowing a Horse, Merry Butterfly, and Sands of Five Colours.
The other seven are **reconstructions**, names and all; we took their names from real tezuma pieces. The costs of all ten are
reconstructions too.

- **T7.1** **Swallowing a Horse** (呑馬術, 1): with a number card. It counts as 2 higher. With a number that does not follow, nothing happens (our
  ruling R2-5).
- **T7.2** **Swallowing Needles** (針飲み, 1, reconstruction): with a number card. It counts as 0. A 0 is still a number, and beats a trump that
  followed (our ruling R2-18).
- **T7.3** **Merry Butterfly** (浮かれの蝶, 2): with a trump card of the led suit, also one that you lead (our rulings R2-2
  and R2-16). It is valid.
- **T7.4** **Egg in the Sleeve** (袖卵, 1, reconstruction): with a trump card of another suit. It is not valid, and cannot win this trick (our
  ruling R2-18).
- **T7.5** **Sands of Five Colours** (五色の砂, 4): in place of a card. You win the trick, even against valid trumps (our ruling R2-8). You may
  use it when you lead; then the next player's card sets the led suit (our ruling R2-6). You keep a card more than the others.
- **T7.6** **Dancing Water** (水芸, 4, reconstruction): with a number card. It is a valid trump.
- **T7.7** **Entwined Branches** (連理の曲, 2, reconstruction): with a card of another suit, when you could follow. You need not. A trump card
  so played is valid; a number cannot win (our ruling R2-18). Since only those who could follow may use it, it shows that you hold the
  led suit.
- **T7.8** **Umbrellas from Nowhere** (傘出し, 2, reconstruction): with a number card, when you cannot follow. It counts as that number of the led
  suit.
- **T7.9** **Cherry on the Peak** (峰の桜, 1, reconstruction): with a number card. It counts as 1 higher or 1 lower, as you choose: 0 and 10 are
  possible (our ruling R2-18).
- **T7.10** **Angling for Goldfish** (金魚釣り, 2, reconstruction): with any card. If you win this trick, set one of its cards aside, face up,
  before you take the rest. Nobody captures it. The trick still counts (our ruling R2-17).
- **T7.11** If you win by Angling for Goldfish, you must choose a card; nothing else happens before.

For example, Aki leads the butterfly 9. Nao plays the butterfly 8 and swallows a horse: 10. Chie plays a butterfly trump, a merry
one: it is valid, and Chie would win. But Haru, who plays last, puts down four ohajiki: sands of five colours. Haru takes three
cards, and holds one more than everyone else.

## 8. Scoring

- **T8.1** After twelve tricks, you score what your table says for the number of tricks you won.
- **T8.2** You lose a point for each card of your minus suit among those you captured.
- **T8.3** Captured trump cards count, and so do cards you played yourself (our rulings R2-9 and R2-10).
- **T8.4** A deal never brings less than 0, so your total never falls (our ruling R2-15).
- **T8.5** The card that is left after Sands of Five Colours is captured by nobody, and is not shown (our rulings R2-7 and R2-21).

For example, table 1 gives 6 points for four tricks. With two rings captured, and ring as your minus suit, that is 6 - 2 = 4.

## 9. The next deal, and the end

- **T9.1** All cards are gathered and shuffled, and the chosen ones go back to the table. Score tables and abilities stay the same throughout.
- **T9.2** The player to the left of the last start player starts the next deal.
- **T9.3** After as many deals as players, the most points win. Those who have equally many share the victory.
- **T9.4** After that nothing more can be done.

## What is ours

Only the second half of the booklet (pages 9 to 16) has come down to us. The rules above tell what it says in our own words. Where
it is silent or can be read in two ways we had to decide; such places are marked *our ruling* with their number.

What is lost was **reconstructed** so that it agrees with everything that is known. It is not the original:

- the six score tables, but for one fact: number 1 gives 6 points for four tricks;
- the names and effects of Swallowing Needles, Egg in the Sleeve, Dancing Water, Entwined Branches, Umbrellas from Nowhere, Cherry on the Peak
  and Angling for Goldfish, the cost of all ten abilities, and which two share a card;
- how many cards are laid out, the order of choosing, and the twelve unseen cards with three players.

All of it stands in \`cards.toml\`, with where it comes from. If you own the game, put the true values there, and play by them.

## Credits

Tezuma-shi is a game by the circle **Ouyuuan** (桜遊庵), published at Game Market in autumn 2015. If you find a copy, buy it.

This is an unofficial, non-commercial implementation, in words and art of its own.
`;export{e as default};