/* Random play of llama in C: the reference for the speed of the compiled build.

   Uses the same record, card tables, rules and random generator as src/tefuda/games/llama, written
   in idiomatic C.  Only benchmarks/llama.py uses it, after a check that it plays the same games move by move.

       gcc -O3 -march=native -shared -fPIC llama.c -o llama.so
*/
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MAX_PLAYERS = 5, MAX_NOTES = 30, DEALT = 2, HAND = 5, SIGHTED = 4, PUBLIC = MAX_PLAYERS, GOOD = 0, BAD = 1, MARKS = 16 };
enum { FOLD, PLAY, TOP, BOTTOM, STOP, VOTE, ALL_IN = 10, DECLINE, DROP, REVEAL, WITHDRAW, MARK };
enum { NUM_ACTIONS = MARK + MARKS * HAND };
enum { BETTING, DRAWING, VOTING, RAISING, CONFIRMING };

typedef struct {
  int8_t notes[2], coins, withdrawal, late[MAX_PLAYERS + 1];
  int32_t marks;
} Tables;

typedef struct {
  uint64_t rng;
  int8_t to_act, players, pending, games, swap, limit;
  int16_t rounds;
  int8_t game;
  int16_t round;
  int8_t phase, dealer, unit, lap, waiting, alive, folded, gone, allin;
  int8_t coins[MAX_PLAYERS], stake[MAX_PLAYERS], vote[MAX_PLAYERS];
  int16_t fell[MAX_PLAYERS];
  int8_t wins[MAX_PLAYERS], outlasted[MAX_PLAYERS];
  int8_t top, bottom, held[MAX_PLAYERS], noted[MAX_PLAYERS], hand[MAX_PLAYERS][HAND];
  int64_t seen[MAX_PLAYERS], open;
  int8_t kind[MAX_NOTES], look[MAX_NOTES];
  int32_t fresh[MAX_NOTES];
  int8_t looks;
  int32_t pattern[MAX_NOTES];
  int8_t size[MAX_NOTES], sure[2 * (MAX_PLAYERS + 1)][MAX_NOTES], looked[MAX_PLAYERS][MAX_NOTES];
  int8_t count[MAX_NOTES], spot[MAX_NOTES], target[MAX_NOTES], flow[MAX_NOTES]; /* scratch, here and below */
  int32_t marked[MAX_NOTES], was[MAX_NOTES], where[MAX_NOTES];
} State;

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

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

/* ----------------------------------------------------------------- notes */

static inline int all_notes(const Tables *t) { return t->notes[GOOD] + t->notes[BAD]; }

static inline int64_t known_to(const State *s, int viewer) {
  return viewer < 0 || viewer >= PUBLIC ? s->open : s->open | s->seen[viewer];
}

static void remember(State *s) {
  for (int i = 0; i <= s->players; i++) {
    int v = i < s->players ? i : PUBLIC;
    int64_t known = known_to(s, v);
    if (!known) continue;
    int8_t all[MAX_NOTES] = {0}, good[MAX_NOTES] = {0};
    for (; known; known &= known - 1) {
      int place = __builtin_ctzll(known);
      all[s->look[place]]++;
      good[s->look[place]] += s->kind[place] == GOOD;
    }
    for (int c = 0; c < s->looks; c++) {
      s->sure[2 * v + GOOD][c] = LARGER(s->sure[2 * v + GOOD][c], good[c]);
      s->sure[2 * v + BAD][c] = LARGER(s->sure[2 * v + BAD][c], all[c] - good[c]);
      if (v < PUBLIC) s->looked[v][c] = LARGER(s->looked[v][c], all[c]);
    }
  }
}

/* Show the new marks: which notes change from which pattern to which, and what is remembered of them. */
static void look_over(State *s, int notes) {
  int32_t marked[MAX_NOTES], pattern[MAX_NOTES];
  int8_t target[MAX_NOTES], spot[MAX_NOTES], flow[MAX_NOTES] = {0}, size[MAX_NOTES] = {0};
  int flows = 0, looks = 0;
  for (int i = 0; i < notes; i++) {
    int32_t mine = marked[i] = s->pattern[s->look[i]] | s->fresh[i];
    int c = looks;
    while (c && pattern[c - 1] > mine) c--;
    if (c && pattern[c - 1] == mine) continue;
    memmove(pattern + c + 1, pattern + c, (looks++ - c) * sizeof *pattern);
    pattern[c] = mine;
  }
  for (int i = 0; i < notes; i++) {
    int c = 0;
    while (pattern[c] != marked[i]) c++;
    target[i] = c;
    size[c]++;
    int f = 0;
    while (f < flows && (s->look[spot[f]] != s->look[i] || target[spot[f]] != c)) f++;
    if (f == flows) spot[flows++] = i;
    flow[f]++;
  }
  for (int i = 0; i <= s->players; i++) {
    int v = i < s->players ? i : PUBLIC;
    for (int kind = 0; kind < 2; kind++) {
      int8_t *sure = s->sure[2 * v + kind], least[MAX_NOTES] = {0};
      for (int f = 0; f < flows; f++) {
        int old = s->look[spot[f]], new = target[spot[f]], sent = LARGER(0, sure[old] - (s->size[old] - flow[f])), own = 0;
        for (int j = 0; v < PUBLIC && j < s->held[v]; j++) {
          int place = s->hand[v][j] - 1;
          own += s->look[place] == old && target[place] == new && s->seen[v] >> place & 1 && s->kind[place] == kind;
        }
        least[new] += LARGER(sent, own);
      }
      memcpy(sure, least, MAX_NOTES);
    }
    if (v < PUBLIC) {
      int8_t least[MAX_NOTES] = {0};
      for (int f = 0; f < flows; f++) {
        int old = s->look[spot[f]];
        least[target[spot[f]]] += LARGER(0, s->looked[v][old] - (s->size[old] - flow[f]));
      }
      memcpy(s->looked[v], least, MAX_NOTES);
    }
  }
  memset(s->pattern, 0, sizeof s->pattern);
  memcpy(s->pattern, pattern, looks * sizeof *pattern);
  memcpy(s->size, size, sizeof size);
  memcpy(s->look, target, notes);
  memset(s->fresh, 0, sizeof s->fresh);
  s->looks = looks;
}

static void gather(State *s, const Tables *t) {
  remember(s);
  for (int i = 0; i < all_notes(t); i++)
    if (s->fresh[i]) {
      look_over(s, all_notes(t));
      break;
    }
  memset(s->held, 0, sizeof s->held);
  memset(s->noted, 0, sizeof s->noted);
  memset(s->hand, 0, sizeof s->hand);
  memset(s->seen, 0, sizeof s->seen);
  s->open = 0;
  s->top = -1;
}

static void deal(State *s, const Tables *t) {
  for (int i = all_notes(t) - 1; i > 0; i--) {
    int j = rand_below(&s->rng, i + 1);
    int8_t kind = s->kind[i], look = s->look[i];
    s->kind[i] = s->kind[j];
    s->kind[j] = kind;
    s->look[i] = s->look[j];
    s->look[j] = look;
  }
  s->top = 0;
  for (int p = 0; p < s->players; p++)
    if (s->alive >> p & 1)
      for (int i = 0; i < DEALT; i++) {
        s->seen[p] |= 1ll << s->top;
        s->hand[p][s->held[p]++] = ++s->top;
      }
  s->bottom = all_notes(t) - 1;
}

/* ----------------------------------------------------------------- round */

static inline int fighters(const State *s) { return s->alive & ~(s->folded | s->gone); }

static inline int after(const State *s, int p) { return p + 1 < s->players ? p + 1 : 0; }

static int first_of(const State *s, int start, int seats) {
  while (!(seats >> start & 1)) start = after(s, start);
  return start;
}

static void begin_lap(State *s, int start, int seats) {
  s->lap = start;
  s->waiting = seats;
  s->to_act = first_of(s, start, seats);
}

static int put_forward(State *s, int p, int coins) {
  if (p >= MAX_PLAYERS) __builtin_unreachable();
  int paid = SMALLER(coins, s->coins[p]);
  s->coins[p] -= paid;
  s->stake[p] += paid;
  return paid;
}

static void begin_drawing(State *s) {
  s->phase = DRAWING;
  begin_lap(s, s->dealer, fighters(s));
}

static void begin_game(State *s, const Tables *t) {
  s->game++;
  s->round = 0;
  s->unit = 1;
  s->alive = (1 << s->players) - 1;
  for (int p = 0; p < s->players; p++) {
    s->coins[p] = t->coins;
    s->fell[p] = 0;
  }
}

static void begin_round(State *s, const Tables *t) {
  s->round++;
  int left = __builtin_popcount(s->alive);
  if (s->unit == 1 && left <= t->late[s->players]) s->unit = 2;
  s->folded = s->gone = s->allin = 0;
  deal(s, t);
  if (left == 2) {
    for (int p = 0; p < s->players; p++)
      if (s->alive >> p & 1) put_forward(s, p, s->unit);
    begin_drawing(s);
    return;
  }
  s->phase = BETTING;
  begin_lap(s, s->dealer, s->alive);
}

static void show_hand(State *s, int p) {
  for (int i = 0; i < s->held[p]; i++) s->open |= 1ll << (s->hand[p][i] - 1);
}

static int is_bust(const State *s, int p) {
  int bad = 0;
  for (int i = 0; i < s->held[p]; i++) bad += s->kind[s->hand[p][i] - 1];
  return bad > 0;
}

static void settle_bluff(State *s, int p) {
  s->waiting = 0;
  s->coins[p] += s->stake[p];
  s->stake[p] = 0;
  show_hand(s, p);
  if (!is_bust(s, p)) return;
  for (int q = 0; q < s->players; q++)
    if (q < MAX_PLAYERS && s->folded >> q & 1) {
      s->coins[p] += put_forward(s, q, s->unit);
      s->stake[q] = 0;
    }
  s->dealer = p;
}

static void settle(State *s, int winner) {
  for (int p = 0; p < s->players; p++)
    if (s->vote[p] && s->vote[p] != 1 + winner) put_forward(s, p, s->unit);
  for (int p = 0; p < s->players; p++) {
    s->coins[winner] += s->stake[p];
    s->stake[p] = s->vote[p] = 0;
  }
  s->dealer = winner;
}

static void win_unseen(State *s) {
  s->waiting = 0;
  settle(s, __builtin_ctz(fighters(s)));
}

static void show_down(State *s) {
  int winner = -1, p = s->dealer;
  for (int i = 0; i < s->players; i++, p = after(s, p))
    if (fighters(s) >> p & 1) {
      show_hand(s, p);
      if (!is_bust(s, p) && (winner < 0 || s->held[p] > s->held[winner])) winner = p;
    }
  if (winner >= 0) {
    settle(s, winner);
    return;
  }
  for (p = 0; p < s->players; p++) {
    s->coins[p] += s->stake[p];
    s->stake[p] = s->vote[p] = 0;
  }
}

static void pass_on(State *s, int p) {
  s->waiting &= ~(1 << p);
  if (s->waiting)
    s->to_act = first_of(s, s->lap, s->waiting);
  else if (s->phase == BETTING)
    begin_drawing(s);
  else if (s->phase == DRAWING && s->folded) {
    s->phase = VOTING;
    begin_lap(s, s->dealer, s->folded);
  } else if (s->phase < RAISING) {
    s->phase = RAISING;
    begin_lap(s, s->dealer, fighters(s));
  } else if (s->phase == RAISING && s->allin) {
    s->phase = CONFIRMING;
    begin_lap(s, s->dealer, s->allin & ~s->gone);
  } else
    show_down(s);
}

static int stands_above(const State *s, int p, int q) {
  return s->coins[p] > s->coins[q] || (!s->coins[p] && !s->coins[q] && s->fell[p] > s->fell[q]);
}

static void end_round(State *s, const Tables *t) {
  for (int p = 0; p < s->players; p++)
    if (s->alive >> p & 1 && !s->coins[p]) {
      s->alive &= ~(1 << p);
      s->fell[p] = s->round;
    }
  s->dealer = first_of(s, s->dealer, s->alive);
  int over = __builtin_popcount(s->alive) == 1 || s->round == s->rounds;
  if (over) {
    int winner = -1;
    for (int p = 0; p < s->players; p++) {
      int above = 0, below = 0;
      for (int q = 0; q < s->players; q++) {
        below += stands_above(s, p, q);
        above += stands_above(s, q, p);
      }
      s->outlasted[p] += below;
      s->wins[p] += !above;
      if (below == s->players - 1) winner = p;
    }
    if (s->game == s->games) {
      s->to_act = -1;
      return;
    }
    if (winner >= 0) s->dealer = winner;
  }
  gather(s, t);
  if (over) begin_game(s, t);
  begin_round(s, t);
}

/* ------------------------------------------------------- rules interface */

static void setup(State *s, const Tables *t, int players, const int64_t *options, uint64_t seed) {
  memset(s, 0, sizeof *s);
  s->rng = seed;
  s->players = players;
  s->games = options[0];
  s->swap = options[1];
  s->limit = options[2];
  s->rounds = options[3];
  s->dealer = rand_below(&s->rng, players);
  for (int place = t->notes[GOOD]; place < all_notes(t); place++) s->kind[place] = BAD;
  s->looks = 1;
  s->size[0] = all_notes(t);
  begin_game(s, t);
  begin_round(s, t);
}

static int legal(const State *s, const Tables *t, int64_t *actions) {
  int n = 0, p = s->to_act;
  switch (s->phase) {
  case BETTING:
    actions[n++] = FOLD;
    actions[n++] = PLAY;
    break;
  case DRAWING:
    actions[n++] = TOP;
    actions[n++] = BOTTOM;
    actions[n++] = STOP;
    break;
  case VOTING:
    for (int left = fighters(s); left; left &= left - 1) actions[n++] = VOTE + __builtin_ctz(left);
    break;
  case RAISING:
    actions[n++] = ALL_IN;
    actions[n++] = s->allin ? DROP : DECLINE;
    break;
  default:
    actions[n++] = REVEAL;
    actions[n++] = WITHDRAW;
  }
  for (int i = 0; i < s->held[p]; i++) {
    int place = s->hand[p][i] - 1;
    if (__builtin_popcount(s->fresh[place]) >= s->limit) continue;
    int32_t there = s->pattern[s->look[place]] | s->fresh[place];
    for (int32_t left = t->marks & ~there; left; left &= left - 1)
      actions[n++] = MARK + MARKS * i + __builtin_ctz(left);
  }
  return n;
}

static void draw(State *s, int p, int action) {
  if (action == STOP) {
    pass_on(s, p);
    return;
  }
  int place = action == BOTTOM ? s->bottom-- : s->top++;
  s->hand[p][s->held[p]++] = 1 + place;
  if (s->held[p] <= SIGHTED) s->seen[p] |= 1ll << place;
  if (s->held[p] == HAND) pass_on(s, p);
}

static void answer(State *s, int p, int action) {
  if (action == DROP) {
    s->gone |= 1 << p;
    if (__builtin_popcount(fighters(s)) == 1) {
      win_unseen(s);
      return;
    }
  } else if (action == ALL_IN) {
    int first = !s->allin;
    s->allin |= 1 << p;
    put_forward(s, p, s->coins[p]);
    if (first) {
      s->lap = p;
      s->waiting = fighters(s);
    }
  }
  pass_on(s, p);
}

static void confirm(State *s, const Tables *t, int p, int action) {
  if (action == WITHDRAW) {
    int paid = SMALLER(s->stake[p], t->withdrawal + s->unit - 1);
    s->coins[p] += s->stake[p] - paid;
    s->stake[p] = paid;
    s->gone |= 1 << p;
    if (__builtin_popcount(fighters(s)) == 1) {
      win_unseen(s);
      return;
    }
  }
  pass_on(s, p);
}

static void bet(State *s, int p, int action) {
  if (action == FOLD) {
    s->folded |= 1 << p;
    if (__builtin_popcount(fighters(s)) == 1) {
      settle_bluff(s, __builtin_ctz(fighters(s)));
      return;
    }
  } else
    put_forward(s, p, s->unit);
  pass_on(s, p);
}

static void apply(State *s, const Tables *t, int64_t action) {
  int p = s->to_act;
  if (action >= MARK) {
    s->fresh[s->hand[p][(action - MARK) / MARKS] - 1] |= 1 << (action - MARK) % MARKS;
    s->pending = 1;
    return;
  }
  s->pending = 0;
  s->noted[p] = s->held[p];
  switch (s->phase) {
  case BETTING:
    bet(s, p, action);
    break;
  case DRAWING:
    draw(s, p, action);
    break;
  case VOTING:
    s->vote[p] = 1 + action - VOTE;
    pass_on(s, p);
    break;
  case RAISING:
    answer(s, p, action);
    break;
  default:
    confirm(s, t, p, action);
  }
  if (!s->waiting) end_round(s, t);
}

static int64_t information_state_key(const State *s, int viewer) {
  int v = viewer >= 0 ? viewer : PUBLIC;
  int64_t h = mix(s->round + (s->game << 8) + (s->games << 12) + (s->rounds << 16), s->to_act + 1 + ((viewer + 1) << 3));
  h = mix(h, s->phase + (s->dealer << 3) + (s->unit << 6) + (s->lap << 8) + (s->limit << 11) + (s->swap << 13));
  h = mix(h, s->waiting + (s->alive << 5) + (s->folded << 10) + (s->gone << 15) + (s->allin << 20));
  for (int p = 0; p < s->players; p++) {
    h = mix(h, s->coins[p] + (s->stake[p] << 8) + (s->vote[p] << 16) + (s->held[p] << 20) + (s->noted[p] << 24));
    if (s->games > 1) h = mix(h, s->wins[p] + (s->outlasted[p] << 8));
    if (!(s->alive >> p & 1)) h = mix(h, s->fell[p]);
    for (int i = 0; i < s->held[p]; i++) {
      int place = s->hand[p][i] - 1;
      h = mix(h, place + (s->look[place] << 5) + ((p == v ? s->fresh[place] : 0) << 10));
    }
  }
  if (s->top >= 0) h = mix(h, s->top + (s->bottom << 5) + (s->look[s->top] << 10) + (s->look[s->bottom] << 15));
  h = mix(h, s->open);
  int64_t bad = 0;
  for (int64_t known = known_to(s, viewer); known; known &= known - 1) {
    int place = __builtin_ctzll(known);
    bad |= (int64_t)s->kind[place] << place;
  }
  h = mix(h, bad);
  for (int c = 0; c < s->looks; c++) {
    int64_t own = s->sure[2 * v + GOOD][c] + (s->sure[2 * v + BAD][c] << 5);
    int64_t all = s->sure[2 * PUBLIC + GOOD][c] + (s->sure[2 * PUBLIC + BAD][c] << 5);
    h = mix(h, s->pattern[c] + (s->size[c] << 16) + ((own + (all << 10)) << 24));
  }
  for (int p = 0; p < s->players; p++)
    for (int c = 0; c < s->looks; c++)
      if (s->looked[p][c]) h = mix(h, s->looked[p][c] + (c << 5) + (p << 10));
  return mix(h, viewer == s->to_act ? s->pending : 0);
}

static int is_ahead(const State *s, int p, int q) {
  if (s->games == 1) return stands_above(s, p, q);
  return s->wins[p] > s->wins[q] || (s->wins[p] == s->wins[q] && s->outlasted[p] > s->outlasted[q]);
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
    const int8_t *holding = s.games == 1 ? s.coins : s.wins;
    int total = 0;
    for (int p = 0; p < players; p++) total += holding[p];
    for (int p = 0; p < players; p++) {
      int better = 0;
      for (int q = 0; q < players; q++) better += is_ahead(&s, q, p);
      double utility = ((double)(players * holding[p]) / total - 1.0) / (players - 1);
      h = mix(h, 1 + better + 16 * llrint((utility + 1.0) * 100000.0));
    }
  }
  return h;
}

int64_t state_size(void) { return sizeof(State); }

int64_t tables_size(void) { return sizeof(Tables); }
