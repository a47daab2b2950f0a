"""`tefuda play`: a game in the terminal, against bots or at a table on a server.

All arguments are checked before the terminal switches to full screen, so that every mistake is reported in one line.
"""

from pathlib import Path

from tefuda.bots.players import LEVELS
from tefuda.commands import UsageError
from tefuda.commands.house_rules import house_rules
from tefuda.commands.language import Language, locale_language
from tefuda.engine.errors import BadOpening
from tefuda.engine.game import Game, game_slugs, load
from tefuda.server.protocol.limits import MAX_NAME
from tefuda.terminal.session import DEFAULT_LEVEL, DEFAULT_PACE, Match, Plan, default_players

SLOWEST_PACE = 10.0  # seconds
MOST_SEEDS = 1 << 62
GO_WITH_JOIN = ("--cards", "--deck")  # of the arguments that describe a game
GO_WITHOUT_GAME = ("--level",)


def play(
    game: str | None = None,
    /,
    *,
    players: int | None = None,
    level: str = DEFAULT_LEVEL,
    lang: Language | None = None,
    name: str | None = None,
    seed: int | None = None,
    option: tuple[str, ...] = (),
    cards: Path | None = None,
    save: Path | None = None,
    pace: float = DEFAULT_PACE,
    deck: str | None = None,
    bot_deck: str | None = None,
    join: str | None = None,
    watch: bool = False,
) -> None:
    """Play a game in the terminal: against bots, or with friends at a table on a server.

    Parameters
    ----------
    game: str
        The game's name, such as kotori; by default a first screen where you choose game, players and house rules.
    players: int
        How many play, you included; by default three, or the nearest number that the game takes.
    level: str
        How the bots play: random, easy, medium, hard, or heuristic, by the game's rule of thumb.
    lang: str
        Language, ja or en; by default that of your locale.
    name: str
        Your name at the table.
    seed: int
        The same seed gives the same deal; a second game takes the next one. By default every deal is new.
    option: str
        A house rule, NAME=VALUE; may be given several times.
    cards: Path
        A card file that replaces the game's own.
    save: Path
        Write the record of the finished game to this file; a second game gets a file with -2 in its name.
    pace: float
        Seconds that an event is shown, smaller ones half as long; 0 for no pauses.
    deck: str
        Your deck, in a game to which players bring one: the name of a starter deck, or your own as a link, as text
        or as a file. By default you choose at the table. Also with --join.
    bot_deck: str
        The deck of the bots; by default they choose for themselves.
    join: str
        Join a table on a server: its invite link, or the address of its page. --name, --lang, --pace, --deck and
        --cards (the card file that the server plays with) may go with it. Your seat is kept for your next visit.
    watch: bool
        With --join: only watch.
    """
    language = lang or locale_language()
    called = " ".join((name or "").split())
    _check_values(level, pace, seed, called)
    values: dict[str, object] = {"GAME": game, "--players": players, "--seed": seed, "--option": option or None}
    values |= {"--cards": cards, "--save": save, "--deck": deck, "--bot-deck": bot_deck}
    values["--level"] = None if level == DEFAULT_LEVEL else level
    given = [word for word, value in values.items() if value is not None]
    if join is not None:
        if unwanted := [word for word in given if word not in GO_WITH_JOIN]:
            raise UsageError(f"--join joins a table as it is, without {unwanted[0]}")
        if watch and deck is not None:
            raise UsageError("--watch only watches, without --deck")
        _join(join, language, called, cards, pace, watch=watch, deck=deck)
    elif watch:
        raise UsageError("--watch goes with --join LINK")
    elif game is None:
        first = game_slugs()[0]
        if of_a_game := [word for word in given if word not in GO_WITHOUT_GAME]:
            word = of_a_game[0]
            raise UsageError(f"{word} goes with a game; say which, as in `tefuda play {first} {word} ...`")
        _choose(Plan(first, 0, level, language, name=called, pace=pace))
    else:
        if save is not None and not save.absolute().parent.is_dir():
            raise UsageError(f"--save {save}: there is no folder {save.absolute().parent}")
        rules = house_rules(option)
        count = default_players(load(game).description) if players is None else players
        mine, theirs = _text("--deck", deck), _text("--bot-deck", bot_deck)
        _begin(Plan(game, count, level, language, rules, seed, called, cards, save, pace, mine, theirs))


def _check_values(level: str, pace: float, seed: int | None, name: str) -> None:
    """Raise UsageError for a value that no game takes."""
    if level not in LEVELS:
        raise UsageError(f"no level {level!r}; there are {', '.join(LEVELS)}")
    if not 0 <= pace <= SLOWEST_PACE:
        raise UsageError(f"--pace takes 0 to {SLOWEST_PACE:g} seconds, not {pace:g}")
    if seed is not None and not 0 <= seed < MOST_SEEDS:
        raise UsageError(f"--seed takes 0 to 2**62 - 1, not {seed}")
    if len(name) > MAX_NAME:
        raise UsageError(f"--name takes at most {MAX_NAME} characters, not {len(name)}")


def _begin(plan: Plan) -> None:
    """Play against bots."""
    try:
        match = Match(plan)
    except BadOpening as error:
        raise UsageError(load(plan.slug, cards=plan.cards).say(error.words, plan.language)) from error

    check_screen("play")

    from tefuda.terminal.run import run_match

    run_match(match)


def _text(option: str, given: str | None) -> str:
    """Return a deck that is given as a text or as a file."""
    if given is None:
        return ""
    from tefuda.terminal.screens.deck_choice import deck_text

    try:
        return deck_text(given)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{option} {given}: {error}") from error


def _command(game: Game, text: str, language: Language) -> str:
    """Return the command that chooses a deck given as text."""
    try:
        return game.read_opening(text)
    except BadOpening as error:
        raise UsageError(game.say(error.words, language)) from error


def _join(
    link: str, language: Language, name: str, cards: Path | None, pace: float, *, watch: bool, deck: str | None
) -> None:
    """Join the table of a link, or watch it."""
    from tefuda.client.address import parse_address
    from tefuda.client.errors import ClientError
    from tefuda.client.state_folder import state_folder
    from tefuda.client.visit import Visit

    try:
        address = parse_address(link)
        check_screen("play")
        visit = Visit(address, language, state_folder(), cards)
        info = visit.look()
        game = visit.game_of(info)
        command = "" if deck is None else _command(game, _text("--deck", deck), language)
        sit = not (watch or address.watch)
        if sit:
            info = visit.entitled(info)

        from tefuda.terminal.run import run_online

        run_online(visit, info, game, pace, name=name, sit=sit, deck=command)
    except ClientError as error:
        raise UsageError(error.text(language)) from error


def _choose(plan: Plan) -> None:
    """Show the first screen, where the user chooses game, players and bots."""
    check_screen("play")

    from tefuda.terminal.run import run_home

    run_home(plan)


def check_screen(command: str) -> None:
    """Raise UsageError unless there is a terminal to draw on."""
    from tefuda.terminal.theme_detection import has_screen, screen_encoding

    if not has_screen():
        raise UsageError(f"{command} needs a terminal to draw on; `tefuda simulate` and the Python package do not")
    if screen_encoding() != "utf-8":
        raise UsageError(f"{command} needs a UTF-8 locale, such as LC_ALL=C.UTF-8; yours is for {screen_encoding()}")
