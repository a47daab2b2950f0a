"""Taking back the last action at a table on a server: texts, and the answers of the player."""

from __future__ import annotations

from tefuda.client.remote_table import RemoteTable
from tefuda.engine.localization import Localizer
from tefuda.table.take_back import BackNow

UNDO, AGREE, REFUSE = "!undo", "!agree", "!refuse"  # answers of buttons that are no actions


def back_answers(table: RemoteTable) -> list[tuple[str, str, str, str]]:
    """Return what can be answered about taking the last action back: the key, its name, the message and the answer."""
    back = None if table.update is None else table.update.back
    if back is None or back.done or back.refused >= 0:
        return []
    if not back.asked:
        return [("-", "minus", "back-ask", UNDO)] if back.seat == table.seat else []
    if table.seat not in back.waiting:
        return []
    return [("+", "plus", "back-agree", AGREE), ("-", "minus", "back-refuse", REFUSE)]


def back_line(back: BackNow | None, table: RemoteTable, ui: Localizer) -> str:
    """Return what an update tells of taking an action back; "" for nothing."""
    if back is None:
        return ""
    names = table.names
    if back.done:
        return ui.say("back-logged", who=names[back.seat])
    if back.refused >= 0:
        return ui.say("back-refused", who=names[back.refused])
    return ui.say("back-asked", who=names[back.seat]) if back.asked else ""
