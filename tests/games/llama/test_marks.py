"""Secret marks of ニワトリかラマか ポーカー: legality, secrecy, and memory."""

from __future__ import annotations

import msgspec
import pytest

from tefuda.engine.errors import IllegalAction
from tefuda.engine.state import State
from tefuda.games.llama.actions import PLACE_NAMES, STYLE_NAMES
from tefuda.games.llama.notes import memory
from tefuda.games.llama.state import PUBLIC, Event, Kind
from tests.games.asking import clause_against
from tests.games.llama.builders import happened, mark, play, scene, told

clause = pytest.mark.clause

NEW_ROUND = "fold, fold"  # of three players: the last one in shows its hand, and the next round begins


def marks(state: State, seat: int, viewer: int) -> list[tuple[str, ...]]:
    """Return the marks on the notes before a seat, as a viewer sees them."""
    return [card.marks for card in state.view(viewer).zone(f"hand-{seat}").cards]


def remembered(state: State, seat: int, look: str) -> tuple[int, int]:
    """Return the least numbers of llamas and chickens that a seat remembers among the notes with these marks."""
    s = state.full_state
    c = list(s.pattern)[: s.looks].index(sum(map(mark, look.split())))
    return s.sure[memory(seat, Kind.GOOD), c], s.sure[memory(seat, Kind.BAD), c]


def looks(state: State) -> dict[tuple[str, ...], int]:
    """Return the public number of notes with each pattern of marks."""
    found: dict[tuple[str, ...], int] = {}
    for zone in state.view(-1).zones:
        for card in zone.cards:
            found[card.marks] = found.get(card.marks, 0) + 1
    return found


def left(state: State, seat: int) -> list[object]:
    """Return how many more marks the notes of a seat may get, as it is told; None: nothing is said of a note."""
    cards = state.view(seat).zone(f"hand-{seat}").cards
    return [None if card.note is None else card.note.args["left"] for card in cards]


# ------------------------------------------------------------- making a mark


@clause("L10.1")
def test_mark_without_a_decision_is_refused() -> None:
    state = scene(["LL", "LL", "LL"])
    with pytest.raises(IllegalAction):
        state.prepare("mark-0-fold-nw")
    with pytest.raises(IllegalAction, match="one decision"):
        state.play("play mark-0-fold-nw")
    state.play("mark-0-fold-nw mark-1-nick-s play")
    assert marks(state, 0, 0) == [("fresh-fold-nw",), ("fresh-nick-s",)]


@clause("L10.1")
def test_only_notes_that_lie_before_the_player_can_be_marked() -> None:
    state = scene(["LL", "LL", "LL"])
    assert clause_against(state, "mark-2-fold-nw") == "L10.1"
    play(state, "play, play, play, top")
    assert clause_against(state, "mark-2-fold-nw") is None
    assert clause_against(state, "mark-3-fold-nw") == "L10.1"


@clause("L10.1")
def test_unseen_notes_and_notes_of_folded_seats_can_be_marked() -> None:
    state = scene(["LL", "LL", "LL"])
    play(state, "play, play, fold, top, top, top, stop, mark-0-nick-e vote-0")
    assert marks(state, 2, 2) == [("fresh-nick-e",), ()]
    state.play("mark-4-fold-w decline")
    assert marks(state, 0, 0)[4] == ("fresh-fold-w",)
    assert state.view(0).zone("hand-0").cards[4].face is None


@clause("L10.2")
def test_there_are_sixteen_marks_and_each_is_made_once() -> None:
    state = scene(["LL", "LL", "LL"], looks={0: "fold-nw nick-s"}, marks=2)
    of_first = {action for action in state.legal_actions if action.startswith("mark-0-")}
    of_second = {action for action in state.legal_actions if action.startswith("mark-1-")}
    assert (len(of_first), len(of_second)) == (14, 16)
    assert clause_against(state, "mark-0-fold-nw") == "L10.2"
    with pytest.raises(IllegalAction, match="on that note already"):
        state.play("mark-1-fold-n mark-1-fold-n play")


@clause("L10.3")
@pytest.mark.parametrize("most", [0, 1, 2])
def test_a_note_gets_only_so_many_new_marks_in_a_round(most: int) -> None:
    state = scene(["LL", "LL", "LL"], marks=most)
    tried = [f"mark-0-fold-{place}" for place in ("n", "e", "s")]
    if most:
        state.play(" ".join([*tried[:most], "mark-1-nick-n play"]))
        play(state, "play, play")
        assert clause_against(state, "mark-0-nick-w") == "L10.3", "also in a later decision of the round"
    else:
        assert clause_against(state, tried[0]) == "L10.3"
        assert not any(action.startswith("mark") for action in state.legal_actions)


@clause("L10.3")
def test_own_notes_say_how_many_more_marks_they_may_get() -> None:
    state = scene(["LL", "LL", "LL"], marks=2)
    assert left(state, 0) == [2, 2]
    state.play("mark-0-fold-n mark-0-nick-s mark-1-nick-n play")
    assert left(state, 0) == [0, 1], "also while others decide"
    assert left(state, 1) == [2, 2]
    play(state, "play, play")
    for note, more in enumerate(left(state, 0)):
        assert any(action.startswith(f"mark-{note}-") for action in state.legal_actions) == (more > 0)
    assert left(scene(["LL", "LL", "LL"], marks=0), 0) == [None, None]


@clause("L10.3")
def test_note_with_nearly_all_marks_may_get_no_more_than_there_are() -> None:
    all_marks = [f"{style}-{place}" for style in STYLE_NAMES for place in PLACE_NAMES]
    state = scene(["LL", "LL", "LL"], looks={0: " ".join(all_marks[:-1])}, marks=2)
    assert left(state, 0)[0] == 1


@clause("L10.4")
def test_only_the_maker_is_told_how_many_more_marks_a_note_may_get() -> None:
    state = scene(["LL", "LL", "LL"])
    for viewer, owner in ((-1, 0), (1, 0), (0, 2)):
        assert [card.note for card in state.view(viewer).zone(f"hand-{owner}").cards] == [None, None]


@clause("L10.3")
def test_next_round_allows_new_marks() -> None:
    state = scene(["LL", "LL", "LL"])
    play(state, "mark-0-fold-n mark-1-fold-n fold, fold")
    assert clause_against(state, "mark-0-nick-w") is None


# ------------------------------------------------------------------- secrecy


@clause("L10.4")
def test_others_do_not_observe_a_mark() -> None:
    """Except for its maker, all events, views, counts and sizes are equal with and without the mark."""
    plain, marked = (scene(["LL", "LC", "LL"]) for _ in range(2))
    for command in ("play", "play", "play", "top", "stop"):
        events = plain.play(command)
        with_marks = marked.play(f"mark-1-nick-ne {command}" if command == "top" else command)
        for seat in (-1, 1, 2):
            heard = [plain.game.observe(event, seat) for event in events]
            also = [one for event in with_marks if (one := marked.game.observe(event, seat)) is not None]
            assert msgspec.json.encode(also) == msgspec.json.encode(heard)
            assert msgspec.json.encode(marked.view(seat)) == msgspec.json.encode(plain.view(seat))
            key = plain.game.build.information_state_key
            assert key(marked.full_state, marked.game.tables, seat) == key(plain.full_state, plain.game.tables, seat)
    assert marked.view(0) != plain.view(0)


@clause("L10.4")
def test_maker_of_a_mark_observes_it() -> None:
    state = scene(["LL", "LL", "LL"])
    events = state.play("mark-0-fold-nw play")
    assert told(state, events, seat=0)[0] == "Secretly marked note 1: crease at the top left corner"
    assert told(state, events, seat=1) == ["Aki plays for 1 coin"]


@clause("L10.4")
def test_new_marks_do_not_show_at_a_showdown() -> None:
    state = scene(["LL", "LL", "LL"])
    play(state, "mark-0-fold-nw play, play, fold, stop, stop, vote-0, decline")
    (last,) = [event for event in state.play("decline") if event.code == Event.WON]
    shown = state.game.view(last.after, 1).zone("hand-0").cards
    assert [(card.face, card.pose, card.marks) for card in shown] == [("llama", "upright", ())] * 2


@clause("L10.5")
def test_shuffle_reveals_all_new_marks_without_naming_their_makers() -> None:
    state = scene(["LL", "LL", "LL"], looks={2: "fold-n"})
    events = play(state, "mark-0-fold-nw mark-1-fold-nw fold, mark-0-nick-s fold")
    assert looks(state)[("fold-nw",)] == 2
    assert looks(state)[("fold-n", "nick-s")] == 1
    assert told(state, events)[-4:-1] == [
        "All notes come together, and everyone looks them over",
        "New marks: crease at the top left corner (on 2 notes that had none)",
        "New marks: nick at the bottom edge (on 1 note with: crease at the top edge)",
    ]
    assert sorted(happened(events, Event.APPEARED)) == [
        (0, mark("fold-nw"), 2),
        (mark("fold-n"), mark("fold-n") | mark("nick-s"), 1),
    ]


@clause("L10.5")
def test_marks_go_with_their_note_through_the_shuffle() -> None:
    """Ten folded chickens are still chickens at their new places."""
    state = scene(["CC", "LL", "LL"])
    play(state, "mark-0-fold-nw mark-1-fold-nw fold, fold")
    for _ in range(6):
        s = state.full_state
        folded = [place for place in range(26) if s.pattern[s.look[place]] & mark("fold-nw")]
        assert [s.kind[place] for place in folded] == [1, 1]
        play(state, NEW_ROUND)


# --------------------------------------------------------------- remembering


@clause("L10.7")
def test_maker_of_a_mark_remembers_the_kind_of_the_note() -> None:
    state = scene(["CC", "LL", "LL"])
    play(state, "mark-0-fold-nw fold, mark-0-nick-s fold")
    assert remembered(state, 0, "fold-nw") == (0, 1)
    assert remembered(state, 1, "nick-s") == (1, 0)
    assert remembered(state, 1, "fold-nw") == remembered(state, 2, "fold-nw") == (0, 0)
    assert remembered(state, PUBLIC, "nick-s") == (0, 0)


@clause("L10.7")
def test_maker_of_a_mark_on_the_unseen_note_learns_nothing() -> None:
    state = scene(["LL", "LC", "LL"], top="LLC")
    play(state, "play, play, fold, top, top, top, stop, vote-0, mark-4-fold-w all-in, drop")
    assert remembered(state, 0, "fold-w") == (0, 0)


@clause("L10.7")
def test_notes_shown_to_all_are_remembered_by_all() -> None:
    state = scene(["LL", "LL", "LC"], looks={4: "fold-n", 5: "nick-n"})
    play(state, "fold, fold")
    for seat in (0, 1, 2, PUBLIC):
        assert remembered(state, seat, "fold-n") == (1, 0)
        assert remembered(state, seat, "nick-n") == (0, 1)


@clause("L10.7")
def test_new_mark_on_one_of_two_shown_notes_is_known_to_its_maker_only() -> None:
    """Both notes were shown, and one of them has a new mark; only its owner knows which one it was."""
    state = scene(["LL", "LL", "LC", "LL"])
    play(state, "fold, fold, mark-1-fold-n play, fold")
    assert remembered(state, 2, "fold-n") == (0, 1)
    for seat in (0, 1, 3, PUBLIC):
        assert remembered(state, seat, "fold-n") == (0, 0)


@clause("L10.7")
def test_a_mark_that_changes_hands_stays_known() -> None:
    """Aki's crease is on one note alone; when another player nicks that note as well, it is still the same note."""
    state = scene(["LL", "LL", "LL"], looks={2: "fold-n"}, sure={(0, "L", 2): 1})
    play(state, "fold, mark-0-nick-s fold")
    assert remembered(state, 0, "fold-n nick-s") == (1, 0)


@clause("L10.7")
def test_remembered_notes_may_have_left_for_another_pattern() -> None:
    state = scene(["LL", "LL", "LL"], looks={2: "fold-n", 3: "fold-n", 10: "fold-n"}, sure={(0, "L", 2): 2})
    play(state, "fold, mark-0-nick-s fold")
    assert remembered(state, 0, "fold-n") == (1, 0), "of three notes two were llamas, one is gone"
    assert remembered(state, 0, "fold-n nick-s") == (0, 0)


@clause("L10.7")
def test_memory_adds_new_marks_to_known_ones() -> None:
    """Notes that get a mark were not among those that had it: both are remembered."""
    state = scene(["CL", "LL", "LL"], looks={12: "fold-n"})
    play(state, "mark-0-fold-n fold, fold")
    assert remembered(state, 0, "fold-n") == (0, 1)
    state = scene(["CL", "LL", "CL"], looks={4: "fold-n"}, sure={(0, "C", 4): 1})
    play(state, "mark-0-fold-n fold, fold")
    assert remembered(state, 0, "fold-n") == (0, 2)


@clause("L10.7")
def test_memory_counts_the_notes_seen_at_once() -> None:
    state = scene(["LL", "LL", "LC"])
    play(state, "fold, fold")
    assert remembered(state, 0, "") == (3, 1)
    assert remembered(state, PUBLIC, "") == (1, 1)


@clause("L10.6")
def test_marks_stay_from_game_to_game() -> None:
    state = scene(["LL", "LL", "LL"], rounds=1, games=2)
    play(state, "mark-0-fold-nw fold, fold")
    assert state.full_state.game == 2
    assert looks(state)[("fold-nw",)] == 1
    assert remembered(state, 0, "fold-nw") == (1, 0)


@clause("L10.6")
def test_hidden_backs_stay_hidden_when_a_game_is_over() -> None:
    state = scene(["LL", "LL", "LL"], rounds=1)
    play(state, "play, play, fold, stop, stop, vote-0, all-in, drop")
    assert state.is_terminal
    assert [card.face for card in state.view(1).zone("hand-0").cards] == [None, None]
