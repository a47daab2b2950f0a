/* Random play of tezuma in C: the reference for the speed of the compiled build.

   Uses the same record, card tables, rules and random generator as src/tefuda/games/tezuma, written
   in idiomatic C.  Only benchmarks/tezuma.py uses it, after a check that it plays the same games move by move.

       gcc -O3 -march=native -shared -fPIC tezuma.c -o tezuma.so
*/
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PLAYERS = 4, SUITS = 4, SUIT_WIDTH = 12, CARDS = 48, HAND = 12, TRICKS = 12, COINS = 4, NUMBERS = 9, TRUMP = 9 };
enum { UNSEEN = MAX_PLAYERS, HOLDERS = 5, LEVELS = 3, LAPS = 3, NO_CARD_LIES = CARDS + 1 };
enum { MAX_TABLES = 12, MAX_ABILITY_CARDS = 12, MAX_ABILITIES = 24, COLUMNS = 13 };
enum {
  ANNOUNCE = CARDS,
  ANNOUNCE_MINUS = 2 * CARDS,
  NO_CARD = 3 * CARDS,
  SET_ASIDE = NO_CARD + 1,
  TAKE_TABLE = SET_ASIDE + MAX_PLAYERS,
  TAKE_MINUS = TAKE_TABLE + MAX_TABLES,
  TAKE_ABILITY = TAKE_MINUS + SUITS,
  NUM_ACTIONS = TAKE_ABILITY + MAX_ABILITIES
};
enum { CHOOSING, PLAYING, FISHING };
enum { ANY_PLACE, LED, OFF };
enum { POWERLESS = 0, FOLLOWING_TRUMP = 1, NUMBER = 2, VALID_TRUMP = 64, SWEEP = 100 };

#define WHOLE_SUIT ((1ll << SUIT_WIDTH) - 1)
#define EVERY_SUIT (1ll | 1ll << 12 | 1ll << 24 | 1ll << 36)
#define WHOLE_DECK ((1ll << CARDS) - 1)
#define NUMBER_BITS (EVERY_SUIT * ((1ll << NUMBERS) - 1))
#define FACES (NUMBER_BITS | EVERY_SUIT << TRUMP)

typedef struct {
  int8_t tables, spare_tables, points[MAX_TABLES][COLUMNS], columns[MAX_TABLES];
  int8_t ability_cards, spare_abilities, sides[MAX_ABILITY_CARDS], lap_kinds[LAPS], lap_first[LAPS], lap_step[LAPS];
  int8_t cost[MAX_ABILITIES];
  int64_t cards[MAX_ABILITIES];
  int8_t place[MAX_ABILITIES], free[MAX_ABILITIES], as_led[MAX_ABILITIES], fixed[MAX_ABILITIES], add[MAX_ABILITIES];
  int8_t either[MAX_ABILITIES], trump[MAX_ABILITIES], wins[MAX_ABILITIES], aside[MAX_ABILITIES];
  int8_t regain[MAX_TABLES][COLUMNS];
} Tables;

typedef struct {
  uint64_t rng;
  int8_t to_act, players, pending, without, one_ability, phase, deal, start, step, trick, leader, led, best, power;
  int16_t free_tables;
  int8_t free_minus;
  int32_t free_abilities;
  int8_t table[MAX_PLAYERS], minus[MAX_PLAYERS], ability[MAX_PLAYERS], coins[MAX_PLAYERS], lying[MAX_PLAYERS];
  int8_t announced[MAX_PLAYERS], tricks[MAX_PLAYERS], taken[MAX_PLAYERS], penalty[MAX_PLAYERS], void_[MAX_PLAYERS];
  int8_t keeps[MAX_PLAYERS];
  int16_t points[MAX_PLAYERS];
  int64_t hand[HOLDERS], played, fished;
  int32_t tries;
  int8_t room[HOLDERS], split[LEVELS][HOLDERS], quota[HOLDERS];
} State;

/* ---------------------------------------------------------------- chance */

static inline uint64_t next64(uint64_t *rng) {
  uint64_t x = *rng += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

static inline int64_t rand_below(uint64_t *rng, uint64_t n) {
  uint64_t product = (next64(rng) >> 32) * n;
  if ((uint32_t)product < n) {
    uint64_t threshold = ((1ull << 32) - n) % n;
    while ((uint32_t)product < threshold) product = (next64(rng) >> 32) * n;
  }
  return product >> 32;
}

static inline int64_t mix(int64_t h, int64_t x) {
  uint64_t z = ((uint64_t)h * 0x94D049BB133111EBu ^ ((uint64_t)x + 0x9E3779B97F4A7C15u)) * 0xBF58476D1CE4E5B9u;
  return (z ^ (z >> 29)) >> 1;
}

/* ----------------------------------------------------------------- cards */

static inline int64_t bits_of(int card) { return card % SUIT_WIDTH == TRUMP ? 7 : 1; }

static inline int64_t with_card(int64_t cards, int card) {
  int64_t alike = cards >> card & bits_of(card);
  return cards | (alike + 1) << card;
}

static inline int64_t without_card(int64_t cards, int card) {
  int64_t alike = cards >> card & bits_of(card);
  return cards ^ (alike ^ alike >> 1) << card;
}

static inline int add_cards(int64_t *actions, int n, int64_t cards, int first) {
  for (; cards; cards &= cards - 1) actions[n++] = first + __builtin_ctzll(cards);
  return n;
}

static inline int64_t whole_deck(const State *s) {
  return s->without ? WHOLE_DECK ^ WHOLE_SUIT << (s->without - 1) * SUIT_WIDTH : WHOLE_DECK;
}

/* The trumps of a suit are in its lowest trump bits of each hand. */
static inline int64_t lowest_trumps(int64_t cards) {
  int64_t one = cards >> TRUMP & EVERY_SUIT, two = cards >> (TRUMP + 1) & EVERY_SUIT, three = cards >> (TRUMP + 2) & EVERY_SUIT;
  int64_t several = (one & two) | (three & (one | two));
  return (cards & NUMBER_BITS) | (one | two | three) << TRUMP | several << (TRUMP + 1) | (one & two & three) << (TRUMP + 2);
}

/* `ends`: cumulative number of places per holder, eight bits each. */
static void deal_out(State *s, int64_t cards, int64_t ends) {
  const int64_t each = 0x0101010101ll, marks = each << 7;
  for (; cards; cards &= cards - 1) {
    int64_t place = rand_below(&s->rng, ends >> 32);
    int64_t passed = ((place * each | marks) - ends) & marks;
    s->hand[__builtin_popcountll(passed)] |= cards & -cards;
    ends -= each - (passed >> 7);
  }
  for (int h = 0; h < HOLDERS; h++) s->hand[h] = lowest_trumps(s->hand[h]);
}

/* ------------------------------------------------------------------ deal */

static inline int lap(const State *s) { return (s->step >= s->players) + (s->step >= 2 * s->players); }

static int chooser(const State *s, const Tables *t) {
  int now = lap(s), seat = s->start + t->lap_first[now] + t->lap_step[now] * (s->step - now * s->players);
  return seat < 0 ? seat + s->players : seat >= s->players ? seat - s->players : seat;
}

static void begin_deal(State *s, const Tables *t) {
  int64_t deck = whole_deck(s), ends = (int64_t)__builtin_popcountll(deck) << 32;
  for (int h = 0; h < UNSEEN; h++) ends |= (int64_t)HAND * (h < s->players ? h + 1 : s->players) << 8 * h;
  for (int p = 0; p < s->players; p++) s->coins[p] = COINS;
  deal_out(s, deck, ends);
  s->phase = CHOOSING;
  s->to_act = chooser(s, t);
}

static void setup(State *s, const Tables *t, int players, const int64_t *options, uint64_t seed) {
  memset(s, 0, sizeof *s);
  s->rng = seed;
  s->players = players;
  s->without = players == 3 ? options[0] : 0;
  s->one_ability = options[1];
  s->start = rand_below(&s->rng, players);
  int wanted = players + t->spare_tables;
  for (int table = 0; table < t->tables; table++)
    if (rand_below(&s->rng, t->tables - table) < wanted) {
      s->free_tables |= 1 << table;
      wanted--;
    }
  wanted = players + t->spare_abilities;
  for (int card = 0; card < t->ability_cards; card++)
    if (rand_below(&s->rng, t->ability_cards - card) < wanted) {
      wanted--;
      int side = t->sides[card] == 3 ? rand_below(&s->rng, 2) : t->sides[card] >> 1;
      s->free_abilities |= 1 << (2 * card + side);
    }
  s->free_minus = 15 & ~(s->without ? 1 << (s->without - 1) : 0);
  begin_deal(s, t);
}

/* ----------------------------------------------------------------- trick */

static inline int64_t playable(const State *s, int p) {
  int64_t cards = s->hand[p] & FACES;
  if (s->led) {
    int64_t following = cards & WHOLE_SUIT << (s->led - 1) * SUIT_WIDTH;
    if (following) return following;
  }
  return cards;
}

static inline int64_t announceable(const State *s, const Tables *t, int p, int64_t open_cards) {
  int a = s->ability[p] - 1;
  int64_t cards = t->free[a] ? s->hand[p] & FACES & ~open_cards : open_cards;
  cards &= t->cards[a];
  if (s->led && t->place[a]) {
    int64_t suit = WHOLE_SUIT << (s->led - 1) * SUIT_WIDTH;
    return t->place[a] == LED ? cards & suit : cards & ~suit;
  }
  return t->place[a] == OFF ? 0 : cards;
}

static inline int may_announce(const State *s, const Tables *t, int p) {
  if (s->coins[p] < t->cost[s->ability[p] - 1]) return 0;
  if (s->one_ability)
    for (int q = 0; q < s->players; q++)
      if (s->announced[q]) return 0;
  return 1;
}

static inline int power(const State *s, const Tables *t, int p, int card, int announced) {
  int suit = card / SUIT_WIDTH, rank = card - suit * SUIT_WIDTH, number = rank + 1, a = s->ability[p] - 1;
  int counts = !s->led || s->led == suit + 1;
  if (announced) {
    counts |= t->as_led[a];
    if (t->fixed[a] >= 0) number = t->fixed[a];
    number += announced == 1 ? t->add[a] : -t->add[a];
    if (number < 0) number = 0;
  }
  int valid = rank == TRUMP && !counts;
  if (announced && t->trump[a]) valid = t->trump[a] == 1;
  if (valid) return VALID_TRUMP;
  if (!counts) return POWERLESS;
  return rank == TRUMP ? FOLLOWING_TRUMP : NUMBER + number;
}

static inline void lead(State *s, int p) {
  s->leader = s->to_act = s->best = p;
  s->power = -1;
  s->led = 0;
}

static void end_deal(State *s, const Tables *t) {
  for (int p = 0; p < s->players; p++) {
    int points = t->points[s->table[p] - 1][s->tricks[p]] - s->penalty[p];
    if (points > 0) s->points[p] += points;
  }
  if (++s->deal == s->players) {
    s->to_act = -1;
    return;
  }
  for (int p = 0; p < s->players; p++) {
    s->free_tables |= 1 << (s->table[p] - 1);
    s->free_minus |= 1 << (s->minus[p] - 1);
    s->free_abilities |= 1 << (s->ability[p] - 1);
    s->table[p] = s->minus[p] = s->ability[p] = 0;
    s->tricks[p] = s->taken[p] = s->penalty[p] = s->void_[p] = s->keeps[p] = 0;
  }
  for (int h = 0; h < HOLDERS; h++) s->hand[h] = 0;
  s->played = s->fished = 0;
  s->step = s->trick = s->best = s->leader = s->power = 0;
  if (++s->start == s->players) s->start = 0;
  begin_deal(s, t);
}

static void capture(State *s, const Tables *t) {
  int w = s->best;
  for (int p = 0; p < s->players; p++) {
    if (s->lying[p] && s->lying[p] <= CARDS) {
      s->taken[w]++;
      s->penalty[w] += (s->lying[p] - 1) / SUIT_WIDTH == s->minus[w] - 1;
    }
    s->lying[p] = s->announced[p] = 0;
  }
  s->tricks[w]++;
  lead(s, w);
  if (++s->trick == TRICKS) end_deal(s, t);
}

static void play(State *s, const Tables *t, int action) {
  int p = s->to_act, announced = action == NO_CARD ? 1 : action / CARDS, strength = SWEEP;
  if (announced) {
    s->coins[p] -= t->cost[s->ability[p] - 1];
    s->announced[p] = announced;
  }
  if (action == NO_CARD)
    s->lying[p] = NO_CARD_LIES;
  else {
    int card = action - CARDS * announced, suit = card / SUIT_WIDTH;
    strength = power(s, t, p, card, announced);
    int not_followed = s->led && s->led != suit + 1 ? 1 << (s->led - 1) : 0;
    int freed = announced && t->free[s->ability[p] - 1];
    s->keeps[p] = (s->keeps[p] & ~(1 << suit)) | (freed ? not_followed : 0);
    s->void_[p] |= freed ? 0 : not_followed;
    s->hand[p] = without_card(s->hand[p], card);
    s->played = with_card(s->played, card);
    s->lying[p] = 1 + card;
    if (!s->led) s->led = 1 + suit;
  }
  if (strength > s->power) {
    s->power = strength;
    s->best = p;
  }
  s->to_act = p + 1 < s->players ? p + 1 : 0;
  if (s->to_act != s->leader) return;
  if (s->announced[s->best] && t->aside[s->ability[s->best] - 1]) {
    s->phase = FISHING;
    s->to_act = s->best;
  } else
    capture(s, t);
}

static void take(State *s, const Tables *t, int action) {
  int p = s->to_act;
  if (action < TAKE_MINUS) {
    s->free_tables ^= 1 << (action - TAKE_TABLE);
    s->table[p] = 1 + action - TAKE_TABLE;
  } else if (action < TAKE_ABILITY) {
    s->free_minus ^= 1 << (action - TAKE_MINUS);
    s->minus[p] = 1 + action - TAKE_MINUS;
  } else {
    s->free_abilities ^= 1 << (action - TAKE_ABILITY);
    s->ability[p] = 1 + action - TAKE_ABILITY;
  }
  if (++s->step < LAPS * s->players)
    s->to_act = chooser(s, t);
  else {
    s->phase = PLAYING;
    lead(s, s->start);
  }
}

static void apply(State *s, const Tables *t, int action) {
  if (action >= TAKE_TABLE)
    take(s, t, action);
  else if (action >= SET_ASIDE) {
    int q = action - SET_ASIDE;
    s->fished = with_card(s->fished, s->lying[q] - 1);
    s->lying[q] = 0;
    s->phase = PLAYING;
    capture(s, t);
  } else
    play(s, t, action);
}

static int legal(const State *s, const Tables *t, int64_t *actions) {
  int p = s->to_act, n = 0;
  if (s->phase == CHOOSING) {
    int kinds = t->lap_kinds[lap(s)];
    if (kinds & 1 && !s->table[p]) n = add_cards(actions, n, s->free_tables, TAKE_TABLE);
    if (kinds & 2 && !s->minus[p]) n = add_cards(actions, n, s->free_minus, TAKE_MINUS);
    if (kinds & 4 && !s->ability[p]) n = add_cards(actions, n, s->free_abilities, TAKE_ABILITY);
    return n;
  }
  if (s->phase == FISHING) {
    for (int q = 0; q < s->players; q++)
      if (s->lying[q] && s->lying[q] <= CARDS) actions[n++] = SET_ASIDE + q;
    return n;
  }
  int64_t open_cards = playable(s, p);
  n = add_cards(actions, 0, open_cards, 0);
  if (may_announce(s, t, p)) {
    int a = s->ability[p] - 1;
    if (t->wins[a])
      actions[n++] = NO_CARD;
    else {
      int64_t cards = announceable(s, t, p, open_cards);
      n = add_cards(actions, n, cards, ANNOUNCE);
      if (t->either[a]) n = add_cards(actions, n, cards, ANNOUNCE_MINUS);
    }
  }
  return n;
}

static int64_t information_state_key(const State *s, int viewer) {
  int64_t h = mix(viewer >= 0 ? s->hand[viewer] : 0, s->played);
  h = mix(h, s->fished);
  h = mix(h, (int64_t)s->free_abilities << 30 | s->free_tables << 8 | s->free_minus << 2 | s->phase);
  h = mix(h, (s->to_act + 1) | s->deal << 4 | s->start << 8 | s->step << 12 | s->trick << 16 | s->leader << 20 |
                 (int64_t)s->led << 24);
  h = mix(h, s->best | (s->power + 1) << 4 | s->without << 16 | s->one_ability << 20 | (int64_t)s->players << 24);
  for (int p = 0; p < s->players; p++) {
    h = mix(h, s->table[p] | s->minus[p] << 8 | s->ability[p] << 16 | (int64_t)s->coins[p] << 24 | (int64_t)s->lying[p] << 32);
    h = mix(h, s->tricks[p] | s->taken[p] << 8 | s->penalty[p] << 16 | (int64_t)s->void_[p] << 24 | (int64_t)s->keeps[p] << 32);
    h = mix(h, s->points[p] | s->announced[p] << 16);
  }
  return h;
}

/* ------------------------------------------------------------ exported */

/* Play `games` random games from consecutive seeds; return the number of decisions. */
int64_t playouts(const Tables *t, const int64_t *options, int64_t players, uint64_t seed, int64_t games) {
  State s;
  int64_t actions[NUM_ACTIONS], steps = 0;
  uint64_t policy = mix(seed, 1);
  for (int64_t i = 0; i < games; i++)
    for (setup(&s, t, players, options, seed + i); s.to_act >= 0; steps++)
      apply(&s, t, actions[rand_below(&policy, legal(&s, t, actions))]);
  return steps;
}

/* Return the same hash as `trace` of src/tefuda/engine/simulation.py. */
int64_t trace(const Tables *t, const int64_t *options, int64_t players, uint64_t seed, int64_t games) {
  State s;
  int64_t actions[NUM_ACTIONS], h = 0;
  uint64_t policy = mix(seed, 1);
  for (int64_t i = 0; i < games; i++) {
    setup(&s, t, players, options, seed + i);
    while (s.to_act >= 0) {
      int n = legal(&s, t, actions);
      int64_t action = actions[rand_below(&policy, n)];
      h = mix(h, action + 1024 * s.to_act + 16384 * n);
      for (int viewer = -1; viewer < players; viewer++) h = mix(h, information_state_key(&s, viewer));
      apply(&s, t, action);
    }
    int total = 0;
    for (int p = 0; p < players; p++) total += s.points[p];
    for (int p = 0; p < players; p++) {
      int rank = 1;
      for (int q = 0; q < players; q++) rank += s.points[q] > s.points[p];
      double lead = s.points[p] - (total - s.points[p]) / (double)(players - 1);
      double utility = lead / (40.0 + fabs(lead));
      h = mix(h, rank + 16 * llrint((utility + 1.0) * 100000.0));
    }
  }
  return h;
}

int64_t state_size(void) { return sizeof(State); }

int64_t tables_size(void) { return sizeof(Tables); }
