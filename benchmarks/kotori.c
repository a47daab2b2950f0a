/* Random play of kotori in C: the reference for the speed of the compiled build.

   Uses the same record, card tables, rules (as published) and random generator as src/tefuda/games/kotori, written
   in idiomatic C.  Only benchmarks/speed.py uses it, after a check that it plays the same games move by move.

       gcc -O3 -march=native -shared -fPIC kotori.c -o kotori.so
*/
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MAX_PLAYERS = 4, RANKS = 11, TOP_RANK = 10, FIELD_CARDS = 3, PASS = 0, DRAW = 1, YIELD = 2, MAX_ACTIONS = 3 };

typedef struct {
  uint64_t rng;
  int8_t to_act, players, pending, dealer, out, drew, allow_yield, extra_birds, extra_rebuilds, rebuilt, top, left;
  int8_t spare[5], burst[MAX_PLAYERS], sideways[MAX_PLAYERS];
  int16_t field, bids[MAX_PLAYERS], cage[MAX_PLAYERS];
  int64_t line[MAX_PLAYERS], deck, discard;
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

/* ----------------------------------------------------------------- rules */

static inline int all_seats(const State *s) { return (1 << s->players) - 1; }

static int64_t total(int64_t line) {
  int64_t points = 0;
  for (; line; line >>= 4) points += line & 15;
  return points;
}

static int64_t as_bag(int64_t line) {
  int64_t bag = 0;
  for (; line; line >>= 4) bag += 1ll << 4 * (line & 15);
  return bag;
}

static int64_t without(int64_t line, int rank) {
  int64_t kept = 0;
  for (int shift = 0; line; line >>= 4)
    if ((line & 15) != rank) {
      kept |= (line & 15) << shift;
      shift += 4;
    }
  return kept;
}

static void end_game(State *s) {
  for (int rank = 1; rank < RANKS; rank++) s->discard += (int64_t)(s->field >> rank & 1) << 4 * rank;
  s->field = 0;
  for (int i = 0; i < 2; i++)
    if (s->spare[i]) {
      s->discard += 1ll << 4 * s->spare[i];
      s->spare[i] = 0;
    }
  for (int p = 0; p < s->players; p++) {
    s->discard += as_bag(s->line[p]);
    if (s->burst[p]) s->discard += 1ll << 4 * s->burst[p];
    s->burst[p] = s->sideways[p] = s->bids[p] = s->line[p] = 0;
  }
  s->drew = s->out = 0;
  s->to_act = -1;
}

static void turn_up(State *s) {
  if (!s->left && !s->rebuilt && s->discard) {
    s->rebuilt = 1;
    s->deck = s->discard;
    s->discard = 0;
    for (int rank = 1; rank < RANKS; rank++) s->left += s->deck >> 4 * rank & 15;
  }
  if (!s->left) {
    end_game(s);
    return;
  }
  int64_t k = rand_below(&s->rng, s->left);
  int rank = TOP_RANK;
  for (int64_t n; k >= (n = s->deck >> 4 * rank & 15); rank--) k -= n;
  s->deck -= 1ll << 4 * rank;
  s->left--;
  s->top = rank;
}

static void begin_round(State *s) {
  s->out = s->drew = 0;
  s->to_act = s->dealer;
  int spares = 0;
  for (int i = 0; i < FIELD_CARDS; i++) {
    int rank = s->top;
    s->top = 0;
    if (s->field >> rank & 1)
      s->spare[spares++] = rank;
    else
      s->field |= 1 << rank;
    turn_up(s);
    if (s->to_act < 0) return;
  }
  for (int i = 0; i < spares; i++) {
    s->discard += 1ll << 4 * s->spare[i];
    s->spare[i] = 0;
  }
}

static void go_bust(State *s, int p) {
  s->bids[p] ^= 1 << s->top;
  s->line[p] = without(s->line[p], s->top);
  s->burst[p] = s->top;
  s->out |= 1 << p;
}

static void next_turn(State *s) {
  s->drew = 0;
  if (s->out == all_seats(s)) return;
  int p = s->to_act;
  do
    if (++p >= s->players) p = 0;
  while (s->out >> p & 1);
  s->to_act = p;
}

static void end_round(State *s) {
  int winner = s->dealer, p = s->dealer;
  int64_t best = -1;
  for (int i = 0; i < s->players; i++) {
    int64_t points = total(s->line[p]);
    if (points > best) {
      best = points;
      winner = p;
    }
    if (++p >= s->players) p = 0;
  }
  s->discard += as_bag(s->line[winner]);
  s->bids[winner] = 0;
  s->line[winner] = 0;
  for (p = 0; p < s->players; p++) {
    if (s->burst[p]) {
      s->discard += 1ll << 4 * s->burst[p];
      s->burst[p] = 0;
    }
    s->sideways[p] = 0;
  }
  while (s->field) {
    int rank = __builtin_ctz(s->field);
    s->field ^= 1 << rank;
    s->cage[winner] ^= 1 << rank;
    if (!(s->cage[winner] >> rank & 1)) s->discard += 2ll << 4 * rank;
  }
  s->dealer = winner;
}

static void settle(State *s) {
  while (s->to_act >= 0) {
    if (s->out == all_seats(s)) {
      end_round(s);
      begin_round(s);
    } else if (s->bids[s->to_act] >> s->top & 1) {
      go_bust(s, s->to_act);
      next_turn(s);
    } else
      return;
  }
}

static void setup(State *s, const int8_t *copies, int players, int allow_yield, uint64_t seed) {
  memset(s, 0, sizeof *s);
  s->rng = seed;
  s->players = players;
  s->allow_yield = allow_yield;
  for (int rank = 1; rank < RANKS; rank++) {
    s->deck += (int64_t)copies[rank] << 4 * rank;
    s->left += copies[rank];
  }
  s->dealer = rand_below(&s->rng, players);
  turn_up(s);
  begin_round(s);
  settle(s);
}

static int legal(const State *s, int64_t *actions) {
  int n = 0;
  if (s->bids[s->to_act]) actions[n++] = PASS;
  actions[n++] = DRAW;
  if (s->allow_yield && s->drew && (s->out | 1 << s->to_act) != all_seats(s)) actions[n++] = YIELD;
  return n;
}

static void apply(State *s, int64_t action) {
  int p = s->to_act;
  if (action == DRAW) {
    int rank = s->top;
    s->bids[p] |= 1 << rank;
    s->line[p] = s->line[p] << 4 | rank;
    s->drew = 1;
    s->top = 0;
    turn_up(s);
    if (s->to_act < 0 || !(s->bids[p] >> s->top & 1)) return;
    go_bust(s, p);
  } else if (action == PASS) {
    s->sideways[p] = s->line[p] & 15;
    s->out |= 1 << p;
  }
  next_turn(s);
  settle(s);
}

static int score(const State *s, int p) {
  return s->cage[p] ? 16 * __builtin_popcount(s->cage[p]) + 31 - __builtin_clz(s->cage[p]) : 0;
}

static int64_t information_state_key(const State *s) {
  int64_t h = mix(s->deck, s->to_act + 1 + 8 * s->dealer + 32 * s->out + 512 * s->drew + 1024 * s->rebuilt + 2048 * s->top);
  h = mix(h, s->discard);
  h = mix(h, s->field + (s->allow_yield << 16));
  for (int p = 0; p < s->players; p++) {
    h = mix(h, s->line[p]);
    h = mix(h, s->cage[p] + (s->burst[p] << 16) + (s->sideways[p] << 20));
  }
  return h;
}

/* ------------------------------------------------------------ exported */

/* Play `games` random games from consecutive seeds; return the number of decisions. */
int64_t playouts(const int8_t *copies, int64_t players, int64_t allow_yield, uint64_t seed, int64_t games) {
  State s;
  int64_t actions[MAX_ACTIONS], steps = 0;
  uint64_t policy = mix(seed, 1);
  for (int64_t i = 0; i < games; i++)
    for (setup(&s, copies, players, allow_yield, seed + i); s.to_act >= 0; steps++)
      apply(&s, actions[rand_below(&policy, legal(&s, actions))]);
  return steps;
}

/* Return the same hash as `trace` of src/tefuda/engine/simulation.py. */
int64_t trace(const int8_t *copies, int64_t players, int64_t allow_yield, uint64_t seed, int64_t games) {
  State s;
  int64_t actions[MAX_ACTIONS], h = 0;
  uint64_t policy = mix(seed, 1);
  for (int64_t i = 0; i < games; i++) {
    setup(&s, copies, players, allow_yield, seed + i);
    while (s.to_act >= 0) {
      int n = legal(&s, actions);
      int64_t action = actions[rand_below(&policy, n)];
      h = mix(h, action + 1024 * s.to_act + 16384 * n);
      for (int viewer = -1; viewer < players; viewer++) h = mix(h, information_state_key(&s));
      apply(&s, action);
    }
    for (int p = 0; p < players; p++) {
      int won = 0, lost = 0;
      for (int q = 0; q < players; q++) {
        won += score(&s, q) < score(&s, p);
        lost += score(&s, q) > score(&s, p);
      }
      double utility = (double)(won - lost) / (players - 1);
      h = mix(h, 1 + lost + 16 * llrint((utility + 1) * 100000));
    }
  }
  return h;
}

int64_t state_size(void) { return sizeof(State); }
