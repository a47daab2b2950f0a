"""Thousands of random games recorded as hashes, to check that a refactoring changes names and nothing else.

    python -m benchmarks.corpus record FILE [--games 2000] [--game SLUG] [--cards SLUG=CARDS.toml]
    python -m benchmarks.corpus compare FILE [--renamed MAP.toml] [--games 100] [--game SLUG]
    python -m benchmarks.corpus show CASE NUMBER [--against FILE] [--renamed MAP.toml]

`record` plays games from fixed seeds for every game and number of players, with random house rules; it can be
interrupted and resumed. `compare` plays them again with the present code and lists the differences by kind (one field
of the state, one part of the views, ...) and by games; `show` prints one game in full, for a textual comparison with
the output of another checkout.

The hashes do not depend on names: commands are drawn by their index among the legal ones, fields are hashed separately,
and names within views and events are translated back first. The map lists renamed names, old = "new":

    added = ["View.modes", "kotori:fields.scratch"]  # new fields, left out
    [types]                  # classes within views and events
    OldEvent = "Observation"
    [View]                   # fields of such a class, under the old names of both
    helps = "hints"
    ["Words.id"]             # names in the values of such a field; the number in "bids-2" is not part of the name
    prompt-over = "prompt-ended"
    ["kotori:Zone.id"]       # any table can be limited to one game
    bids = "offers"
    ["kotori:fields"]        # likewise "actions", "options", "record" (first words of the lines of a game record)
    line = "bid_order"

The order of fields, actions and house rules needs no map: those with their recorded names take their recorded places,
and the rest is matched in order.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from benchmarks.corpus_names import split
from benchmarks.corpus_play import LOOK_EVERY, Case, Corpus, Player, Printer, declared, players
from benchmarks.corpus_play import slugs as all_slugs

FORMAT = 1
GAMES = 2000
CHUNK = 50  # games that share one hash of each kind
CARDS_SHARE = 10  # one game in CARDS_SHARE is played with each other card file


class Played(NamedTuple):
    """One chunk of games: its hashes by kind, the names seen, and an error."""

    hashes: dict[str, str]
    seen: dict[str, set[str]]
    error: str = ""


def play_chunk(case: Case, numbers: range, corpus: Corpus, renames: Mapping[str, Any]) -> Played:
    """Play some games and hash them."""
    number = numbers.start
    try:
        player = Player(case, corpus, renames)
        for number in numbers:
            player.play(number)
    except Exception as error:
        return Played({}, {}, f"game {number}: {type(error).__name__}: {error}")
    hashes = {kind: found.hexdigest() for kind, found in player.sink.hashes.items()}
    return Played(hashes, dict(player.translator.seen))


def play_all(
    corpus: Corpus, goal: Mapping[Case, int], renames: Mapping[str, Any], processes: int, first: int = 0
) -> Iterator[tuple[int, dict[Case, Played]]]:
    """Yield each round, one chunk of every case, up to `goal` games; with one process, play in this one."""
    lean = msgspec.structs.replace(corpus, hashes={}, vocabulary={})
    rounds = [
        (at, [(case, range(start, min(start + corpus.chunk, games))) for case, games in goal.items() if start < games])
        for at, start in enumerate(range(0, max(goal.values()), corpus.chunk))
        if at >= first
    ]
    if processes == 1:
        for at, parts in rounds:
            yield at, {case: play_chunk(case, numbers, lean, renames) for case, numbers in parts}
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting = [
            (at, {case: pool.submit(play_chunk, case, numbers, lean, renames) for case, numbers in parts})
            for at, parts in rounds
        ]
        for at, futures in waiting:
            yield at, {case: future.result() for case, future in futures.items()}


def cases_of(slugs: Iterable[str], cards: Iterable[str] = ()) -> list[Case]:
    """Return every number of players, then the same with each other card file, named after its game."""
    found = []
    for slug in slugs:
        fewest, most = players(slug)
        files = ["", *(name for name in cards if name.partition("/")[0] == slug)]
        found += [Case(slug, players, name) for name in files for players in range(fewest, most + 1)]
    return found


def record(file: Path, games: int, slugs: Sequence[str], cards: Sequence[str], processes: int = 2) -> Corpus:
    """Play and record; the file is written after every round, and an existing one is continued."""
    contents = {}
    for given in cards:
        slug, _, path = given.partition("=")
        contents[f"{slug}/{Path(path).stem}"] = Path(path).read_text(encoding="utf-8")
    goal = {case: -(-games // CARDS_SHARE) if case.cards else games for case in cases_of(slugs, contents)}
    order = {slug: declared(slug) for slug in slugs}
    counts = {str(case): count for case, count in goal.items()}
    corpus = Corpus(FORMAT, min(CHUNK, games), counts, order, LOOK_EVERY, contents, {}, {})
    first = 0
    if file.exists():
        corpus, first = continued(file, corpus, processes)
    began = time.monotonic()
    for at, played in play_all(corpus, goal, {}, processes, first):
        for case, one in played.items():
            if one.error:
                raise SystemExit(f"{case}: {one.error}")
            add(corpus, at, case, one)
        written = file.with_suffix(".part")
        written.write_bytes(msgspec.json.format(msgspec.json.encode(corpus), indent=0))
        written.replace(file)
        done, seconds = min((at + 1) * corpus.chunk, games), time.monotonic() - began
        print(f"{done} games of each case after {seconds:.0f} s", flush=True)
    return corpus


def continued(file: Path, asked: Corpus, processes: int) -> tuple[Corpus, int]:
    """Return an unfinished corpus and its next round; exits if it was recorded with other code or for other games."""
    corpus = read(file)
    same = ("format", "chunk", "games", "order", "look_every", "cards")
    differing = [name for name in same if getattr(corpus, name) != getattr(asked, name)]
    if differing:
        raise SystemExit(f"{file} was recorded with another {', '.join(differing)}: give another file")
    if compare(corpus, {}, games=corpus.chunk, processes=processes):
        raise SystemExit(f"{file} was recorded with code that plays otherwise: give another file")
    return corpus, -(-max(map(corpus.played, corpus.hashes)) // corpus.chunk)


def add(corpus: Corpus, at: int, case: Case, played: Played) -> None:
    """Add the hashes and names of a chunk to a corpus."""
    recorded = corpus.hashes.setdefault(str(case), {})
    for kind in {*recorded, *played.hashes}:
        hashes = recorded.setdefault(kind, [None] * at)
        hashes.append(played.hashes.get(kind))
    corpus.hashes[str(case)] = dict(sorted(recorded.items()))
    corpus.vocabulary[case.slug] = joined(corpus.vocabulary.get(case.slug, {}), [played])


def kinds(played: Iterable[Played]) -> list[str]:
    return sorted({kind for one in played for kind in one.hashes})


def joined(known: Mapping[str, Iterable[str]], played: Iterable[Played]) -> dict[str, list[str]]:
    """Return the names seen, by kind, together with the known ones."""
    names: dict[str, set[str]] = defaultdict(set, {kind: set(known[kind]) for kind in known})
    for one in played:
        for kind, seen in one.seen.items():
            names[kind] |= seen
    return {kind: sorted(names[kind]) for kind in sorted(names)}


def read(file: Path) -> Corpus:
    return msgspec.json.decode(file.read_bytes(), type=Corpus)


def read_map(file: Path | None) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file else {}


def compare(
    corpus: Corpus, renames: Mapping[str, Any], games: int = sys.maxsize, game: str = "", processes: int = 2
) -> list[str]:
    """Play again and return the differences; empty if there are none."""
    slugs = [slug for slug in corpus.order if game in ("", slug)]
    cases = [case for case in cases_of(slugs, corpus.cards) if str(case) in corpus.hashes]
    gone = set(corpus.hashes) - {str(case) for case in cases_of(corpus.order, corpus.cards)}
    found, seen = [f"{case}: no such game any more" for case in sorted(gone)], dict[str, dict[str, list[str]]]()
    broken, played = set[str](), dict[Case, list[Played]]()
    goal = {case: min(corpus.played(str(case)), rounded(games, corpus.chunk)) for case in cases}
    for at, chunks in play_all(corpus, goal, renames, processes):
        for case, one in chunks.items():
            played.setdefault(case, []).append(one)
        differ = [str(case) for case, one in chunks.items() if next(differences(corpus, case, {at: one}), None)]
        print(f"round {at + 1}: {', '.join(differ) or 'the same'}", file=sys.stderr, flush=True)
    for case, all_chunks in played.items():
        found += differences(corpus, case, dict(enumerate(all_chunks)))
        seen[case.slug] = joined(seen.get(case.slug, {}), all_chunks)
        broken |= {case.slug for one in all_chunks if one.error}
    whole = all(games >= corpus.played(case) for case in corpus.hashes)
    for slug, names in seen.items():
        found += names_changed(slug, corpus.vocabulary[slug], names, whole and slug not in broken)
    return [*found, *unknown(corpus, renames)]


def rounded(games: int, chunk: int) -> int:
    """Round up to whole chunks."""
    return -(-games // chunk) * chunk


def differences(corpus: Corpus, case: Case, played: Mapping[int, Played]) -> Iterator[str]:
    """Yield the kinds that differ, with the chunks of a case."""
    recorded = corpus.hashes[str(case)]
    yield from (f"{case}: {one.error}" for one in played.values() if one.error)
    for kind in sorted({*recorded, *kinds(played.values())}):
        chunks = [
            f"{at * corpus.chunk}-{min((at + 1) * corpus.chunk, corpus.games[str(case)]) - 1}"
            for at, one in played.items()
            if not one.error and one.hashes.get(kind) != (recorded[kind][at] if kind in recorded else None)
        ]
        if chunks:
            more = f" and {len(chunks) - 6} chunks more" if len(chunks) > 6 else ""
            yield f"{case}: {kind} in games {', '.join(chunks[:6])}{more}"


def names_changed(
    slug: str, recorded: Mapping[str, Sequence[str]], today: Mapping[str, Sequence[str]], whole: bool
) -> Iterator[str]:
    """Yield new names and, if all games were played, names that no longer occur."""
    for kind in sorted({*recorded, *today}):
        before, after = set(recorded.get(kind, ())), set(today.get(kind, ()))
        if after - before:
            yield f"names: {slug}:{kind} has the new {', '.join(sorted(after - before))}"
        if before - after and whole:
            yield f"names: {slug}:{kind} lacks {', '.join(sorted(before - after))}"


def unknown(corpus: Corpus, renames: Mapping[str, Any]) -> Iterator[str]:
    """Yield entries of a map whose old names were never recorded, which are mistakes."""
    for table, names in renames.items():
        slug, _, kind = table.rpartition(":")
        if table == "added":
            continue
        known = {
            name
            for game, seen in corpus.vocabulary.items()
            if slug in ("", game)
            for one in seen.get(kind, ())
            for name in (one, split(one)[0])
        }
        lost = [old for old in names if old not in known and split(old)[0] not in known]
        if lost:
            yield f"map: no recorded name of [{table}]: {', '.join(lost)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Record, compare or show."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=("record", "compare", "show"))
    parser.add_argument("what", help="the file of the corpus; for `show` a case, such as kotori-3")
    parser.add_argument("number", nargs="?", type=int, default=0, help="of the game to show")
    parser.add_argument("--games", type=int)
    parser.add_argument("--game", default="")
    parser.add_argument("--cards", action="append", default=[], metavar="SLUG=CARDS.toml")
    parser.add_argument("--renamed", type=Path, metavar="MAP.toml")
    parser.add_argument(
        "--against", type=Path, metavar="FILE", help="show under the names and in the order of a corpus"
    )
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args(arguments)
    slugs = [chosen.game] if chosen.game else all_slugs()
    if chosen.task == "record":
        record(Path(chosen.what), chosen.games or GAMES, slugs, chosen.cards, chosen.processes)
        return 0
    renames = read_map(chosen.renamed)
    if chosen.task == "show":
        show(chosen.what, chosen.number, read(chosen.against) if chosen.against else None, renames)
        return 0
    found = compare(
        read(Path(chosen.what)), renames, chosen.games or sys.maxsize, chosen.game, processes=chosen.processes
    )
    print("\n".join(found) if found else "identical")
    return 1 if found else 0


def show(name: str, number: int, corpus: Corpus | None, renames: Mapping[str, Any]) -> None:
    """Print one game in full."""
    if corpus is None:
        slug = name.partition("-")[0]
        corpus = Corpus(FORMAT, 1, {}, {slug: declared(slug)}, LOOK_EVERY, {}, {}, {})
    cases = {str(case): case for case in cases_of(corpus.order, corpus.cards)}
    if name not in cases:
        raise SystemExit(f"no case {name!r}; there are {', '.join(cases)}")
    player = Player(cases[name], corpus, renames)
    player.sink = Printer()
    player.play(number)


if __name__ == "__main__":
    sys.exit(main())
