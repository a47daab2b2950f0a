"""Texts about a table on a server, apart from the game: seats, deal and presence.  Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from textual.content import Content

from tefuda.bots.players import LEVELS, level_name
from tefuda.client.errors import client_localizer
from tefuda.client.remote_table import RemoteTable
from tefuda.engine.description import Option
from tefuda.engine.game import Game
from tefuda.engine.localization import Localizer
from tefuda.server.protocol.messages import Presence
from tefuda.table.arranging import TableChange
from tefuda.table.clock_rule import DAY, MINUTE, ClockRule
from tefuda.table.entries import Sitter
from tefuda.terminal.render_context import game_title, terminal_localizer

# Messages by the kind of a change; of a switch those for off and on.
SWITCHED = {
    "hints": ("change-hints-off", "change-hints-on"),
    "public": ("change-public-off", "change-public-on"),
    "locked": ("change-locked-off", "change-locked-on"),
    "option": ("change-option-off", "change-option-on"),
    "brought": ("change-brought-off", "change-brought-on"),
    "bot": ("change-brought-bot-off", "change-brought-bot-on"),  # what it plays with
}
COUNTED = {"seats": "change-seats", "delay": "change-delay"}
PLAIN_LINES = {
    "bot": "change-bot",
    "level": "change-level",
    "opened": "change-opened",
    "removed": "change-removed",
    "readmitted": "change-readmitted",
    "sat": "change-sat",
    "left": "change-left",
    "host": "change-heir",
}
MUTED, WARNING, STRONG = "$text-muted", "$warning", "bold $accent"


def lobby_lines(table: RemoteTable, game: Game, ui: Localizer) -> list[Content]:
    """Return the lobby: seats, house rules, and the state of the deal."""
    title = ui.say("lobby-dealing" if table.sealed else "lobby-title")
    lines = [Content.styled(title, "bold"), Content(), *seat_lines(table, ui, game), Content()]
    rules = list(house_rules(table, game, ui))
    if rules:
        lines.append(Content.assemble((f"{ui.say('lobby-rules')}  ", MUTED), ui.say("list-comma").join(rules)))
    if table.info.clock is not None:
        lines.append(Content.assemble((f"{ui.say('clock-title')}  ", MUTED), clock_text(table.info.clock, ui)))
        runs = "clock-runs-days" if table.info.clock.kind == "days" else "clock-runs"
        lines += [Content.styled(ui.say(id), MUTED) for id in ("clock-zero", runs)]
    info = table.info
    states = [ui.say("lobby-public" if info.public else "lobby-private")]
    states += [ui.say("lobby-locked")] if info.locked else []
    states += [ui.say("lobby-delay", count=info.delay)] if info.delay else []
    states.append(ui.say("lobby-hints" if table.hints else "lobby-no-hints"))
    lines.append(Content.styled(ui.say("list-comma").join(states), MUTED))
    if table.watching:
        lines.append(Content.styled(ui.say("watchers", count=table.watching), MUTED))
    return [*lines, Content.styled(client_localizer(ui.language).say(f"standing-{table.giver.standing}"), MUTED)]


def seat_lines(table: RemoteTable, ui: Localizer, game: Game | None = None) -> list[Content]:
    """Return one line for each seat: who sits there, and how present they are.

    With the `game`, as in the lobby, also who is the host and what each plays with.
    """
    lines = []
    for seat, (sitter, name) in enumerate(zip(table.sitters, table.names, strict=True)):
        parts: list[tuple[str, str]] = [(f"  {seat + 1}  ", MUTED)]
        if sitter.kind == "open":
            parts.append((ui.say("lobby-open"), MUTED))
        else:
            parts.append((name, "bold"))
        if seat == table.seat:
            parts.append((f"  {ui.say('you')}", "$accent"))
        notes = [_level(sitter, ui)] if sitter.kind == "bot" else []
        if game is not None and seat == table.info.host_seat:
            notes.append(ui.say("lobby-host"))
        if game is not None and seat in table.openings:
            notes.append(opening_text(game, table.openings[seat], ui))
        if table.seats and (said := presence_text(table, seat, ui)):
            notes.append(said)
        if table.update is not None and seat in table.update.shown:
            notes.append(ui.say("shows-hand"))
        parts += [(f"  {note}", MUTED) for note in notes if note]
        lines.append(Content.assemble(*parts))
    return lines


def opening_text(game: Game, command: str, ui: Localizer) -> str:
    """Return what a seat has chosen to play with; "" is a secret choice."""
    if not command:
        return ui.say("opening-secret")
    words, ready_made = game.localizer(ui.language), game.openings.get(command)
    name = words.say(ready_made.name) if ready_made else ui.say("opening-own", opening=words.say("opening"))
    return ui.say("opening-known", opening=name)


def _level(sitter: Sitter, ui: Localizer) -> str:
    return level_name(sitter.level, ui.language) if sitter.level in LEVELS else sitter.level


def house_rules(table: RemoteTable, game: Game, ui: Localizer) -> Iterable[str]:
    """Yield the house rules that are on, and those that are numbers with their values."""
    for option in game.description.options:
        value = table.info.options.get(option.name, option.default)
        if not option.switch:
            yield option_text(game, option, value, ui)
        elif value:
            yield game.localizer(ui.language).say(f"option-{option.name}")


def option_text(game: Game, option: Option, value: int, ui: Localizer) -> str:
    """Return a house rule with its value."""
    label = game.localizer(ui.language).say(f"option-{option.name}")
    said = ui.say("on" if value else "off") if option.switch else game.option_value(option.name, value, ui.language)
    return ui.say("lobby-rule", rule=label, value=said)


def change_line(change: TableChange, names: Callable[[str], str], games: Sequence[Game], ui: Localizer) -> str:
    """Return who changed what about a table before the deal.

    `games` are the game at the table and earlier ones: a change may be shown when the next one is already known.
    `names` gives the names of bots in the reader's language.
    """
    by, who, seat = change.by or ui.say("change-host"), change.who or ui.say("change-guest"), change.seat + 1
    match change.kind:
        case "game":
            title = game_title(change.name, ui.language)
            return ui.say("change-game", by=by, game=title, seats=change.value)
        case "seats" | "delay" | "clock":
            return _setting_line(change, by, ui)
        case "option":
            return _option_line(change, by, games, ui)
        case "hints" | "public" | "locked":
            return ui.say(SWITCHED[change.kind][bool(change.value)], by=by)
        case "moved":
            return ui.say("change-moved", by=by, who=names(who), seat=change.value + 1)
        case "bot" | "level" | "opened":
            level = level_name(change.name, ui.language) if change.name in LEVELS else change.name
            return ui.say(PLAIN_LINES[change.kind], by=by, who=names(who), level=level, seat=seat)
        case "brought":
            said = SWITCHED["bot" if change.by else "brought"][bool(change.value)]
            chosen = next((one.localizer(ui.language).say("opening") for one in games if one.openings), "…")
            return ui.say(said, by=by, who=names(who), opening=chosen)
        case _:
            return ui.say(PLAIN_LINES[change.kind], by=by, who=who, seat=seat)


def _option_line(change: TableChange, by: str, games: Sequence[Game], ui: Localizer) -> str:
    known = ((game, option) for game in games for option in game.description.options if option.name == change.name)
    game, option = next(known, (None, None))
    if game is None or option is None:  # a game that this client has not seen
        return ui.say("change-option", by=by, rule=change.name, value=str(change.value))
    rule = game.localizer(ui.language).say(f"option-{option.name}")
    if option.switch:
        return ui.say(SWITCHED["option"][bool(change.value)], by=by, rule=rule)
    return ui.say("change-option", by=by, rule=rule, value=game.option_value(option.name, change.value, ui.language))


def _setting_line(change: TableChange, by: str, ui: Localizer) -> str:
    if change.kind != "clock":
        return ui.say(COUNTED[change.kind], by=by, seats=change.value, count=change.value)
    if change.clock is None:
        return ui.say("change-no-clock", by=by)
    return ui.say("change-clock", by=by, clock=clock_text(change.clock, ui))


def clock_text(rule: ClockRule, ui: Localizer) -> str:
    """Return the rule of a clock, such as "5 min + 5 s"."""
    if rule.kind == "reserve":
        return ui.say("clock-reserve", minutes=rule.seconds // MINUTE, seconds=rule.increment)
    if rule.kind == "days":
        return ui.say("clock-days", days=rule.seconds // DAY)
    return ui.say("clock-move", seconds=rule.seconds)


def time_text(seconds: float, ui: Localizer) -> str:
    """Return the time left, rounded up to whole seconds."""
    whole = math.ceil(seconds)
    if whole >= DAY:
        return ui.say("clock-time-days", days=whole // DAY, hours=whole % DAY // 3600)
    hours, minutes = whole // 3600, whole % 3600 // MINUTE
    return f"{hours}:{minutes:02}:{whole % MINUTE:02}" if hours else f"{minutes}:{whole % MINUTE:02}"


def running_time(table: RemoteTable, ui: Localizer) -> str:
    """Return whose time runs and how much is left, and the player's reserve; "" if there is nothing to say."""
    own, shown = table.left(table.seat), []
    if (left := table.left(table.running)) is not None:
        name = ui.say("you") if table.running == table.seat else table.names[table.running]
        shown.append(ui.say("clock-of", who=name, time=time_text(left, ui)))
    rule = table.info.clock
    if own is not None and table.running != table.seat and rule is not None and rule.kind == "reserve":
        shown.append(ui.say("clock-of", who=ui.say("you"), time=time_text(own, ui)))
    return " · ".join(shown)


def presence_text(table: RemoteTable, seat: int, ui: Localizer) -> str:
    """Return how present the person at a seat is, "" if they play themselves."""
    presence = table.seats[seat]
    if presence.state in ("open", "bot"):
        return ""
    if presence.flagged:
        return ui.say("presence-flagged")
    if presence.stand_in:
        by = presence.called_by
        if 0 <= by < len(table.names) and by != seat:
            return ui.say("presence-stand-in-by", who=table.names[by])
        return ui.say("presence-stand-in")
    return "" if presence.state == "here" else ui.say("presence-away" if presence.state == "gone" else "presence-idle")


def hand_changes(table: RemoteTable, before: Sequence[int], after: Sequence[int], ui: Localizer) -> Iterable[str]:
    """Yield a line for each seat that begins or stops to show spectators what it sees."""
    for seat in sorted(set(before) ^ set(after)):
        yield ui.say("hand-shown" if seat in after else "hand-hidden", who=table.names[seat])


def presence_changes(table: RemoteTable, before: Sequence[Presence], ui: Localizer) -> Iterable[str]:
    """Yield a line for each other person whose presence has changed."""
    for seat, (was, now) in enumerate(zip(before, table.seats, strict=False)):
        person = was.state not in ("open", "bot") and now.state not in ("open", "bot")
        if seat == table.seat or not person or (was.state, was.stand_in) == (now.state, now.stand_in):
            continue
        said = presence_text(table, seat, ui) or ui.say("presence-back")
        yield ui.say("presence-line", who=table.names[seat], what=said)


def deal_notices(table: RemoteTable, language: str) -> list[Content]:
    """Return what a player should know of the deal: call-offs, a share that is held back, an unknown key."""
    words, comma, giver = client_localizer(language), terminal_localizer(language).say("list-comma"), table.giver
    facts, lines = giver.facts, []
    if facts is None:
        return []
    for attempt in facts.deal.attempts:
        if attempt.call_off:
            names = [table.names[seat] if seat < len(table.names) else str(seat + 1) for seat in attempt.silent]
            said = words.say("fair-called-off", who=comma.join(names), attempt=attempt.number)
            lines.append(Content(said))
            if attempt.number in giver.blamed:
                lines.append(Content.styled(words.say("fair-blamed"), STRONG))
    if giver.silent_once and not facts.deal.dealt:
        lines.append(Content.styled(words.say("fair-not-again"), MUTED))
    if giver.untrusted_key:
        lines.append(Content.styled(words.say("fair-strange"), WARNING))
    elif giver.refused:
        why = words.say(f"refused-{giver.refused}")
        lines.append(Content.styled(words.say("fair-refused", why=why), WARNING))
    if giver.standing in ("left-out", "broken") and not (giver.standing == "left-out" and giver.silent_once):
        lines.append(Content.styled(words.say(f"standing-{giver.standing}"), WARNING))
    if giver.error is not None:
        lines.append(Content.styled(giver.error.text(language), WARNING))
    return lines


def seal_lines(table: RemoteTable, ui: Localizer) -> list[Content]:
    """Return the seal of this deal in full and the server's key, for comparing them with friends."""
    words, facts = client_localizer(ui.language), table.giver.facts
    lines = [Content(words.say(f"standing-{table.giver.standing}"))]
    last = facts.open if facts is not None else None
    if facts is not None and last is not None:
        lines += [Content.styled(ui.say("seal-of-deal"), MUTED), Content(last.seal)]
    if facts is not None and facts.deal.server:
        lines += [Content.styled(ui.say("key-of-server"), MUTED), Content(facts.deal.server)]
    return lines
