var e=`# Chicken or Llama: The Poker

A deck of banknotes, all alike from the front. On the back of most there is a llama, on the back of a few a chicken. Collect
llamas, and keep clear of the chicken: one is enough to ruin the best hand. In most games a mark on the back of a card
means the end of it. Here it is the other way round: crease a corner when nobody is looking, and next time you will know
that note again. Only, so may the others.

For 3 to 5 players. The last player with any coins wins.

## 1. What lies on the table

- **L1.1** You win a round with the most llamas in your hand and no chicken in it. A single chicken makes the whole hand a
  **bust**. You can also win with nothing at all, if nobody dares to look.
- **L1.2** There are 26 notes, twenty with a llama on the back and six with a chicken. The back is the secret side here: the
  fronts are all alike, and they lie face up.
- **L1.3** Everyone gets three coins and a vote chip. All coins stay in the game until it is over.
- **L1.4** **House rule, "swapped roles":** twenty chickens and six llamas; then chickens win and a llama busts. These are other
  notes, so the roles are chosen for a whole session (our ruling R1-29).
- **L1.5** **House rule, "games in a session":** several games in a row with the same notes. Coins are given out afresh, marks
  stay. The winner of one game deals the next (our ruling).

## 2. A round begins

- **L2.1** The first **dealer** is the player who saw a chicken most recently. At this table chance decides (our ruling).
- **L2.2** Shuffle all notes, make a deck of them, and give everyone two. Look at the backs of your own.
- **L2.3** Whatever is to be decided goes clockwise, one after another, beginning with the dealer or the seat nearest to the
  dealer, and only what the phase asks for: first bet, then draw, vote, go all-in, confirm.
- **L2.4** Fronts are there for all to see: those of all notes lying before players, and those of the note on top of the deck and
  of the one at its bottom (our ruling R1-28).

## 3. Bet or fold

- **L3.1** Each in turn either **plays** and puts one coin forward, or **folds** and shows the vote chip. Folding costs nothing for
  now.
- **L3.2** A player who cannot pay in full, here or anywhere else, pays what is there (our ruling R1-6).
- **L3.3** If all others have folded, the last one is in without being asked (our ruling R1-3).
- **L3.4** In that case this last player shows the two notes to everyone. If there is a chicken among them, it was a **bluff**, and
  each of the others pays one coin for having believed it. If not, no coins move.
- **L3.5** The last player's own coin goes back. A player who was paid for a bluff counts as the winner of the round and deals the next;
  otherwise there was no winner (our rulings R1-4 and R1-5).

For example, Aki, Haru and Chie fold, one after another. Nao turns over a llama and a chicken and holds out a hand: three coins, please.

## 4. Draw

- **L4.1** Beginning with the dealer, everyone who is in may draw up to three more notes, one by one, each from the **top** or from
  the **bottom** of the deck. Look at it, then decide about the next. All of them lie before you, front up.
- **L4.2** The third one drawn, the fifth of the hand, is not looked at. It stays **unseen** until hands are shown (our ruling R1-2).
- **L4.3** Even if all five players draw three, one note is left: the deck never runs out.

## 5. Vote

- **L5.1** Everyone who folded says who will win, by putting the vote chip before that player. In order from the dealer, openly, and
  nobody may abstain (our ruling R1-10).
- **L5.2** Only players who are still in can be voted for. A player who is out of the game does not vote (our ruling R1-18).
- **L5.3** If nobody folded, there is no vote.

## 6. All-in

- **L6.1** Beginning nearest to the dealer, everyone who is in may go **all-in** and put all coins forward, be it only one. Or decline.
- **L6.2** Once someone is all-in, everyone else who is in must go all-in as well or **drop out**: clockwise from there, those who
  declined before included (our ruling R1-23).
- **L6.3** A player who drops out loses the coin put forward for the bet.
- **L6.4** An all-in with a single coin is worth as much as any other.
- **L6.5** When only one is left, that player wins at once **without showing the hand**, chicken or not (there always is one left: our
  ruling R1-20).
- **L6.6** An all-in can be taken back as long as no hand is shown. At this table everyone who is all-in is asked once, beginning
  nearest to the dealer, when all have answered: **reveal** or **withdraw**. Nobody is asked twice, and the last one left cannot
  withdraw (our rulings R1-8, R1-9 and R1-24).
- **L6.7** Withdrawing costs two coins in all; the rest comes back (our ruling R1-7).

## 7. Hands are shown

- **L7.1** Everyone still in turns the notes over. A hand with a chicken is a bust.
- **L7.2** Among the others the most llamas win.
- **L7.3** Among equals the one nearest to the dealer wins, the dealer first of all.
- **L7.4** The losers pay what was put forward: the coin of the bet, or after an all-in everything. So do those who dropped out or
  withdrew. A right vote costs nothing, a wrong one a coin; a vote for someone who left the round later is wrong too. The
  winner, seen or unseen, receives all of it (our rulings R1-11 and R1-14).
- **L7.5** An all-in with one coin wins as much as one with ten: there are no side pots (our ruling R1-13).
- **L7.6** If every hand shown is a bust, nobody wins. Everything put forward goes back, also what was dropped or withdrawn, and no
  vote was wrong (our ruling R1-12).
- **L7.7** Hands of players who folded, dropped out or withdrew are not shown (our ruling R1-19).

For example, Chie folded and voted for Haru. Aki shows three llamas, Haru four: Haru receives Aki's coin, Chie pays nothing.

## 8. The next round

- **L8.1** A player with no coins left is out of the game and may watch.
- **L8.2** The winner deals the next round. Without a winner the dealer stays; if the dealer is out, the next one clockwise deals
  (our rulings R1-15 and R1-30).
- **L8.3** To bring it to an end, every payment costs **one coin more** late in the game: with five players from when three are left,
  with four or three from when two are left. It happens once in a game and begins with a round (our rulings R1-16 and R1-17).
- **L8.4** When only two are left, they neither bet nor vote: both are in, both put the coin forward, and both draw (our ruling R1-1).
- **L8.5** **House rule, "round limit"** (200 unless you choose otherwise; our ruling R1-25): after that round the game ends, and
  most coins win.
- **L8.6** Between two rounds all notes are gathered and shuffled.

## 9. Who has won

- **L9.1** The last one who has coins wins the game.
- **L9.2** Behind them, the later a player went out, the better the rank; players who went out in the same round share it (our ruling
  R1-26). If the rounds ran out, coins decide.
- **L9.3** The number beside a player's name at the end is the coins; over several games it is the games won.
- **L9.4** A session goes to the player who won the most games; among equals, to the one who ranked before more opponents in all games together
  (our ruling).
- **L9.5** After that nothing more is decided.

## 10. Secret marks

- **L10.1** The heart of it. Whenever it is yours to decide, you may mark notes **lying before you**, with the decision itself:
  also the unseen one, also after folding (our ruling R1-21).
- **L10.2** A mark is a **crease** or a **nick** at one of the four corners or four edges of the front. Each can be on a note once. (What
  marks there are is a reconstruction of ours; the original says "creases and the like".)
- **L10.3** **House rule, "new marks per note and round"** (one unless you choose otherwise; our ruling R1-21). With none there is no
  marking at all.
- **L10.4** Marks are made in secret. Until the next shuffle only you know of them; others hear what you decided and nothing else (our
  ruling R1-21).
- **L10.5** At the shuffle the fronts are looked over, and all new marks come to light: how many notes have got which mark, and what
  was on them before. Who did it, nobody says (our ruling R1-21).
- **L10.6** Marks stay for the whole session. What is on the backs is only told when the session is over (the
  latter is our ruling R1-21).
- **L10.7** Notes with equal marks cannot be told apart after a shuffle. Of each kind of front the table helps you remember how many
  llamas and how many chickens there are **at least**: as many as you saw at once, or as must still be among them when some
  of them got further marks. If you marked a note whose back you knew, you know where it went (our ruling R1-22).
- **L10.8** The table's bots reckon with just that. They take it that others remember what was shown to all and have made no new marks;
  or, just as likely, that others remember as many notes as they were seen to look at, and that each note before them bears some
  new mark or none, all equally likely (our ruling R1-22).

## What is ours

The rules above are those of the game, told in our own words. Where its rulebook is silent or can be read in two ways we had to
decide; every such place is marked *our ruling*, so that you can play it otherwise at home.

## Credits

*Chicken or Llama: The Poker* is a game by **Takashi Saito** (齋藤隆, BrainBrainGames), with art by **Keiichiro Kawasaki**
(川崎啓一郎, LightWorks), first shown at Game Market Osaka in 2019; its rulebook thanks the friends of Sunny Bird Café. If
you find a set, buy it, and do not be afraid to crease it.

This is an unofficial, non-commercial implementation, in words and art of its own.
`;export{e as default};