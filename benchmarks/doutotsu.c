/* Random play of doutotsu in C: the reference for the speed of the compiled build.

   Uses the same record, card tables, rules and random generator as src/tefuda/games/doutotsu, written
   in idiomatic C.  Only benchmarks/doutotsu.py uses it, after a check that it plays the same games move by move.

       gcc -O3 -march=native -shared -fPIC doutotsu.c -o doutotsu.so
*/
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MAX_PLAYERS = 3, HAND = 11, GOAL = 3, COLOURS = 4, HALVES = 2, HALF = 15, MAX_KANA = 30, GLYPHS = 82 };
enum { MOST_NAMES = 40, MOST_LETTERS = 8, MOST_TRIPLES = 1024 };
enum { CHOOSE, LAY, DISCARD, DISCARD_AFTER_LAYING };
enum {
  DRAW = 0,
  FIRST_LAY = 1,
  FIRST_TAKE = FIRST_LAY + COLOURS,
  FIRST_DISCARD = FIRST_TAKE + MOST_NAMES,
  OUT = FIRST_DISCARD + COLOURS * GLYPHS,
  MAX_ACTIONS = OUT + 1
};
#define ONES 0x111111111111111ll
#define GUARD 0x888888888888888ll
#define BYTES 0x0F0F0F0F0F0F0F0Fll

typedef int64_t Bag[COLOURS][HALVES];

typedef struct {
  int8_t colours, kana, wide, glyph[MAX_KANA], slot[GLYPHS];
  int64_t deck[2][COLOURS][HALVES];
  int8_t names[2], length[MOST_NAMES], letter[MOST_NAMES][MOST_LETTERS];
  int64_t need[MOST_NAMES][HALVES];
  int16_t triples[2];
  int8_t triple[MOST_TRIPLES][3];
  int64_t whole[HALVES][MOST_TRIPLES];
} Tables;

typedef struct {
  uint64_t rng;
  int8_t to_act, players, pending, core, open_discards, most_games, game, first, phase, left, top, under, shown;
  int8_t scores[MAX_PLAYERS], name[MAX_PLAYERS], exposed[MAX_PLAYERS][MOST_LETTERS];
  Bag pile, buried, held[MAX_PLAYERS], spare;
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

/* ------------------------------------------------------------------ bags */

static inline int kana_of(int card) { return card / COLOURS; }
static inline int colour_of(int card) { return card % COLOURS; }
static inline int64_t unit(int kana) { return 1ll << 4 * (kana % HALF); }

static inline int number(Bag bag, int card) {
  int kana = kana_of(card);
  return bag[colour_of(card)][kana / HALF] >> 4 * (kana % HALF) & 15;
}

static inline void add(Bag bag, int card) { bag[colour_of(card)][kana_of(card) / HALF] += unit(kana_of(card)); }
static inline void take_out(Bag bag, int card) { bag[colour_of(card)][kana_of(card) / HALF] -= unit(kana_of(card)); }

static inline int cards_in(int64_t word) {
  uint64_t pairs = (word & BYTES) + (word >> 4 & BYTES);
  return pairs * 0x0101010101010101u >> 56;
}

static inline int64_t filled(int64_t word) { return (word | word >> 1 | word >> 2) & ONES; }

static int cards_of(Bag bag) {
  int total = 0;
  for (int c = 0; c < COLOURS; c++) total += cards_in(bag[c][0]) + cards_in(bag[c][1]);
  return total;
}

static int draw(State *s) {
  int k = rand_below(&s->rng, s->left);
  for (int c = 0; c < COLOURS; c++)
    for (int half = 0; half < HALVES; half++) {
      int64_t word = s->pile[c][half];
      int here = cards_in(word);
      if (k >= here) {
        k -= here;
        continue;
      }
      int bit = __builtin_ctzll(word) & ~3;
      while (k >= (word >> bit & 15)) {
        k -= word >> bit & 15;
        bit += 4;
      }
      s->pile[c][half] -= 1ll << bit;
      s->left--;
      return COLOURS * (bit / 4 + HALF * half) + c;
    }
  return -1;
}

/* -------------------------------------------------------------- spelling */

static inline void letters(const State *s, int p, int64_t word[HALVES]) {
  word[0] = word[1] = 0;
  for (int c = 0; c < COLOURS; c++)
    for (int half = 0; half < HALVES; half++) word[half] += s->held[p][c][half];
}

static inline int spells(const Tables *t, int n, int64_t word0, int64_t word1) {
  int64_t enough = ((word0 | GUARD) - t->need[n][0]) & ((word1 | GUARD) - t->need[n][1]);
  return (enough & GUARD) == GUARD;
}

static int one_coloured(const State *s, const Tables *t, int p, int i) {
  int found = 0;
  for (int j = 0; j < 3; j++) {
    int n = t->triple[i][j];
    for (int c = 0; c < t->colours; c++) {
      const int64_t *word = s->held[p][c];
      if (!spells(t, n, word[0], word[1])) continue;
      found = 1;
      for (int k = 0; k < j; k++)
        for (int other = 0; other < t->colours; other++) {
          const int64_t *rest = s->held[p][other];
          int64_t used0 = other == c ? t->need[n][0] : 0, used1 = other == c ? t->need[n][1] : 0;
          if (spells(t, t->triple[i][k], rest[0] - used0, rest[1] - used1)) return 2;
        }
    }
  }
  return found;
}

static int out_points(const State *s, const Tables *t, int p) {
  int64_t word[HALVES];
  int best = 0;
  letters(s, p, word);
  for (int i = 0; i < t->triples[s->core]; i++)
    if (t->whole[0][i] == word[0] && t->whole[1][i] == word[1]) {
      int found = one_coloured(s, t, p, i);
      if ((found > 0 || s->players > 2) && found + 1 > best) best = found + 1;
    }
  return best;
}

static inline int64_t lacking(int64_t have, int64_t need) { /* missing copies per kana */
  int64_t enough = ((have | GUARD) - need) & GUARD, short_of = (GUARD ^ enough) >> 3;
  int64_t mask = short_of * 15;
  return (need & mask) - (have & mask);
}

static int is_waiting(State *s, const Tables *t, int p) {
  int64_t word[HALVES], found[HALVES] = {0, 0};
  letters(s, p, word);
  for (int i = 0; i < t->triples[s->core]; i++) {
    int64_t lack0 = lacking(word[0], t->whole[0][i]), lack1 = lacking(word[1], t->whole[1][i]);
    if (cards_in(lack0) + cards_in(lack1) == 1) {
      found[0] |= lack0;
      found[1] |= lack1;
    }
  }
  for (int half = 0; half < HALVES; half++)
    for (int64_t bits = found[half]; bits; bits &= bits - 1)
      for (int c = 0; c < t->colours; c++) {
        int card = COLOURS * (__builtin_ctzll(bits) / 4 + HALF * half) + c;
        if (number((int64_t(*)[HALVES])t->deck[s->core], card) <= number(s->held[p], card)) continue;
        add(s->held[p], card);
        int points = out_points(s, t, p);
        take_out(s->held[p], card);
        if (points) return 1;
      }
  return 0;
}

static int can_expose(const Tables *t, int n, const int64_t with_discard[HALVES], int kana) {
  return t->need[n][kana / HALF] >> 4 * (kana % HALF) & 15 && spells(t, n, with_discard[0], with_discard[1]);
}

static int next_letter(const State *s, const Tables *t, int p) {
  int place = 0;
  while (place < t->length[s->name[p] - 1] && s->exposed[p][place]) place++;
  return place;
}

static int in_hand(State *s, const Tables *t, int p, int card) {
  int copies = number(s->held[p], card);
  if (s->name[p] && copies)
    for (int place = 0; place < t->length[s->name[p] - 1]; place++) copies -= s->exposed[p][place] == card + 1;
  return copies;
}

/* ----------------------------------------------------------------- turns */

static void draw_card(State *s) {
  add(s->held[s->to_act], draw(s));
  s->phase = DISCARD;
}

static void begin_turn(State *s) {
  s->phase = CHOOSE;
  if (!s->top || s->name[s->to_act]) draw_card(s);
}

static void begin_game(State *s, const Tables *t) {
  s->game++;
  s->shown = 0;
  memset(s->held, 0, sizeof s->held);
  memcpy(s->pile, t->deck[s->core], sizeof s->pile);
  s->left = cards_of(s->pile);
  s->to_act = s->first;
  for (int p = 0; p < s->players; p++)
    for (int i = 0; i < HAND; i++) add(s->held[p], draw(s));
  begin_turn(s);
}

static void end_game(State *s, const Tables *t) {
  int best = 0;
  memset(s->name, 0, sizeof s->name);
  memset(s->exposed, 0, sizeof s->exposed);
  memset(s->buried, 0, sizeof s->buried);
  memcpy(s->pile, t->deck[s->core], sizeof s->pile);
  for (int p = 0; p < s->players; p++) {
    if (s->scores[p] > best) best = s->scores[p];
    if (s->shown != p + 1) memset(s->held[p], 0, sizeof s->held[p]);
    for (int c = 0; c < COLOURS; c++)
      for (int half = 0; half < HALVES; half++) s->pile[c][half] -= s->held[p][c][half];
  }
  s->left = cards_of(s->pile);
  s->top = s->under = 0;
  s->phase = CHOOSE;
  if (s->game == s->most_games || best >= GOAL) {
    s->to_act = -1;
    return;
  }
  s->first = s->first + 1 < s->players ? s->first + 1 : 0;
  begin_game(s, t);
}

static void score(State *s, int p, int points) {
  s->scores[p] += points;
  s->shown = p + 1;
}

static void setup(State *s, const Tables *t, int players, const int64_t *options, uint64_t seed) {
  memset(s, 0, sizeof *s);
  s->rng = seed;
  s->players = players;
  s->core = options[0];
  s->open_discards = options[1];
  s->most_games = options[2];
  s->first = rand_below(&s->rng, players);
  begin_game(s, t);
}

static int legal(State *s, const Tables *t, int64_t *actions) {
  int p = s->to_act, n = 0;
  if (s->phase == LAY) {
    int kana = t->letter[s->name[p] - 1][next_letter(s, t, p)];
    for (int c = 0; c < t->colours; c++)
      if (in_hand(s, t, p, COLOURS * kana + c) > 0) actions[n++] = FIRST_LAY + c;
    return n;
  }
  int64_t word[HALVES];
  if (s->phase == CHOOSE) {
    int kana = kana_of(s->top - 1);
    actions[n++] = DRAW;
    add(s->held[p], s->top - 1);
    letters(s, p, word);
    for (int name = 0; name < t->names[s->core]; name++)
      if (can_expose(t, name, word, kana)) actions[n++] = FIRST_TAKE + name;
    if (out_points(s, t, p)) actions[n++] = OUT;
    take_out(s->held[p], s->top - 1);
    return n;
  }
  letters(s, p, word);
  for (int half = 0; half < HALVES; half++)
    for (int64_t bits = filled(word[half]); bits; bits &= bits - 1) {
      int kana = __builtin_ctzll(bits) / 4 + HALF * half;
      for (int c = 0; c < t->colours; c++)
        if (in_hand(s, t, p, COLOURS * kana + c) > 0)
          actions[n++] = FIRST_DISCARD + COLOURS * t->glyph[kana] + c;
    }
  if (s->phase == DISCARD && out_points(s, t, p)) actions[n++] = OUT;
  return n;
}

static void apply(State *s, const Tables *t, int64_t action) {
  int p = s->to_act;
  if (action == DRAW) {
    draw_card(s);
  } else if (action == OUT) {
    if (s->phase == CHOOSE) {
      add(s->held[p], s->top - 1);
      s->top = 0;
    }
    score(s, p, out_points(s, t, p));
    end_game(s, t);
  } else if (action < FIRST_TAKE) {
    int place = next_letter(s, t, p);
    s->exposed[p][place] = COLOURS * t->letter[s->name[p] - 1][place] + (action - FIRST_LAY) + 1;
    if (next_letter(s, t, p) == t->length[s->name[p] - 1]) s->phase = DISCARD_AFTER_LAYING;
  } else if (action < FIRST_DISCARD) {
    int name = action - FIRST_TAKE, card = s->top - 1, place = 0;
    s->top = 0;
    add(s->held[p], card);
    s->name[p] = name + 1;
    while (t->letter[name][place] != kana_of(card)) place++;
    s->exposed[p][place] = card + 1;
    s->phase = next_letter(s, t, p) < t->length[name] ? LAY : DISCARD_AFTER_LAYING;
  } else {
    int place = action - FIRST_DISCARD, card = COLOURS * (t->slot[place / COLOURS] - 1) + place % COLOURS;
    take_out(s->held[p], card);
    if (s->top) {
      if (s->under) add(s->buried, s->under - 1);
      s->under = s->top;
    }
    s->top = card + 1;
    if (s->left) {
      s->to_act = p + 1 < s->players ? p + 1 : 0;
      begin_turn(s);
      return;
    }
    for (int i = 0; i < s->players; i++) {
      int q = (s->first + i) % s->players;
      if (is_waiting(s, t, q)) {
        score(s, q, 1);
        break;
      }
    }
    end_game(s, t);
  }
}

static int64_t information_state_key(const State *s, const Tables *t, int viewer) {
  int64_t h = mix(s->to_act + 1 + 4 * s->first + 16 * s->phase + 64 * s->game,
                  s->core + 2 * s->open_discards + 4 * s->most_games);
  h = mix(h, s->top + (s->under << 8) + (s->left << 16) + (s->shown << 24));
  h = mix(h, s->scores[0] + (s->scores[1] << 8) + (s->scores[2] << 16));
  for (int p = 0; p < s->players; p++) {
    h = mix(h, s->name[p]);
    if (s->name[p])
      for (int place = 0; place < t->length[s->name[p] - 1]; place++) h = mix(h, s->exposed[p][place]);
  }
  for (int c = 0; c < t->colours; c++)
    for (int half = 0; half < 1 + t->wide; half++) {
      h = mix(h, s->buried[c][half]);
      if (viewer >= 0) h = mix(h, s->held[viewer][c][half]);
      if (s->shown) h = mix(h, s->held[s->shown - 1][c][half]);
    }
  return h;
}

/* ---------------------------------------------------------- exported */

/* Play `games` random matches from consecutive seeds; return the number of decisions. */
int64_t playouts(const Tables *t, int64_t players, const int64_t *options, uint64_t seed, int64_t games) {
  State s;
  int64_t actions[MAX_ACTIONS], steps = 0;
  uint64_t policy = mix(seed, 1);
  for (int64_t i = 0; i < games; i++)
    for (setup(&s, t, players, options, seed + i); s.to_act >= 0; steps++)
      apply(&s, t, actions[rand_below(&policy, legal(&s, t, actions))]);
  return steps;
}

/* Return the same hash as `trace` of src/tefuda/engine/simulation.py. */
int64_t trace(const Tables *t, int64_t players, const int64_t *options, uint64_t seed, int64_t games) {
  State s;
  int64_t actions[MAX_ACTIONS], h = 0;
  uint64_t policy = mix(seed, 1);
  for (int64_t i = 0; i < games; i++) {
    setup(&s, t, players, options, seed + i);
    while (s.to_act >= 0) {
      int n = legal(&s, t, actions);
      int64_t action = actions[rand_below(&policy, n)];
      h = mix(h, action + 1024 * s.to_act + 16384 * n);
      for (int viewer = -1; viewer < players; viewer++) h = mix(h, information_state_key(&s, t, viewer));
      apply(&s, t, action);
    }
    for (int p = 0; p < players; p++) {
      int more = 0, fewer = 0;
      for (int q = 0; q < players; q++) {
        more += s.scores[q] > s.scores[p];
        fewer += s.scores[q] < s.scores[p];
      }
      double utility = (double)(fewer - more) / (players - 1);
      h = mix(h, 1 + more + 16 * llrint((utility + 1) * 100000));
    }
  }
  return h;
}

int64_t state_size(void) { return sizeof(State); }
int64_t tables_size(void) { return sizeof(Tables); }
