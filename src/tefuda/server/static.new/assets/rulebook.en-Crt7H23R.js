var e=`# KOTODAMA KOGEN

Put ない ("not") under 書く ("write") and you have 書かない, "does not write". Put かなり ("quite") on 静かだ ("quiet") and you have
かなり静かだ, "quite quiet". Every card is a word. Stacked, words conjugate and modify each other, phrases grow on the table,
and the effects of the cards wake up. The grammar that Japanese children learn at school is all the weapon you have.

For 2 players. Empty your opponent's score cards first.

## 1. The cards

- **W1.1** Two play, each with a deck of their own, and use effects of cards to make their opponent lose score cards. A lost score
  card goes into its owner's hand, so that the harder you press, the more cards your opponent has. There are no attacks in
  this game.
- **W1.2** There are **word cards** and **items**. A word card has a name, a part of speech and effects; an item has a name and effects.
- **W1.3** Cards of the same name are the same card, unless their part of speech differs: ない the auxiliary and ない the adjective
  are two cards.
- **W1.4** There are eleven parts of speech: verb, adjective, adjectival verb, noun, pronoun, adverb, adnominal, conjunction,
  interjection, auxiliary and particle (which eleven they are is our ruling). Most have subclasses, such as godan verbs, adverbs of degree, or the negative auxiliary.
- **W1.5** The texts of the original cards are not public. Our 54 cards and two starter decks are a **reconstruction**: of two cards, ない and
  かなり, name and placement are known, and all effects are ours. What is written on a card is made from the very
  declaration that the rules carry out, so that a card cannot say one thing and do another.

## 2. Before the game

- **W2.1** A deck has 30 to 55 cards, and at most two of the same.
- **W2.2** Each player chooses a deck in secret: a starter deck, or one of their own, put together card by card. The opponent learns
  only how many cards it has (our ruling).
- **W2.3** Shuffle the deck and draw a hand of four. There is no second try (our ruling R4-15).
- **W2.4** Then lay the next five cards of the deck face down in a row. These are your **score cards**. Nobody looks at them, not even
  you (our ruling R4-1).
- **W2.5** Chance decides who goes first.

## 3. Your turn

- **W3.1** Turns alternate. Begin yours by drawing **exactly one** card, in the first turn of the game too (our ruling R4-2).
- **W3.2** Then, in any order: play a word card out of your hand (one a turn, W4.1), use items, use effects of cards on your field. Items
  and effects you may use as often as you can.
- **W3.3** When you have had enough, say that your turn is over; you may do so without having done anything. A hand may hold any number
  of cards.
- **W3.4** Cards are used in your own turn only (our ruling R4-14). While an effect waits for someone to choose, nothing else can be done.

## 4. The field

- **W4.1** You may play **one** word card in a turn. Stacking one counts (our ruling R4-5). Only a card that says so lets you play more.
- **W4.2** A card you play becomes a new **group**. It is laid under or on a group that is there only if it says so and if the right word to
  stack it on lies there; and only with your own groups (our ruling R4-6).
- **W4.3** Every stack is one group, a single card too. A field holds at most **ten groups** (our ruling R4-16); with ten there can be no new
  one.
- **W4.4** Stacking adds no group, so you may stack with ten groups as well (our ruling R4-4). A group may have any number of cards.
- **W4.5** *Under* is always the very bottom of a group, and concerns the word that was at the bottom so far. *On* is the very top, and
  concerns the word that was on top (our rulings R4-7 and R4-20). Read from the top down, a group is a phrase.
- **W4.6** Show an item, do what it says, then discard it. You may do so with ten groups too. An item that says that it stays takes
  the place of a group.
- **W4.7** A card may bend these rules, as 私 does. What a card says comes first.
- **W4.8** **House rule, "wipe at ten"** (off unless you choose it; our rulings R4-3 and R4-26): when your field comes to ten groups, all
  its cards are discarded, once it has been settled which effects that last card has.

## 5. Conjugation and modification

- **W5.1** A card B laid under a card A may make A **conjugate**; B says into which form. With ない under it 書く takes the irrealis form:
  書か|ない.
- **W5.2** The form lasts as long as the card that caused it lies right below, and no longer. A card by itself has no form (our ruling R4-8).
- **W5.3** There are six forms: irrealis (未然形), continuative (連用形), terminal (終止形), attributive (連体形), conditional (仮定形) and
  imperative (命令形).
- **W5.4** Particles such as が and は may be laid under nouns without making anything conjugate; effects that wait for conjugation
  do not happen (our ruling R4-20).
- **W5.5** A card B laid on a card A may **modify** A, as long as A lies right below: かなり|静かだ.
- **W5.6** Neither does anything by itself. Other effects ask for it. The table spells out the phrase that a group has become.

## 6. Effects

- **W6.1** An effect **must** be carried out as far as possible; what is impossible is left out (our ruling R4-21). Only where it
  says "if you like" may you choose not to (our ruling R4-11).
- **W6.2** What a card does when it is used, as long as it is on top, or when certain cards are all there works only on top of its
  group, unless the card says otherwise. What happens when a card is played, conjugates, makes conjugate, modifies or is modified happens
  wherever it lies (our ruling R4-17).
- **W6.3** If several effects happen at once, the order is: the card just played, first for being played, then for making another
  conjugate or modifying it; then that other card; then whatever waited for cards to be all there. First in, first out (our
  ruling R4-18).
- **W6.4** What waits for cards to be all there happens once when they are, and again only after one of them was missing. The card
  that says so must be on top; the others may be anywhere on your field (our rulings R4-12 and R4-23).
- **W6.5** Conditions are read at the moment at which an effect happens (our ruling R4-18). It is carried out even if its card has left by then.
- **W6.6** "Once in each of your turns" is counted for every single card, and begins anew with your next turn (our ruling R4-13).
- **W6.7** In one turn you may play cards and use effects at most 20 times in all. At most 30 effects happen in a turn and at most 20 wait
  at a time; others do not happen (our ruling: whatever cards you bring, a turn comes to an end).
- **W6.8** Use an effect by naming the card in your turn. A cost comes first ("discard this card", "discard a card from your
  hand"); if you cannot pay it, you cannot use the effect.
- **W6.9** The actions of an effect are done in the order in which they are written. After each of them it is settled whether someone has
  won (our rulings R4-9 and R4-10).

## 7. What cards do

- **W7.1** **Take score cards into hand:** their owner chooses them one by one from the row. Nobody sees one before it is in the hand.
- **W7.2** **Both take:** first the player whose turn it is, then the opponent; only then it is settled who has won (our ruling R4-24).
- **W7.3** **Draw:** one by one from the top of the deck, without showing.
- **W7.4** **Discard:** the owner of the hand chooses one card after the other, openly (our ruling R4-24).
- **W7.5** **Take from the discards:** from your own. An item at work is not yet among them (our ruling R4-19).
- **W7.6** **Return or discard from a group:** the top card, the bottom card, or all of one of your own groups. Without the card below, the one
  above it no longer conjugates. A group of one will do, and so will the card that has just been played (our ruling R4-21).
- **W7.7** **One more word card:** you may play more word cards in this turn; what you do not use is lost with it.
- **W7.8** **Free stacking:** while such a card is on top, the first card that you stack in a turn does not count as your word card, even
  after that has been played. Several such cards are no better than one (our ruling R4-22).
- **W7.9** **Look at the top of the deck:** in order, and back. A short deck shows what there is, and that does not end the game (our
  ruling R4-24).
- **W7.10** **Reveal the hand:** what was in it stays known as long as it stays there.

## 8. The end

- **W8.1** A player with no score card left has lost. This is settled after each action of an effect.
- **W8.2** If both have none at the same time, it is a draw.
- **W8.3** If a card has to be drawn and the deck is empty, at the beginning of a turn or in the middle of an effect, the game is over at
  once: more score cards win, as many are a draw.
- **W8.4** After the end nothing can be done.

## 9. What is known

- **W9.1** Your hand and your deck list are known to you alone. The order of the decks and the score cards are known to nobody.
- **W9.2** Discards and fields are open. Cards that returned to a hand from there, and a hand that was shown, stay known as long as
  they stay in it (our ruling R4-25). When a player with two cards of a name lets go of one, it counts as the one that was known.
- **W9.3** A deck list is hidden from the opponent. Bots take every card of their opponent that they have not seen to be, with equal
  chances, any of those not yet seen out of two of each name (our ruling R4-25).
- **W9.4** **House rule, "open deck lists"** (off unless you choose it): once both have chosen, both lists are shown.

Say that Aki has 書く on the field, and ない, けっして and だから in hand. Aki plays だから, which allows one more word card, then lays ない
under 書く, which takes the irrealis form: 書か|ない. For ない the opponent discards a card, and for 書く adds a score card to their hand. On
the next turn Aki lays けっして on top: けっして|書か|ない, "never writes". The verb is in the irrealis form with ない right below, so two more score
cards are gone.

## What is ours

The rules above are those of the game, told in our own words. Where its rulebook is silent or can be read in two ways we had to decide;
every such place is marked *our ruling* with its number.

No card of the original is public. Of ない and かなり the rulebook says what they go under or on; all other cards, every effect and the
decks are a **reconstruction**. If you own the cards, write what they say into a copy of \`cards.toml\`, and you can play with them at once.

## Credits

KOTODAMA KOGEN (コトコー) is a trading card game by **ツボッシー同盟** (Tsubossie Domei).

This is an unofficial, non-commercial implementation, in words and art of its own. The table of word forms was made from **SudachiDict**
(Works Applications, Apache License 2.0), which contains a part of **UniDic** (The UniDic Consortium, BSD license).
`;export{e as default};