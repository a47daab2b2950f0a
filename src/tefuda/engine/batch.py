"""Generic functions over many games played side by side: deal, step, list legal actions, fill observations.

Plain Python, bound to a game by `backends.py` and then run interpreted or compiled; `vector.py` calls them.  Each works
on the games from `first` to `last` - 1, so that threads can share a batch.  `states` is an array of records (or a list
of checked ones); all other arrays are NumPy's, with a row for each game.
"""

from __future__ import annotations

from typing import Any

from tefuda.engine.primitives import Ints, at, copy, ints, mix, prefetch, prefetch_row, rand_below
from tefuda.engine.rules_interface import MAX_PLAYERS, NUM_ACTIONS, apply, fill_tensors, legal, result, setup

NEXT = 1  # mixed into the seed of a game: the seed of the next one in its place
PASS = -1  # in place of an action: nothing is played in that game
CHOICES = 2  # mixed into it: the seed of random choices
NATURAL = (1 << 31) - 1  # `i & NATURAL` is i, of which the compiler then knows that it does not count from the end
AHEAD = 4  # number of games after which a prefetched state is used


def derive_seeds(seed: int, seeds: Any, first: int, last: int) -> None:
    """Give each game a seed that follows from one for all of them."""
    for i in range(first, last):
        seeds[i] = mix(seed, i)


def deal_games(
    states: Any,
    blank: Any,
    tables: Any,
    players: int,
    options: Ints,
    seeds: Any,
    most: int,
    counts: Any,
    mask: Any,
    seats: Any,
    choosers: Any,
    drawn: Any,
    first: int,
    last: int,
) -> None:
    """Deal games by their seeds, and list what is legal in them.

    `counts` are how many actions are legal, which must not exceed `most`, `mask` rows with 1 for each of their codes,
    `seats` the seats to act, `choosers` generators, `drawn` a random one of the actions.
    """
    t = at(tables, 0)
    actions = ints(NUM_ACTIONS)
    for i in range(first, last):
        deal_game(states, i, blank, t, players, options, seeds)
        at(choosers, i).rng = mix(int(seeds[i]), CHOICES)
        for code in range(NUM_ACTIONS):  # a constant: a few wide stores, no call as for `mask[i, :] = 0`
            mask[i, code] = 0
        s = at(states, i)
        n = legal(s, t, actions)
        if n > most:
            raise OverflowError("more legal actions than max_branching")
        for k in range(n):
            mask[i, actions[k]] = 1
        counts[i] = n
        seats[i] = s.to_act
        drawn[i] = actions[rand_below(at(choosers, i), n)]


def deal_game(states: Any, i: int, blank: Any, t: Any, players: int, options: Ints, seeds: Any) -> None:
    """Deal game i by its seed."""
    copy(states, i, blank, 0)
    s = at(states, i)
    s.rng = int(seeds[i])
    setup(s, t, players, options)


def illegal_choice(mask: Any, choices: Ints) -> int:
    """Return the first game whose choice is neither legal nor PASS, or -1."""
    for i in range(len(choices)):
        if choices[i] == PASS:
            continue
        if choices[i] < 0 or choices[i] >= NUM_ACTIONS or mask[i, choices[i]] == 0:
            return i
    return -1


def step_games(
    states: Any,
    blank: Any,
    tables: Any,
    players: int,
    options: Ints,
    seeds: Any,
    most: int,
    counts: Any,
    mask: Any,
    seats: Any,
    choosers: Any,
    drawn: Any,
    choices: Ints,
    sampled: bool,
    rewards: Any,
    ended: Any,
    finals: Any,
    viewers: Any,
    observations: Any,
    first: int,
    last: int,
) -> None:
    """Apply a legal choice in each game but those with PASS, and observe all of them.

    A game that ends gives its utilities as rewards, and a new one is dealt; its last state goes to `finals`, which has
    no rows if they are not wanted.  The next random actions are drawn at once, from the legal ones in the processor's
    cache; in games with PASS only if the last ones were `sampled`.  observations[i] is filled with what viewers[i],
    which may be seats[i], then sees of game i, unless it has no rows: while the state is in the cache, which is faster
    than another pass over all games.  With PASS for all games, and without `sampled`, nothing else is done.
    """
    t = at(tables, 0)
    actions = ints(NUM_ACTIONS)
    ranks = ints(MAX_PLAYERS)
    for game in range(first, last):
        i = game & NATURAL
        if i + AHEAD < last:
            prefetch(states, i + AHEAD)
            if len(observations) > 0:
                prefetch_row(observations, i + AHEAD)
        if ended[i] == 1:
            ended[i] = 0
            rewards[i, :] = 0.0
        s = at(states, i)
        if choices[i] != PASS:
            for code in range(NUM_ACTIONS):
                mask[i, code] = 0
            apply(s, t, int(choices[i]))
            if s.to_act < 0:
                result(s, t, rewards[i], ranks)
                if len(finals) > 0:
                    copy(finals, i, states, i)
                ended[i] = 1
                seeds[i] = mix(int(seeds[i]), NEXT)
                deal_game(states, i, blank, t, players, options, seeds)
            n = legal(s, t, actions)  # the same as in `deal_games`: a call for it would take time
            if n > most:
                raise OverflowError("more legal actions than max_branching")
            for k in range(n):
                mask[i, actions[k] & NATURAL] = 1
            counts[i] = n
            seats[i] = s.to_act
            drawn[i] = actions[rand_below(at(choosers, i), n)]
        elif sampled:
            draw_again(counts, mask, choosers, drawn, i, i + 1)
        if len(observations) > 0:
            fill_tensors(s, t, int(viewers[i]), at(observations, i))


def draw_again(counts: Any, mask: Any, choosers: Any, drawn: Any, first: int, last: int) -> None:
    """Draw another random legal action in each game."""
    for i in range(first, last):
        left = rand_below(at(choosers, i), int(counts[i]))
        code = 0
        while left > 0 or mask[i, code] == 0:
            left -= int(mask[i, code])
            code += 1
        drawn[i] = code
