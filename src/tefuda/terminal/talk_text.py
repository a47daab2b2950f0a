"""The texts of the talk at a table on a server."""

from __future__ import annotations

from tefuda.client.remote_table import RemoteTable
from tefuda.engine.localization import Localizer
from tefuda.server.protocol.messages import Line, Phrase

PHRASES: dict[Phrase, str] = {  # phrase: message
    "hello": "phrase-hello",
    "luck": "phrase-luck",
    "nice": "phrase-nice",
    "close": "phrase-close",
    "wow": "phrase-wow",
    "oops": "phrase-oops",
    "sorry": "phrase-sorry",
    "thanks": "phrase-thanks",
    "thinking": "phrase-thinking",
    "moment": "phrase-moment",
    "played": "phrase-played",
    "again": "phrase-again",
}
KEYS = "123456789abc"  # keys of the phrases, in order


def talk_line(line: Line, table: RemoteTable, ui: Localizer) -> str:
    """Return what was said as one line of text."""
    who = _name(line, table, ui)
    if line.chat is not None:
        return ui.say("talk-chat-on" if line.chat else "talk-chat-off", who=who)
    known = next((id for phrase, id in PHRASES.items() if phrase == line.phrase), "")
    return ui.say("said", who=who, what=ui.say(known) if known else line.text or line.phrase)


def voices_of(table: RemoteTable, ui: Localizer) -> dict[str, str]:
    """Return the others who have spoken, with what muting them does; the latest first."""
    latest = {line.voice: line for line in reversed(table.talk) if line.chat is None and line.voice != table.voice}
    return {
        voice: ui.say("talk-unmute-one" if voice in table.muted else "talk-mute-one", who=_name(line, table, ui))
        for voice, line in latest.items()
    }


def _name(line: Line, table: RemoteTable, ui: Localizer) -> str:
    name = line.name or ui.say("change-guest")
    return name if line.seat >= 0 else ui.say("talk-spectator", who=name)
