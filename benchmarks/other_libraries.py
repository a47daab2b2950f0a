"""Random games of Leduc poker a second in one library: `python benchmarks/other_libraries.py LIBRARY [SECONDS]`.

In Tefuda and OpenSpiel also iterations of external sampling. `docs/comparison.md` has the results. Each library runs in
a process of its own, from an environment in which it is installed: `tefuda`, `openspiel`, `pettingzoo` (with `rlcard`),
`rlcard` or `pgx`. Set OMP_NUM_THREADS=1.
"""

import sys
import time
from collections.abc import Callable
from random import Random

import numpy as np

RANDOM = Random(1)
BATCH = 4096


def report(name: str, play: Callable[[], int], seconds: float) -> None:
    """Print how many games `play` plays, or iterations it makes, in a second of processor time; it returns how many."""
    play()  # warm-up
    games, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        games += play()
    print(f"{name}\t{games / (time.process_time() - start):.0f}")


def tefuda(seconds: float) -> None:
    import tefuda as library
    from tefuda.bots.players import search_build
    from tefuda.engine.game import open_game
    from tefuda.solve import ExternalSampling

    game = open_game("harness.fixtures.leduc")
    batch = library.vector(game, BATCH, seed=1)
    build = search_build(game.package, "compiled")
    states, blank, generators = build.workspace(1)
    tables, options = build.tables(game.tables), np.zeros(0, np.int64)

    def one() -> int:
        state = game.start(RANDOM.getrandbits(60), events=False)
        while not state.is_terminal:
            state.play(RANDOM.choice(state.legal_actions.codes))
        return len(state.returns) // 2

    def many() -> int:
        batch.step(batch.sample())
        return int(batch.ended.sum())

    def observed() -> int:
        batch.step(batch.sample(), observe=True)
        return int(batch.ended.sum())

    def compiled() -> int:
        build.playouts(states, blank, tables, generators, 2, options, RANDOM.getrandbits(60), 100_000)
        return 100_000

    report("Tefuda, state.play", one, seconds)
    report("Tefuda, tefuda.vector", many, seconds)
    report("Tefuda, tefuda.vector with observations", observed, seconds)
    report("Tefuda, compiled loop", compiled, seconds)
    solver = ExternalSampling(game, seed=1)

    def minimize() -> int:
        solver.run(10_000)
        return 10_000

    report("Tefuda, iterations of ExternalSampling", minimize, seconds)


def openspiel(seconds: float) -> None:
    import pyspiel

    game = pyspiel.load_game("leduc_poker")
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]

    def one() -> int:
        state = game.new_initial_state()
        while not state.is_terminal():
            chance = state.is_chance_node()
            state.apply_action(
                RANDOM.choice(state.chance_outcomes())[0] if chance else RANDOM.choice(state.legal_actions())
            )
        return len(state.returns()) // 2

    def whole() -> int:
        pyspiel.evaluate_bots(game.new_initial_state(), bots, RANDOM.getrandbits(30))
        return 1

    report("OpenSpiel, loop in Python", one, seconds)
    report("OpenSpiel, evaluate_bots", whole, seconds)
    solver = pyspiel.ExternalSamplingMCCFRSolver(game, 1)

    def minimize() -> int:
        solver.run_iteration()
        return 1

    report("OpenSpiel, iterations of ExternalSamplingMCCFRSolver", minimize, seconds)


def pettingzoo(seconds: float) -> None:
    from pettingzoo.classic import leduc_holdem_v4

    env = leduc_holdem_v4.env()

    def one() -> int:
        env.reset(seed=RANDOM.getrandbits(30))
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else int(RANDOM.choice(np.flatnonzero(seen["action_mask"]))))
        return 1

    report("PettingZoo, agent_iter", one, seconds)


def rlcard(seconds: float) -> None:
    import rlcard as library
    from rlcard.agents import RandomAgent

    env = library.make("leduc-holdem", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions)] * 2)

    def one() -> int:
        env.run(is_training=False)
        return 1

    report("RLCard, env.run", one, seconds)


def pgx(seconds: float) -> None:
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make("leduc_holdem")
    step, init = jax.vmap(auto_reset(env.step, env.init)), jax.vmap(env.init)

    @jax.jit
    def ended(key: jax.Array) -> jax.Array:
        def next_step(carry: tuple[object, jax.Array, jax.Array], _: None) -> tuple[object, None]:
            state, key, games = carry
            key, chooser, reset = jax.random.split(key, 3)
            actions = jax.random.categorical(chooser, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=1)
            state = step(state, actions, jax.random.split(reset, BATCH))
            return (state, key, games + state.terminated.sum()), None

        (_, _, games), _ = jax.lax.scan(next_step, (init(jax.random.split(key, BATCH)), key, 0), None, length=100)
        return games

    report("Pgx, auto_reset and lax.scan", lambda: int(ended(jax.random.PRNGKey(RANDOM.getrandbits(30)))), seconds)


if __name__ == "__main__":
    libraries = {one.__name__: one for one in (tefuda, openspiel, pettingzoo, rlcard, pgx)}
    if len(sys.argv) < 2 or sys.argv[1] not in libraries:
        sys.exit(f"name one of {', '.join(libraries)}")
    libraries[sys.argv[1]](float(sys.argv[2]) if len(sys.argv) > 2 else 2.0)
