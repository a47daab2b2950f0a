/* Random play of KOTODAMA KOGEN in C: the reference for the speed of the compiled build.

   Uses the same record, card tables, rules and random generator as src/tefuda/games/kotodama, written
   function by function.  Only benchmarks/kotodama.py uses it, after a check that it plays the same games move by move.

       gcc -O3 -march=native -shared -fPIC kotodama.c -o kotodama.so
*/
#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
  DECKS = 0,
  END = 0,
  NO_FORM = 0,
  OPEN_LISTS = 0,
  DISCARD_THIS = 1,
  DRAW = 1,
  MODIFIES = 1,
  ON_PLAY = 1,
  TURN = 1,
  WIPE_AT_TEN = 1,
  YES = 1,
  CONJUGATES = 2,
  COPIES = 2,
  DISCARD_ONE = 2,
  NO = 2,
  OPP_DRAW = 2,
  PLACING = 2,
  USED = 2,
  CONJUGATED = 3,
  MAYBE = 3,
  OPP_SCORE = 3,
  READY = 3,
  BAG_WORDS = 4,
  CHOOSING = 4,
  DECK = 4,
  HAND = 4,
  MET = 4,
  MODIFYING = 4,
  BOTH_SCORE = 5,
  MODIFIED = 5,
  OVER = 5,
  SCORE_CARDS = 5,
  ALL_PRESENT = 6,
  ACTIVATE = 7,
  OPP_DISCARD = 7,
  SALVAGE = 8,
  STATIC = 8,
  BOUNCE = 9,
  ON_USE = 9,
  ERASE = 10,
  GROUPS = 10,
  SCRAP = 11,
  EXTRA_WORD = 12,
  NEW = 12,
  PEEK = 13,
  UNDER = 13,
  REVEAL = 14,
  FREE_STACKING = 15,
  MOST_PLAYS = 20,
  QUEUE = 20,
  OVER_GROUP = 23,
  MOST_FIRED = 30,
  SMALLEST_DECK = 30,
  GROUP = 33,
  SCORE = 43,
  USE = 48,
  LARGEST_DECK = 55,
  WORD_BITS = 63,
  PLAY = 102,
  NO_LEGAL_DECK = 201,
  DECKS_COME_FIRST = 202,
  PICK = 228,
  NOT_IN_HAND = 302,
  NOT_ASKED_FOR = 304,
  ADD = 354,
  ONE_WORD_A_TURN = 401,
  DOES_NOT_GO_THERE = 402,
  TEN_GROUPS = 403,
  NUM_ACTIONS = 481,
  NOT_ON_TOP = 602,
  USED_THIS_TURN = 606,
  ENOUGH_FOR_A_TURN = 607,
  NO_EFFECT_TO_USE = 608,
  NO_SUCH_SCORE_CARD = 701,
  NOTHING_TO_DISCARD = 704,
  NOTHING_TO_FETCH = 705,
  NO_SUCH_GROUP = 706,
  GAME_IS_OVER = 804,
};

typedef struct {
  int64_t names[2];
  int8_t classes[127];
  int8_t is_item[127];
  int8_t alone[127];
  int16_t under[127];
  int8_t under_form[127];
  int16_t over[127];
  int16_t first[128];
  int8_t trigger[252];
  int8_t owner[252];
  int8_t forms[252];
  int16_t other[252];
  int16_t by[252];
  int8_t is_modified[252];
  int8_t group_cards[252];
  int8_t fewest_groups[252];
  int8_t most_groups[252];
  int64_t present[252][2];
  int8_t once[252];
  int8_t covered[252];
  int8_t cost[252];
  int8_t steps[252];
  int8_t verb[252][3];
  int8_t times[252][3];
  int8_t may[252][3];
  int16_t of[252][3];
  int64_t filter_classes[126];
  int64_t filter_cards[126][2];
  int8_t filter_named[126];
  int8_t decks;
  int64_t ready_made[8][4];
} Tables;

typedef struct {
  uint64_t rng;
  int8_t to_act;
  int8_t players;
  int8_t pending;
  int8_t open_lists;
  int8_t wipe_at_ten;
  int8_t phase;
  int8_t turn;
  int16_t words;
  int8_t stacked;
  int8_t plays;
  int8_t fired;
  int8_t using;
  int16_t effect;
  int8_t step;
  int8_t begun;
  int8_t left;
  int8_t side;
  int8_t waiting;
  int16_t queue[20];
  int8_t size[2];
  int8_t score[2];
  int8_t lying[2];
  int8_t tops[2];
  int8_t top[2][5];
  int8_t card[2][55];
  int8_t place[2][55];
  int8_t form[2][55];
  int8_t marks[2][55];
  int64_t deck[2][4];
  int64_t hand[2][4];
  int64_t shown[2][4];
  int64_t gone[2][4];
  int64_t unseen[2][4];
  int64_t pool[4];
  int32_t turns;
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

static inline int64_t ones(int64_t x) { return __builtin_popcountll(x); }
static inline int64_t low_bit(int64_t x) { return __builtin_ctzll(x); }
static inline int64_t min(int64_t a, int64_t b) { return a < b ? a : b; }

/* ----------------------------------------------------------------- rules */

static int64_t word_of(int64_t c);
static int64_t bit_of(int64_t c);
static int64_t copies(int64_t *bag, int64_t c);
static int64_t size(int64_t *bag);
static void put(int64_t *bag, int64_t c);
static void take(int64_t *bag, int64_t c);
static void put_all(int64_t *bag, int64_t *more);
static void take_all(int64_t *bag, int64_t *some);
static void fill(int64_t *bag, int64_t *other);
static int64_t nth(int64_t *bag, int64_t k);
static int64_t draw_from(State *s, int64_t *bag);
static int64_t next_card(int64_t *bag, int64_t c);
static int64_t top_of(State *s, int64_t p, int64_t place);
static int64_t bottom_of(State *s, int64_t p, int64_t place);
static int is_top(State *s, int64_t p, int64_t i);
static int is_bottom(State *s, int64_t p, int64_t i);
static int64_t groups(State *s, int64_t p);
static int64_t cards_in_group(State *s, int64_t p, int64_t i);
static int lies(State *s, int64_t p, int64_t c);
static int64_t free_place(State *s, int64_t p);
static void lay(State *s, int64_t p, int64_t i, int64_t c, int64_t place);
static int64_t lift(State *s, int64_t p, int64_t i);
static void move(State *s, int64_t p, int64_t i, int64_t j);
static int64_t new_index(State *s, int64_t p, int64_t place);
static int fits(State *s, Tables *t, int64_t p, int64_t wanted, int64_t c);
static int fits_under(State *s, Tables *t, int64_t p, int64_t c, int64_t place);
static int fits_on(State *s, Tables *t, int64_t p, int64_t c, int64_t place);
static int stacks_somewhere(State *s, Tables *t, int64_t p, int64_t c);
static int all_lie(State *s, int64_t p, int64_t *wanted);
static void trigger(State *s, Tables *t, int64_t p, int64_t i, int64_t kind, int64_t other);
static void enqueue(State *s, Tables *t, int64_t e);
static int holds(State *s, Tables *t, int64_t p, int64_t e, int64_t i, int64_t other);
static void check_presence(State *s, Tables *t, int64_t p);
static void run(State *s, Tables *t);
static void next_effect(State *s);
static void put_item_away(State *s, Tables *t);
static int64_t verb_of(State *s, Tables *t);
static int begin_action(State *s, Tables *t);
static void end_action(State *s);
static int is_choice(int64_t verb);
static int carry_on(State *s, Tables *t);
static void do_all(State *s, int64_t verb);
static int64_t deck_size(State *s, int64_t p);
static int draw(State *s, int64_t p, int64_t by_effect);
static void end_game(State *s, int64_t why);
static int fetchable(State *s, Tables *t, int64_t c);
static int touchable(State *s, Tables *t, int64_t place);
static int64_t options(State *s, Tables *t);
static int64_t only_option(State *s, Tables *t, int64_t verb);
static void choose(State *s, Tables *t, int64_t option);
static void scrap(State *s, int64_t p, int64_t i);
static void discard(State *s, int64_t p, int64_t c);
static void out_of_hand(State *s, int64_t p, int64_t c);
static void redeal(State *s, Tables *t, int64_t viewer);
static void deal_anew(State *s, Tables *t, int64_t p);
static int64_t dealt(State *s, int64_t p);
static void gather_own(State *s, int64_t p);
static void gather_pool(State *s, Tables *t, int64_t p);
static void leave_known(State *s, int64_t p);
static int64_t information_state_key(State *s, Tables *t, int64_t viewer);
static int64_t why_not_deck(State *s, Tables *t, int64_t action);
static int64_t legal_decks(State *s, Tables *t, int64_t *actions);
static int64_t why_not_play(State *s, Tables *t, int64_t c);
static int stacks_for_nothing(State *s, Tables *t);
static int64_t only_place(State *s, Tables *t, int64_t c);
static int64_t why_not_place(State *s, Tables *t, int64_t c, int64_t action);
static int64_t effect_to_use(State *s, Tables *t, int64_t i);
static int64_t why_not_use(State *s, Tables *t, int64_t i);
static int64_t legal_choices(State *s, Tables *t, int64_t *actions);
static int64_t why_not_choose(State *s, Tables *t, int64_t action);
static void setup(State *s, Tables *t, int64_t players, int64_t *options);
static int64_t legal(State *s, Tables *t, int64_t *actions);
static int64_t why_not(State *s, Tables *t, int64_t action);
static void apply(State *s, Tables *t, int64_t action);
static void result(State *s, Tables *t, double *utilities, int64_t *ranks);
static void choose_deck(State *s, Tables *t, int64_t action);
static void begin_turn(State *s, int64_t p);
static void play_card(State *s, Tables *t, int64_t c);
static void place_card(State *s, Tables *t, int64_t action);
static void put_down(State *s, Tables *t, int64_t action);
static void use_effect(State *s, Tables *t, int64_t i);
static int64_t option_of(int64_t action);

/* Return the word of a bag that holds card c's first copy. */
static int64_t word_of(int64_t c) {
  return (c - 1) / WORD_BITS;
}

/* Return the bit of card c in its words. */
static int64_t bit_of(int64_t c) {
  return (c - 1) % WORD_BITS;
}

/* Return the number of copies of card c in a bag. */
static int64_t copies(int64_t *bag, int64_t c) {
  int64_t w = 0, b = 0;
  w = word_of(c);
  b = bit_of(c);
  return ((bag[w] >> b) & 1) + ((bag[2 + w] >> b) & 1);
}

/* Return the number of cards in a bag. */
static int64_t size(int64_t *bag) {
  return ((ones(bag[0]) + ones(bag[1])) + ones(bag[2])) + ones(bag[3]);
}

/* Add a card with at most one copy in the bag. */
static void put(int64_t *bag, int64_t c) {
  int64_t w = 0, bit = 0;
  w = word_of(c);
  bit = (int64_t)1 << bit_of(c);
  if ((bag[w] & bit) == 0) {
    bag[w] |= bit;
  } else {
    bag[2 + w] |= bit;
  }
}

/* Remove a card that is in the bag. */
static void take(int64_t *bag, int64_t c) {
  int64_t w = 0, bit = 0;
  w = word_of(c);
  bit = (int64_t)1 << bit_of(c);
  if ((bag[2 + w] & bit) != 0) {
    bag[2 + w] ^= bit;
  } else {
    bag[w] ^= bit;
  }
}

/* Add the cards of another bag; at most two copies of a name in total. */
static void put_all(int64_t *bag, int64_t *more) {
  int64_t both = 0;
  for (int64_t w = 0, end_w = 2; w < end_w; ++w) {
    both = bag[w] & more[w];
    bag[2 + w] |= more[2 + w] | both;
    bag[w] |= more[w];
  }
}

/* Remove the cards of another bag, which must all be present. */
static void take_all(int64_t *bag, int64_t *some) {
  int64_t first = 0;
  for (int64_t w = 0, end_w = 2; w < end_w; ++w) {
    first = (bag[w] & ~some[w]) | (bag[2 + w] & ~some[2 + w]);
    bag[2 + w] &= ~some[w];
    bag[w] = first;
  }
}

/* Copy a bag. */
static void fill(int64_t *bag, int64_t *other) {
  for (int64_t w = 0, end_w = 4; w < end_w; ++w) {
    bag[w] = other[w];
  }
}

/* Return the k-th card of a bag, from 0; first copies precede second ones. */
static int64_t nth(int64_t *bag, int64_t k) {
  int64_t w = 0, n = 0, word = 0;
  w = 0;
  n = ones(bag[0]);
  while (k >= n) {
    k -= n;
    w += 1;
    n = ones(bag[w]);
  }
  word = bag[w];
  for (int64_t k_ = 0, end_k_ = k; k_ < end_k_; ++k_) {
    word &= word - 1;
  }
  return (1 + ((w & 1) * WORD_BITS)) + low_bit(word);
}

/* Draw a random card from the bag. */
static int64_t draw_from(State *s, int64_t *bag) {
  int64_t c = 0;
  c = nth(bag, rand_below(&s->rng, size(bag)));
  take(bag, c);
  return c;
}

/* Return the lowest card above c, or 0; iterates over names in rising order from 0. */
static int64_t next_card(int64_t *bag, int64_t c) {
  int64_t word = 0;
  for (int64_t w = word_of(c + 1), end_w = 2; w < end_w; ++w) {
    word = bag[w];
    if (w == word_of(c + 1)) {
      word = (int64_t)(word >> bit_of(c + 1)) << bit_of(c + 1);
    }
    if (word != 0) {
      return (1 + (w * WORD_BITS)) + low_bit(word);
    }
  }
  return 0;
}

/* Return the index of the top card of a group, or -1. */
static int64_t top_of(State *s, int64_t p, int64_t place) {
  for (int64_t i = 0, end_i = s->lying[p]; i < end_i; ++i) {
    if (s->place[p][i] == place) {
      return i;
    }
  }
  return -1;
}

/* Return the index of the bottom card of a group, or -1. */
static int64_t bottom_of(State *s, int64_t p, int64_t place) {
  int64_t found = 0;
  found = -1;
  for (int64_t i = 0, end_i = s->lying[p]; i < end_i; ++i) {
    if (s->place[p][i] == place) {
      found = i;
    }
  }
  return found;
}

/* Return whether this card is the top of its group. */
static int is_top(State *s, int64_t p, int64_t i) {
  return i == 0 || s->place[p][i - 1] != s->place[p][i];
}

/* Return whether this card is the bottom of its group. */
static int is_bottom(State *s, int64_t p, int64_t i) {
  return (i + 1) == s->lying[p] || s->place[p][i + 1] != s->place[p][i];
}

/* Return the places with a group as bits. */
static int64_t groups(State *s, int64_t p) {
  int64_t places = 0;
  places = 0;
  for (int64_t i = 0, end_i = s->lying[p]; i < end_i; ++i) {
    places |= (int64_t)1 << s->place[p][i];
  }
  return places;
}

/* Return the number of cards in the group of the card at an index. */
static int64_t cards_in_group(State *s, int64_t p, int64_t i) {
  int64_t count = 0;
  count = 0;
  for (int64_t j = 0, end_j = s->lying[p]; j < end_j; ++j) {
    if (s->place[p][j] == s->place[p][i]) {
      count += 1;
    }
  }
  return count;
}

/* Return whether a card of this name is on the seat's field. */
static int lies(State *s, int64_t p, int64_t c) {
  int64_t i = 0;
  i = 0;
  while (i < s->lying[p] && s->card[p][i] != c) {
    i += 1;
  }
  return i < s->lying[p];
}

/* Return the lowest place without a group, or GROUPS. */
static int64_t free_place(State *s, int64_t p) {
  int64_t taken = 0, place = 0;
  taken = groups(s, p);
  place = 0;
  while (place < GROUPS && ((taken >> place) & 1) == 1) {
    place += 1;
  }
  return place;
}

/* Insert a card at an index, shifting the cards from there on. */
static void lay(State *s, int64_t p, int64_t i, int64_t c, int64_t place) {
  for (int64_t j = s->lying[p], end_j = i; j > end_j; --j) {
    move(s, p, j - 1, j);
  }
  s->card[p][i] = c;
  s->place[p][i] = place;
  s->form[p][i] = NO_FORM;
  s->marks[p][i] = 0;
  s->lying[p] += 1;
}

/* Remove the card at an index, which is the top or the bottom of its group. */
static int64_t lift(State *s, int64_t p, int64_t i) {
  int64_t c = 0, last = 0;
  c = s->card[p][i];
  if (is_bottom(s, p, i) && !is_top(s, p, i)) {
    s->form[p][i - 1] = NO_FORM;
    s->marks[p][i - 1] &= ~MODIFIES;
  }
  s->lying[p] -= 1;
  for (int64_t j = i, end_j = s->lying[p]; j < end_j; ++j) {
    move(s, p, j + 1, j);
  }
  last = s->lying[p];
  s->card[p][last] = 0;
  s->place[p][last] = 0;
  s->form[p][last] = 0;
  s->marks[p][last] = 0;
  return c;
}

/* Copy the cell at index i to index j. */
static void move(State *s, int64_t p, int64_t i, int64_t j) {
  s->card[p][j] = s->card[p][i];
  s->place[p][j] = s->place[p][i];
  s->form[p][j] = s->form[p][i];
  s->marks[p][j] = s->marks[p][i];
}

/* Return the index at which a new group at a place starts. */
static int64_t new_index(State *s, int64_t p, int64_t place) {
  int64_t i = 0;
  i = 0;
  while (i < s->lying[p] && s->place[p][i] < place) {
    i += 1;
  }
  return i;
}

/* Return whether card c passes 1 + a filter of the tables (0: every card). */
static int fits(State *s, Tables *t, int64_t p, int64_t wanted, int64_t c) {
  int64_t f = 0;
  if (wanted == 0) {
    return 1;
  }
  f = wanted - 1;
  if (((t->filter_classes[f] >> t->classes[c]) & 1) == 0) {
    return 0;
  }
  if ((t->filter_cards[f][0] | t->filter_cards[f][1]) != 0 && ((t->filter_cards[f][word_of(c)] >> bit_of(c)) & 1) == 0) {
    return 0;
  }
  return t->filter_named[f] == 0 || lies(s, p, c);
}

/* W4.2, W4.5: return whether card c may be placed under the group, judged by its bottom card. */
static int fits_under(State *s, Tables *t, int64_t p, int64_t c, int64_t place) {
  int64_t i = 0;
  if (t->under[c] == 0) {
    return 0;
  }
  i = bottom_of(s, p, place);
  return i >= 0 && fits(s, t, p, t->under[c], s->card[p][i]);
}

/* W4.2, W4.5: return whether card c may be placed on the group, judged by its top card. */
static int fits_on(State *s, Tables *t, int64_t p, int64_t c, int64_t place) {
  int64_t i = 0;
  if (t->over[c] == 0) {
    return 0;
  }
  i = top_of(s, p, place);
  return i >= 0 && fits(s, t, p, t->over[c], s->card[p][i]);
}

/* Return whether card c may be placed under or on any group. */
static int stacks_somewhere(State *s, Tables *t, int64_t p, int64_t c) {
  int64_t under = t->under[c], over = t->over[c], i = 0;
  if (under == 0 && over == 0) {
    return 0;
  }
  for (i = 0; i < s->lying[p]; i++) {
    if (under > 0 && is_bottom(s, p, i) && fits(s, t, p, under, s->card[p][i])) {
      return 1;
    }
    if (over > 0 && is_top(s, p, i) && fits(s, t, p, over, s->card[p][i])) {
      return 1;
    }
  }
  return 0;
}

/* W6.4: return whether all cards of a set of names are on the seat's field. */
static int all_lie(State *s, int64_t p, int64_t *wanted) {
  int64_t low = 0, high = 0, c = 0;
  low = 0;
  high = 0;
  for (int64_t i = 0, end_i = s->lying[p]; i < end_i; ++i) {
    c = s->card[p][i];
    if (word_of(c) == 0) {
      low |= (int64_t)1 << bit_of(c);
    } else {
      high |= (int64_t)1 << bit_of(c);
    }
  }
  return (wanted[0] & ~low) == 0 && (wanted[1] & ~high) == 0;
}

/* Queue those effects of the card at index i that have this trigger; `other`: index of the other card, or -1. */
static void trigger(State *s, Tables *t, int64_t p, int64_t i, int64_t kind, int64_t other) {
  int64_t c = 0;
  c = s->card[p][i];
  for (int64_t e = t->first[c], end_e = t->first[c + 1]; e < end_e; ++e) {
    if (t->trigger[e] == kind && holds(s, t, p, e, i, other)) {
      if (t->once[e] == 1) {
        if ((s->marks[p][i] & USED) != 0) {
          continue;
        }
        s->marks[p][i] |= USED;
      }
      enqueue(s, t, e);
    }
  }
}

/* W6.3: append an effect to the queue.  W6.7: the queue has limited room. */
static void enqueue(State *s, Tables *t, int64_t e) {
  if (s->waiting == QUEUE || s->fired == MOST_FIRED) {
    return;
  }
  s->queue[s->waiting] = 1 + e;
  s->waiting += 1;
  s->fired += 1;
}

/* W6.5: return whether all conditions of an effect hold for the card at index i and the other card. */
static int holds(State *s, Tables *t, int64_t p, int64_t e, int64_t i, int64_t other) {
  int64_t k = 0, count = 0;
  k = (t->trigger[e] == CONJUGATES || t->trigger[e] == MODIFYING) ? other : i;
  if (t->forms[e] != 0 && ((t->forms[e] >> s->form[p][k]) & 1) == 0) {
    return 0;
  }
  if (t->other[e] > 0 && !fits(s, t, p, t->other[e], s->card[p][other])) {
    return 0;
  }
  if (t->by[e] > 0 && (is_bottom(s, p, k) || !fits(s, t, p, t->by[e], s->card[p][k + 1]))) {
    return 0;
  }
  if (t->is_modified[e] == 1 && (is_top(s, p, k) || (s->marks[p][k - 1] & MODIFIES) == 0)) {
    return 0;
  }
  if (t->group_cards[e] > 1 && t->group_cards[e] > cards_in_group(s, p, i)) {
    return 0;
  }
  count = ones(groups(s, p));
  return (t->fewest_groups[e] <= count && count <= t->most_groups[e]);
}

/* W6.4: trigger effects that wait for a set of cards when it is complete, and again only after it was incomplete. */
static void check_presence(State *s, Tables *t, int64_t p) {
  int64_t c = 0, there = 0;
  for (int64_t i = 0, end_i = s->lying[p]; i < end_i; ++i) {
    c = s->card[p][i];
    for (int64_t e = t->first[c], end_e = t->first[c + 1]; e < end_e; ++e) {
      if (t->trigger[e] == ALL_PRESENT) {
        there = (is_top(s, p, i) || t->covered[e] == 1) && all_lie(s, p, t->present[e]);
        if (!there) {
          s->marks[p][i] &= ~MET;
        } else if ((s->marks[p][i] & MET) == 0) {
          s->marks[p][i] |= MET;
          if (holds(s, t, p, e, i, -1)) {
            enqueue(s, t, e);
          }
        }
      }
    }
  }
}

/* Resolve effects until a seat has a choice, the turn continues, or the game is over. */
static void run(State *s, Tables *t) {
  while (s->phase != OVER) {
    if (s->effect == 0) {
      put_item_away(s, t);
      if (s->waiting == 0) {
        s->phase = TURN;
        s->to_act = s->turn;
        return;
      }
      next_effect(s);
    } else if (s->step == t->steps[s->effect - 1]) {
      s->effect = 0;
      s->step = 0;
    } else if (s->begun == 0) {
      if (begin_action(s, t)) {
        return;
      }
    } else if (carry_on(s, t)) {
      return;
    }
  }
}

/* W6.3: first in, first out. */
static void next_effect(State *s) {
  s->effect = s->queue[0];
  s->step = 0;
  s->waiting -= 1;
  for (int64_t i = 0, end_i = s->waiting; i < end_i; ++i) {
    s->queue[i] = s->queue[i + 1];
  }
  s->queue[s->waiting] = 0;
}

/* W4.6, W7.5: an item is discarded after its effects. */
static void put_item_away(State *s, Tables *t) {
  int64_t c = 0;
  if (s->using == 0) {
    return;
  }
  for (int64_t i = 0, end_i = s->waiting; i < end_i; ++i) {
    if (t->owner[s->queue[i] - 1] == s->using) {
      return;
    }
  }
  c = s->using;
  s->using = 0;
  put(s->gone[s->turn], c);
}

/* Return the kind of the current action. */
static int64_t verb_of(State *s, Tables *t) {
  return t->verb[s->effect - 1][s->step];
}

/* Start the next action of the effect; return whether its seat must be asked if it wants it (W6.1). */
static int begin_action(State *s, Tables *t) {
  int64_t verb = 0;
  verb = verb_of(s, t);
  s->begun = 1;
  s->left = t->times[s->effect - 1][s->step];
  s->side = s->turn;
  if ((verb == OPP_SCORE || verb == OPP_DISCARD || verb == OPP_DRAW || verb == REVEAL)) {
    s->side = 1 - s->turn;
  }
  if (t->may[s->effect - 1][s->step] == 1 && (!is_choice(verb) || options(s, t) > 0)) {
    s->phase = MAYBE;
    s->to_act = s->turn;
    return 1;
  }
  return 0;
}

/* W6.9, W8.1: after each action check whether a player has no score card left. */
static void end_action(State *s) {
  s->begun = 0;
  s->left = 0;
  s->side = 0;
  s->step += 1;
  if (s->score[0] == 0 || s->score[1] == 0) {
    end_game(s, 0);
  }
}

/* Return whether a seat chooses a card, a group or a score card in this action. */
static int is_choice(int64_t verb) {
  return (OPP_SCORE <= verb && verb <= SCRAP);
}

/* Continue the action that has started; return whether its seat has to choose. */
static int carry_on(State *s, Tables *t) {
  int64_t verb = 0, only = 0;
  verb = verb_of(s, t);
  if (!is_choice(verb)) {
    do_all(s, verb);
    return 0;
  }
  if (s->left == 0 || options(s, t) == 0) {
    if (verb == BOTH_SCORE && s->side == s->turn) {
      s->side = 1 - s->turn;
      s->left = t->times[s->effect - 1][s->step];
    } else {
      end_action(s);
    }
    return 0;
  }
  only = only_option(s, t, verb);
  if (only >= 0) {
    choose(s, t, only);
    return 0;
  }
  s->phase = CHOOSING;
  s->to_act = s->side;
  return 1;
}

/* Execute an action without a choice. */
static void do_all(State *s, int64_t verb) {
  int64_t n = 0, p = 0, c = 0;
  n = s->left;
  p = s->side;
  if ((verb == DRAW || verb == OPP_DRAW)) {
    for (int64_t k_ = 0, end_k_ = n; k_ < end_k_; ++k_) {
      if (!draw(s, p, 1)) {
        return;
      }
    }
  } else if (verb == EXTRA_WORD) {
    s->words += n;
  } else if (verb == PEEK) {
    while (s->tops[p] < min(n, deck_size(s, p))) {
      c = draw_from(s, s->unseen[p]);
      s->top[p][s->tops[p]] = c;
      s->tops[p] += 1;
    }
  } else if (verb == REVEAL) {
    fill(s->shown[p], s->hand[p]);
  }
  end_action(s);
}

/* Return the number of cards left to draw. */
static int64_t deck_size(State *s, int64_t p) {
  return (size(s->unseen[p]) - s->score[p]) + s->tops[p];
}

/* W7.3: draw the top card of the deck.  W8.3: with an empty deck return false and end the game. */
static int draw(State *s, int64_t p, int64_t by_effect) {
  int64_t c = 0;
  if (deck_size(s, p) == 0) {
    end_game(s, 1);
    return 0;
  }
  if (s->tops[p] > 0) {
    c = s->top[p][0];
    s->tops[p] -= 1;
    for (int64_t i = 0, end_i = s->tops[p]; i < end_i; ++i) {
      s->top[p][i] = s->top[p][i + 1];
    }
    s->top[p][s->tops[p]] = 0;
  } else {
    c = draw_from(s, s->unseen[p]);
  }
  put(s->hand[p], c);
  return 1;
}

/* W8: end the game at once; an item in progress is still discarded (R4-19). */
static void end_game(State *s, int64_t why) {
  int64_t c = 0;
  s->phase = OVER;
  s->to_act = -1;
  s->effect = 0;
  s->step = 0;
  s->begun = 0;
  s->left = 0;
  s->side = 0;
  s->waiting = 0;
  memset(s->queue, 0, sizeof s->queue);
  if (s->using > 0) {
    c = s->using;
    s->using = 0;
    put(s->gone[s->turn], c);
  }
}

/* W7.5: return whether the current action can fetch this card from the discards. */
static int fetchable(State *s, Tables *t, int64_t c) {
  return copies(s->gone[s->side], c) > 0 && fits(s, t, s->side, t->of[s->effect - 1][s->step], c);
}

/* W7.6: return whether the current action can apply to the group at a place. */
static int touchable(State *s, Tables *t, int64_t place) {
  int64_t p = 0, i = 0;
  p = s->side;
  i = (verb_of(s, t) == ERASE) ? bottom_of(s, p, place) : top_of(s, p, place);
  return i >= 0 && fits(s, t, p, t->of[s->effect - 1][s->step], s->card[p][i]);
}

/* Return the number of options; for cards in a hand, the number of cards. */
static int64_t options(State *s, Tables *t) {
  int64_t verb = 0, count = 0, c = 0;
  verb = verb_of(s, t);
  if (verb <= BOTH_SCORE) {
    return s->score[s->side];
  }
  if (verb <= OPP_DISCARD) {
    return size(s->hand[s->side]);
  }
  count = 0;
  if (verb == SALVAGE) {
    c = next_card(s->gone[s->side], 0);
    while (c > 0) {
      count += fetchable(s, t, c);
      c = next_card(s->gone[s->side], c);
    }
    return count;
  }
  for (int64_t place = 0, end_place = 10; place < end_place; ++place) {
    count += touchable(s, t, place);
  }
  return count;
}

/* Return the only option according to public information, or -1. */
static int64_t only_option(State *s, Tables *t, int64_t verb) {
  int64_t place = 0, c = 0;
  if (verb <= BOTH_SCORE) {
    return (s->score[s->side] <= s->left) ? 0 : -1;
  }
  if (verb <= OPP_DISCARD) {
    return (size(s->hand[s->side]) <= s->left) ? next_card(s->hand[s->side], 0) : -1;
  }
  if (options(s, t) > 1) {
    return -1;
  }
  if (verb == SALVAGE) {
    c = next_card(s->gone[s->side], 0);
    while (!fetchable(s, t, c)) {
      c = next_card(s->gone[s->side], c);
    }
    return c;
  }
  place = low_bit(groups(s, s->side));
  while (!touchable(s, t, place)) {
    place += 1;
  }
  return place;
}

/* Execute the current action once, on the chosen score card, card or group. */
static void choose(State *s, Tables *t, int64_t option) {
  int64_t verb = 0, p = 0, c = 0, i = 0;
  verb = verb_of(s, t);
  p = s->side;
  s->left -= 1;
  if (verb <= BOTH_SCORE) {
    s->score[p] -= 1;
    c = draw_from(s, s->unseen[p]);
    put(s->hand[p], c);
  } else if (verb <= OPP_DISCARD) {
    discard(s, p, option);
  } else if (verb == SALVAGE) {
    take(s->gone[p], option);
    put(s->hand[p], option);
    put(s->shown[p], option);
  } else if (verb == SCRAP) {
    i = bottom_of(s, p, option);
    while (i >= 0) {
      scrap(s, p, i);
      i = bottom_of(s, p, option);
    }
    check_presence(s, t, p);
  } else {
    i = (verb == BOUNCE) ? top_of(s, p, option) : bottom_of(s, p, option);
    c = lift(s, p, i);
    put(s->hand[p], c);
    put(s->shown[p], c);
    check_presence(s, t, p);
  }
}

/* Discard a card from the field: the top or the bottom of its group. */
static void scrap(State *s, int64_t p, int64_t i) {
  int64_t c = 0;
  c = lift(s, p, i);
  put(s->gone[p], c);
}

/* W7.4: discard a card from the hand, face up.  W9.2: a known copy leaves before an unknown one. */
static void discard(State *s, int64_t p, int64_t c) {
  out_of_hand(s, p, c);
  put(s->gone[p], c);
}

/* Remove a card from the hand.  W9.2: of two copies the known one. */
static void out_of_hand(State *s, int64_t p, int64_t c) {
  take(s->hand[p], c);
  if (copies(s->shown[p], c) > 0) {
    take(s->shown[p], c);
  }
}

/* Resample what the viewer (-1: a spectator) cannot know. */
static void redeal(State *s, Tables *t, int64_t viewer) {
  for (int64_t p = 0, end_p = 2; p < end_p; ++p) {
    if (p != viewer) {
      deal_anew(s, t, p);
    }
  }
}

/* Resample all cards of a seat that others do not know. */
static void deal_anew(State *s, Tables *t, int64_t p) {
  int64_t in_hand = 0, in_bag = 0, c = 0;
  in_hand = size(s->hand[p]) - size(s->shown[p]);
  in_bag = size(s->unseen[p]);
  if (s->open_lists == 1 && s->phase != DECKS) {
    gather_own(s, p);
  } else {
    gather_pool(s, t, p);
  }
  memset(s->hand[p], 0, sizeof s->hand[p]);
  memset(s->unseen[p], 0, sizeof s->unseen[p]);
  fill(s->hand[p], s->shown[p]);
  for (int64_t k_ = 0, end_k_ = in_hand; k_ < end_k_; ++k_) {
    c = dealt(s, p);
    put(s->hand[p], c);
  }
  for (int64_t i = 0, end_i = s->tops[p]; i < end_i; ++i) {
    s->top[p][i] = dealt(s, p);
  }
  for (int64_t k_ = 0, end_k_ = in_bag; k_ < end_k_; ++k_) {
    c = dealt(s, p);
    put(s->unseen[p], c);
  }
  memset(s->pool, 0, sizeof s->pool);
}

/* Draw a random card from the pool into the seat's deck list. */
static int64_t dealt(State *s, int64_t p) {
  int64_t c = 0;
  c = draw_from(s, s->pool);
  put(s->deck[p], c);
  return c;
}

/* Set `pool` to the cards of the seat's deck that others have not seen; `deck` keeps the rest. */
static void gather_own(State *s, int64_t p) {
  fill(s->pool, s->hand[p]);
  take_all(s->pool, s->shown[p]);
  put_all(s->pool, s->unseen[p]);
  for (int64_t i = 0, end_i = s->tops[p]; i < end_i; ++i) {
    put(s->pool, s->top[p][i]);
  }
  leave_known(s, p);
}

/* Set `pool` to two of each name, less the seat's cards that others have seen; `deck` keeps those. */
static void gather_pool(State *s, Tables *t, int64_t p) {
  leave_known(s, p);
  for (int64_t w = 0, end_w = 2; w < end_w; ++w) {
    s->pool[w] = t->names[w] & ~s->deck[p][2 + w];
    s->pool[2 + w] = t->names[w] & ~s->deck[p][w];
  }
}

/* Keep in `deck` only the cards publicly known to be the seat's. */
static void leave_known(State *s, int64_t p) {
  fill(s->deck[p], s->shown[p]);
  put_all(s->deck[p], s->gone[p]);
  for (int64_t i = 0, end_i = s->lying[p]; i < end_i; ++i) {
    put(s->deck[p], s->card[p][i]);
  }
  if (s->using > 0 && s->turn == p) {
    put(s->deck[p], s->using);
  }
}

/* Hash everything public, and of the viewer's own cards their hand and the known top of the deck. */
static int64_t information_state_key(State *s, Tables *t, int64_t viewer) {
  int64_t h = 0;
  h = mix(((((s->phase | ((int64_t)s->turn << 3)) | ((int64_t)s->stacked << 4)) | ((int64_t)s->plays << 5)) | ((int64_t)s->fired << 12)) | ((int64_t)s->words << 20), s->to_act + 1);
  h = mix(h, (((((s->using | ((int64_t)s->effect << 7)) | ((int64_t)s->step << 16)) | ((int64_t)s->begun << 18)) | ((int64_t)s->left << 19)) | ((int64_t)s->side << 22)) | ((int64_t)s->waiting << 23));
  h = mix(h, (s->open_lists | ((int64_t)s->wipe_at_ten << 1)) | ((int64_t)s->turns << 2));
  for (int64_t i = 0, end_i = s->waiting; i < end_i; ++i) {
    h = mix(h, s->queue[i]);
  }
  for (int64_t p = 0, end_p = 2; p < end_p; ++p) {
    h = mix(h, ((s->size[p] | ((int64_t)s->score[p] << 8)) | ((int64_t)s->lying[p] << 12)) | ((int64_t)s->tops[p] << 20));
    h = mix(h, size(s->hand[p]));
    for (int64_t i = 0, end_i = s->lying[p]; i < end_i; ++i) {
      h = mix(h, ((s->card[p][i] | ((int64_t)s->place[p][i] << 7)) | ((int64_t)s->form[p][i] << 11)) | ((int64_t)s->marks[p][i] << 14));
    }
    for (int64_t w = 0, end_w = BAG_WORDS; w < end_w; ++w) {
      h = mix(mix(h, s->gone[p][w]), s->shown[p][w]);
      if (p == viewer || (s->open_lists == 1 && s->phase != DECKS)) {
        h = mix(h, s->deck[p][w]);
      }
      if (p == viewer) {
        h = mix(h, s->hand[p][w]);
      }
    }
    if (p == viewer) {
      for (int64_t i = 0, end_i = s->tops[p]; i < end_i; ++i) {
        h = mix(h, s->top[p][i]);
      }
    }
  }
  return mix(h, (viewer == s->to_act) ? s->pending : 0);
}

/* W2.1, W2.2: choose a ready-made deck, or add one card after the other. */
static int64_t why_not_deck(State *s, Tables *t, int64_t action) {
  int64_t p = 0, c = 0;
  p = s->to_act;
  if ((DECK <= action && action < NEW)) {
    return ((action - DECK) < t->decks && s->pending == 0) ? 0 : DECKS_COME_FIRST;
  }
  if (action == READY) {
    return (size(s->deck[p]) >= SMALLEST_DECK) ? 0 : NO_LEGAL_DECK;
  }
  if (action <= ADD) {
    return DECKS_COME_FIRST;
  }
  c = action - ADD;
  if (t->classes[c] == 0 || copies(s->deck[p], c) == COPIES || size(s->deck[p]) == LARGEST_DECK) {
    return NO_LEGAL_DECK;
  }
  return 0;
}

/* List what `why_not_deck` permits. */
static int64_t legal_decks(State *s, Tables *t, int64_t *actions) {
  int64_t p = 0, cards = 0, n = 0, word = 0;
  p = s->to_act;
  cards = size(s->deck[p]);
  n = 0;
  if (cards >= SMALLEST_DECK) {
    actions[n] = READY;
    n += 1;
  }
  if (s->pending == 0) {
    for (int64_t k = 0, end_k = t->decks; k < end_k; ++k) {
      actions[n] = DECK + k;
      n += 1;
    }
  }
  if (cards < LARGEST_DECK) {
    for (int64_t w = 0, end_w = 2; w < end_w; ++w) {
      word = t->names[w] & ~s->deck[p][2 + w];
      while (word != 0) {
        actions[n] = ((ADD + 1) + (w * WORD_BITS)) + low_bit(word);
        n += 1;
        word &= word - 1;
      }
    }
  }
  return n;
}

/* Return whether the seat to move may play card c from its hand. */
static int64_t why_not_play(State *s, Tables *t, int64_t c) {
  int64_t p = 0;
  p = s->turn;
  if (copies(s->hand[p], c) == 0) {
    return NOT_IN_HAND;
  }
  if (s->plays == MOST_PLAYS) {
    return ENOUGH_FOR_A_TURN;
  }
  if (t->is_item[c] == 1 && t->alone[c] == 0) {
    return 0;
  }
  if (s->words == 0 && t->is_item[c] == 0) {
    return (stacks_for_nothing(s, t) && stacks_somewhere(s, t, p, c)) ? 0 : ONE_WORD_A_TURN;
  }
  if (t->alone[c] == 1 && (s->lying[p] < GROUPS || free_place(s, p) < GROUPS)) {
    return 0;
  }
  if (stacks_somewhere(s, t, p, c)) {
    return 0;
  }
  return (t->alone[c] == 1) ? TEN_GROUPS : DOES_NOT_GO_THERE;
}

/* W7.8: return whether the next stacked card does not count as the turn's word card. */
static int stacks_for_nothing(State *s, Tables *t) {
  int64_t p = 0, c = 0;
  if (s->stacked == 1) {
    return 0;
  }
  p = s->turn;
  for (int64_t i = 0, end_i = s->lying[p]; i < end_i; ++i) {
    c = s->card[p][i];
    for (int64_t e = t->first[c], end_e = t->first[c + 1]; e < end_e; ++e) {
      if (t->trigger[e] == STATIC && t->verb[e][0] == FREE_STACKING && (is_top(s, p, i) || t->covered[e] == 1)) {
        return 1;
      }
    }
  }
  return 0;
}

/* Return the action that places card c if there is only one place for it, else -1. */
static int64_t only_place(State *s, Tables *t, int64_t c) {
  int64_t only = 0;
  only = -1;
  for (int64_t action = NEW, end_action = GROUP; action < end_action; ++action) {
    if (why_not_place(s, t, c, action) == 0) {
      if (only >= 0) {
        return -1;
      }
      only = action;
    }
  }
  return only;
}

/* W4.2 to W4.5: return whether the card being played may go there. */
static int64_t why_not_place(State *s, Tables *t, int64_t c, int64_t action) {
  int64_t p = 0;
  p = s->turn;
  if (action == NEW) {
    if (t->is_item[c] == 0 && s->words == 0) {
      return ONE_WORD_A_TURN;
    }
    if (t->alone[c] == 0) {
      return DOES_NOT_GO_THERE;
    }
    return (free_place(s, p) < GROUPS) ? 0 : TEN_GROUPS;
  }
  if (action < OVER_GROUP) {
    return fits_under(s, t, p, c, action - UNDER) ? 0 : DOES_NOT_GO_THERE;
  }
  return fits_on(s, t, p, c, action - OVER_GROUP) ? 0 : DOES_NOT_GO_THERE;
}

/* Return the effect of the card at an index that is used by naming the card, or -1. */
static int64_t effect_to_use(State *s, Tables *t, int64_t i) {
  int64_t c = 0;
  c = s->card[s->turn][i];
  for (int64_t e = t->first[c], end_e = t->first[c + 1]; e < end_e; ++e) {
    if (t->trigger[e] == ACTIVATE) {
      return e;
    }
  }
  return -1;
}

/* W6.8: return whether the seat may use the effect of its card at an index. */
static int64_t why_not_use(State *s, Tables *t, int64_t i) {
  int64_t p = 0, e = 0;
  p = s->turn;
  if (i >= s->lying[p]) {
    return NO_EFFECT_TO_USE;
  }
  e = effect_to_use(s, t, i);
  if (e < 0) {
    return NO_EFFECT_TO_USE;
  }
  if (t->covered[e] == 0 && !is_top(s, p, i)) {
    return NOT_ON_TOP;
  }
  if (t->once[e] == 1 && (s->marks[p][i] & USED) != 0) {
    return USED_THIS_TURN;
  }
  if (s->plays == MOST_PLAYS) {
    return ENOUGH_FOR_A_TURN;
  }
  if (!holds(s, t, p, e, i, -1) || (t->cost[e] == DISCARD_ONE && size(s->hand[p]) == 0)) {
    return NO_EFFECT_TO_USE;
  }
  return 0;
}

/* List the options of the current action. */
static int64_t legal_choices(State *s, Tables *t, int64_t *actions) {
  int64_t verb = 0, n = 0, c = 0;
  int64_t *bag;
  verb = verb_of(s, t);
  n = 0;
  if (verb <= BOTH_SCORE) {
    for (int64_t i = 0, end_i = s->score[s->side]; i < end_i; ++i) {
      actions[i] = SCORE + i;
    }
    return s->score[s->side];
  }
  if (verb <= SALVAGE) {
    bag = (verb <= OPP_DISCARD) ? s->hand[s->side] : s->gone[s->side];
    c = next_card(bag, 0);
    while (c > 0) {
      if (verb <= OPP_DISCARD || fetchable(s, t, c)) {
        actions[n] = PICK + c;
        n += 1;
      }
      c = next_card(bag, c);
    }
    return n;
  }
  for (int64_t place = 0, end_place = GROUPS; place < end_place; ++place) {
    if (touchable(s, t, place)) {
      actions[n] = GROUP + place;
      n += 1;
    }
  }
  return n;
}

/* Return whether this is a valid answer to the current action. */
static int64_t why_not_choose(State *s, Tables *t, int64_t action) {
  int64_t verb = 0;
  verb = verb_of(s, t);
  if (verb <= BOTH_SCORE && ((SCORE <= action && action < USE))) {
    return ((action - SCORE) < s->score[s->side]) ? 0 : NO_SUCH_SCORE_CARD;
  }
  if (((BOTH_SCORE < verb && verb <= SALVAGE)) && ((PICK < action && action <= ADD))) {
    if (verb == SALVAGE) {
      return fetchable(s, t, action - PICK) ? 0 : NOTHING_TO_FETCH;
    }
    return (copies(s->hand[s->side], action - PICK) > 0) ? 0 : NOTHING_TO_DISCARD;
  }
  if (verb > SALVAGE && ((GROUP <= action && action < SCORE))) {
    return touchable(s, t, action - GROUP) ? 0 : NO_SUCH_GROUP;
  }
  return NOT_ASKED_FOR;
}

static void setup(State *s, Tables *t, int64_t players, int64_t *options) {
  s->players = players;
  s->open_lists = options[OPEN_LISTS];
  s->wipe_at_ten = options[WIPE_AT_TEN];
  s->phase = DECKS;
  s->to_act = 0;
}

static int64_t legal(State *s, Tables *t, int64_t *actions) {
  int64_t n = 0, c = 0;
  n = 0;
  if (s->to_act < 0) {
    return 0;
  }
  if (s->phase == DECKS) {
    return legal_decks(s, t, actions);
  }
  if (s->phase == TURN) {
    actions[0] = END;
    n = 1;
    for (int64_t i = 0, end_i = s->lying[s->turn]; i < end_i; ++i) {
      if (why_not_use(s, t, i) == 0) {
        actions[n] = USE + i;
        n += 1;
      }
    }
    c = next_card(s->hand[s->turn], 0);
    while (c > 0) {
      if (why_not_play(s, t, c) == 0) {
        actions[n] = PLAY + c;
        n += 1;
      }
      c = next_card(s->hand[s->turn], c);
    }
    return n;
  }
  if (s->phase == CHOOSING) {
    return legal_choices(s, t, actions);
  }
  if (s->phase == MAYBE) {
    actions[0] = YES;
    actions[1] = NO;
    return 2;
  }
  for (int64_t action = NEW, end_action = GROUP; action < end_action; ++action) {
    if (why_not_place(s, t, s->using, action) == 0) {
      actions[n] = action;
      n += 1;
    }
  }
  return n;
}

static int64_t why_not(State *s, Tables *t, int64_t action) {
  if (s->to_act < 0) {
    return GAME_IS_OVER;
  }
  if (s->phase == DECKS) {
    return why_not_deck(s, t, action);
  }
  if (((DECK <= action && action < NEW)) || action == READY || action > ADD) {
    return DECKS_COME_FIRST;
  }
  if (s->phase == TURN) {
    if (action == END) {
      return 0;
    }
    if ((USE <= action && action <= PLAY)) {
      return why_not_use(s, t, action - USE);
    }
    return ((PLAY < action && action <= PICK)) ? why_not_play(s, t, action - PLAY) : NOT_ASKED_FOR;
  }
  if (s->phase == PLACING) {
    return ((NEW <= action && action < GROUP)) ? why_not_place(s, t, s->using, action) : NOT_ASKED_FOR;
  }
  if (s->phase == MAYBE) {
    return ((action == YES || action == NO)) ? 0 : NOT_ASKED_FOR;
  }
  return why_not_choose(s, t, action);
}

static void apply(State *s, Tables *t, int64_t action) {
  if (s->phase == DECKS) {
    choose_deck(s, t, action);
    return;
  }
  s->phase = TURN;
  s->to_act = s->turn;
  if (action == END) {
    begin_turn(s, 1 - s->turn);
  } else if (action == YES) {
    run(s, t);
  } else if (action == NO) {
    end_action(s);
    run(s, t);
  } else if (action < GROUP) {
    place_card(s, t, action);
  } else if (action < USE || action > PICK) {
    choose(s, t, option_of(action));
    run(s, t);
  } else if (action <= PLAY) {
    use_effect(s, t, action - USE);
  } else {
    play_card(s, t, action - PLAY);
  }
}

/* W8.1 to W8.3: more score cards win, whether a player has none left or a deck is empty. */
static void result(State *s, Tables *t, double *utilities, int64_t *ranks) {
  int64_t mine = 0, other = 0;
  for (int64_t p = 0, end_p = 2; p < end_p; ++p) {
    mine = s->score[p];
    other = s->score[1 - p];
    ranks[p] = (mine < other) ? 2 : 1;
    utilities[p] = (mine == other) ? 0.0 : ((mine > other) ? 1.0 : -1.0);
  }
}

static void choose_deck(State *s, Tables *t, int64_t action) {
  int64_t p = 0, first = 0;
  p = s->to_act;
  if (action > ADD) {
    put(s->deck[p], action - ADD);
    put(s->unseen[p], action - ADD);
    s->pending = 1;
    return;
  }
  s->pending = 0;
  if (action != READY) {
    fill(s->deck[p], t->ready_made[action - DECK]);
    fill(s->unseen[p], s->deck[p]);
  }
  s->size[p] = size(s->deck[p]);
  if (p == 0) {
    s->to_act = 1;
    return;
  }
  for (int64_t q = 0, end_q = 2; q < end_q; ++q) {
    s->score[q] = SCORE_CARDS;
    for (int64_t k_ = 0, end_k_ = HAND; k_ < end_k_; ++k_) {
      draw(s, q, 1);
    }
  }
  first = rand_below(&s->rng, 2);
  begin_turn(s, first);
}

/* W3.1: draw exactly one card, on the first turn too (R4-2). */
static void begin_turn(State *s, int64_t p) {
  s->phase = TURN;
  s->turn = p;
  s->to_act = p;
  s->words = 1;
  s->stacked = 0;
  s->plays = 0;
  s->fired = 0;
  s->turns += 1;
  for (int64_t i = 0, end_i = s->lying[p]; i < end_i; ++i) {
    s->marks[p][i] &= ~USED;
  }
  draw(s, p, 0);
}

static void play_card(State *s, Tables *t, int64_t c) {
  int64_t p = 0, only = 0;
  p = s->turn;
  s->plays += 1;
  out_of_hand(s, p, c);
  s->using = c;
  if (t->is_item[c] == 1 && t->alone[c] == 0) {
    for (int64_t e = t->first[c], end_e = t->first[c + 1]; e < end_e; ++e) {
      if (t->trigger[e] == ON_USE && holds(s, t, p, e, -1, -1)) {
        enqueue(s, t, e);
      }
    }
    run(s, t);
    return;
  }
  only = only_place(s, t, c);
  if (only < 0) {
    s->phase = PLACING;
    return;
  }
  place_card(s, t, only);
}

static void place_card(State *s, Tables *t, int64_t action) {
  put_down(s, t, action);
  if (s->wipe_at_ten == 1 && free_place(s, s->turn) == GROUPS) {
    while (s->lying[s->turn] > 0) {
      scrap(s, s->turn, s->lying[s->turn] - 1);
    }
  }
  run(s, t);
}

/* Place the card being played and queue its effects. */
static void put_down(State *s, Tables *t, int64_t action) {
  int64_t p = 0, c = 0, place = 0, i = 0;
  p = s->turn;
  c = s->using;
  if (t->is_item[c] == 0 && (action == NEW || !stacks_for_nothing(s, t))) {
    s->words -= 1;
  }
  s->using = 0;
  if (action == NEW) {
    place = free_place(s, p);
    i = new_index(s, p, place);
    lay(s, p, i, c, place);
    trigger(s, t, p, i, ON_PLAY, -1);
  } else if (action < OVER_GROUP) {
    s->stacked = 1;
    place = action - UNDER;
    i = bottom_of(s, p, place) + 1;
    lay(s, p, i, c, place);
    if (t->under_form[c] != NO_FORM) {
      s->form[p][i - 1] = t->under_form[c];
    }
    if (t->under_form[c] != NO_FORM) {
    }
    trigger(s, t, p, i, ON_PLAY, i - 1);
    if (t->under_form[c] != NO_FORM) {
      trigger(s, t, p, i, CONJUGATES, i - 1);
      trigger(s, t, p, i - 1, CONJUGATED, i);
    }
  } else {
    s->stacked = 1;
    place = action - OVER_GROUP;
    i = top_of(s, p, place);
    lay(s, p, i, c, place);
    s->marks[p][i] |= MODIFIES;
    trigger(s, t, p, i, ON_PLAY, i + 1);
    trigger(s, t, p, i, MODIFYING, i + 1);
    trigger(s, t, p, i + 1, MODIFIED, i);
  }
  check_presence(s, t, p);
}

static void use_effect(State *s, Tables *t, int64_t i) {
  int64_t p = 0, e = 0;
  p = s->turn;
  e = effect_to_use(s, t, i);
  s->plays += 1;
  if (t->once[e] == 1) {
    s->marks[p][i] |= USED;
  }
  enqueue(s, t, e);
  if (t->cost[e] == DISCARD_THIS) {
    scrap(s, p, i);
    check_presence(s, t, p);
  }
  run(s, t);
}

/* Return the score card, group or card that an answer names. */
static int64_t option_of(int64_t action) {
  if (action < SCORE) {
    return action - GROUP;
  }
  return (action < USE) ? (action - SCORE) : (action - PICK);
}

/* ------------------------------------------------------------- benchmark */

static int64_t actions[NUM_ACTIONS];

static void start(State *s, Tables *t, int64_t players, int64_t *options, int64_t seed) {
  memset(s, 0, sizeof *s);
  s->rng = seed;
  setup(s, t, players, options);
}

int64_t state_size(void) { return sizeof(State); }
int64_t tables_size(void) { return sizeof(Tables); }

int64_t playouts(Tables *t, int64_t *options, int64_t players, int64_t seed, int64_t games) {
  uint64_t policy = mix(seed, 1);
  int64_t steps = 0;
  State s;
  for (int64_t game = 0; game < games; ++game) {
    start(&s, t, players, options, seed + game);
    while (s.to_act >= 0) {
      int64_t n = legal(&s, t, actions);
      apply(&s, t, actions[rand_below(&policy, n)]);
      ++steps;
    }
  }
  return steps;
}

int64_t trace(Tables *t, int64_t *options, int64_t players, int64_t seed, int64_t games) {
  uint64_t policy = mix(seed, 1);
  int64_t h = 0, ranks[2];
  double utilities[2];
  State s;
  for (int64_t game = 0; game < games; ++game) {
    start(&s, t, players, options, seed + game);
    while (s.to_act >= 0) {
      int64_t n = legal(&s, t, actions);
      int64_t action = actions[rand_below(&policy, n)];
      h = mix(h, action + 1024 * s.to_act + 16384 * n);
      for (int64_t viewer = -1; viewer < players; ++viewer) h = mix(h, information_state_key(&s, t, viewer));
      apply(&s, t, action);
    }
    result(&s, t, utilities, ranks);
    for (int64_t p = 0; p < players; ++p) h = mix(h, ranks[p] + 16 * (int64_t)nearbyint((utilities[p] + 1.0) * 100000.0));
  }
  return h;
}
