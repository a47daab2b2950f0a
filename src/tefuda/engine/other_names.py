"""Names that other libraries, and earlier releases, have for things here: errors tell the right one."""

from __future__ import annotations

NAMES = {
    "State": {
        "actions": "legal_actions",
        "action_mask": "legal_actions.mask",
        "apply": "play(action)",
        "apply_action": "play(action)",
        "board": "view(seat)",
        "clone": "copy()",
        "done": "is_terminal",
        "information_state": "information_state_string(seat)",
        "information_state_tensor": "observation_tensors(seat)",
        "is_game_over": "is_terminal",
        "is_over": "is_terminal",
        "legal_actions_mask": "legal_actions.mask",
        "legal_moves": "legal_actions",
        "move_stack": "history",
        "moves": "history",
        "num_actions": "game.num_actions",
        "observation": "view(seat), observation_string(seat) or observation_tensors(seat)",
        "observation_tensor": "observation_tensors(seat)",
        "over": "is_terminal",
        "player": "current_player",
        "players": "num_players",
        "push": "play(action)",
        "resample_from_infostate": "determinize(seat)",
        "reset": "game.start()",
        "result": "returns, ranking or scores",
        "reward": "returns",
        "rewards": "returns",
        "seat": "current_player",
        "step": "play(action)",
        "to_act": "current_player",
        "to_play": "current_player",
        "turn": "current_player",
        "undo": "copy() before play(action)",
        "utilities": "returns",
        "winner": "ranking",
    },
    "Game": {
        "action_space": "num_actions",
        "deal": "start(seed)",
        "initial_state": "start(seed)",
        "make_state": "start(seed)",
        "max_length": "max_game_length",
        "max_steps": "max_game_length",
        "new": "start(seed)",
        "new_game": "start(seed)",
        "new_initial_state": "start(seed)",
        "num_distinct_actions": "num_actions",
        "num_seats": "num_players",
        "observation_space": "observation_spec",
        "observation_tensor_shape": "observation_spec",
        "players": "num_players",
        "reset": "start(seed)",
    },
    "tefuda": {
        "games": "game_slugs()",
        "load_game": "load(slug, players=...)",
        "make": "load(slug, players=...) for a game, vector(game, n) for many at once",
        "Env": "vector(game, n)",
        "new": "load(slug, players=...)",
        "registered_games": "game_slugs()",
        "registered_names": "game_slugs()",
        "vectorize": "vector(game, n)",
    },
}


def hint(what: str, name: str) -> str:
    """Return the message of an AttributeError; it names what to write instead, where that is known."""
    known = NAMES[what].get(name)
    message = f"{what} has no attribute {name!r}"
    return message if known is None else f"{message}: it is {known}"
