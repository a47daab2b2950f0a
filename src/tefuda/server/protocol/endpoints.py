"""All endpoints of the HTTP interface with their bodies, responses and limits."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from tefuda.bots.review import Review
from tefuda.server.protocol.common import TableInfo
from tefuda.server.protocol.http import (
    CheckRecord,
    Forget,
    GameCards,
    GameInfo,
    GameRecord,
    Invitation,
    Invite,
    Join,
    Leave,
    Me,
    NewGuest,
    NewTable,
    OpenTable,
    OwnData,
    PushKey,
    RecordCheck,
    RecordedGame,
    ReplayRecord,
    ReviewFrom,
    Series,
    ShareGame,
    Sharing,
    SigningKeys,
    Subscribe,
    Unsubscribe,
    WhatIf,
)
from tefuda.server.protocol.limits import MAX_MESSAGE_BYTES, MAX_RECORD_BODY_BYTES, OPEN_TABLES_SECONDS
from tefuda.server.protocol.messages import TableUpdate


class Endpoint(NamedTuple):
    """An endpoint of the HTTP interface."""

    name: str
    method: Literal["GET", "POST"]
    path: str
    body: Any  # type of the request body; None: no body
    response: Any  # type of the response; str: plain text, bytes: a file
    about: str
    most: int = MAX_MESSAGE_BYTES  # of the request body


ENDPOINTS = (
    Endpoint("me", "GET", "/api/me", None, Me, "Your name and tables."),
    Endpoint("rename", "POST", "/api/me", NewGuest, Me, "Set or change your name."),
    Endpoint("export", "GET", "/api/me/export", None, OwnData, "All stored data about you."),
    Endpoint("delete", "POST", "/api/me/delete", Forget, Me, "Delete your data and your cookie."),
    Endpoint("push", "GET", "/api/push", None, PushKey, "The key with which to subscribe to push messages."),
    Endpoint("subscribe", "POST", "/api/push", Subscribe, PushKey, "Send push messages to this browser."),
    Endpoint("unsubscribe", "POST", "/api/push/stop", Unsubscribe, PushKey, "Send no more push messages to it."),
    Endpoint("games", "GET", "/api/games", None, list[GameInfo], "The games on this server."),
    Endpoint("cards", "GET", "/api/games/{id}/cards", None, GameCards, "The texts of a game's cards."),
    Endpoint(
        "demonstrations",
        "GET",
        "/api/games/{id}/demonstrations",
        None,
        dict[str, TableUpdate],
        "The first view of each demonstration of a game, by the clause that it shows.",
    ),
    Endpoint("messages", "GET", "/api/games/{id}/messages", None, str, "A game's messages: its .ftl file (`?lang=`)."),
    Endpoint("rulebook", "GET", "/api/games/{id}/rulebook", None, str, "A game's rulebook in Markdown (`?lang=`)."),
    Endpoint(
        "tables", "GET", "/api/tables", None, list[TableInfo], "Unfinished public tables, those before the deal first."
    ),
    Endpoint(
        "open_tables",
        "GET",
        "/api/open-tables",
        None,
        list[OpenTable],
        f"Unfinished public tables, up to {OPEN_TABLES_SECONDS} seconds old; for pages that poll.",
    ),
    Endpoint("open", "POST", "/api/tables", NewTable, TableInfo, "Create a table; you are its host."),
    Endpoint("table", "GET", "/api/tables/{id}", None, TableInfo, "A table."),
    Endpoint("invite", "POST", "/api/tables/{id}/invite", Invite, Invitation, "An invite link."),
    Endpoint("join", "POST", "/api/tables/{id}/join", Join, TableInfo, "Take a seat."),
    Endpoint("leave", "POST", "/api/tables/{id}/leave", Leave, TableInfo, "Give up your seat."),
    Endpoint("series", "GET", "/api/tables/{id}/series", None, Series, "The standings of the games so far."),
    Endpoint(
        "record",
        "GET",
        "/api/tables/{id}/record",
        None,
        GameRecord,
        "The game so far as you saw it; after the game, with `?seat=N`, as seat N (-1: spectators) saw it.",
    ),
    Endpoint("full_record", "GET", "/api/tables/{id}/record.txt", None, str, "The signed record, after the game."),
    Endpoint("sharing", "GET", "/api/tables/{id}/share", None, Sharing, "Your link to a finished game."),
    Endpoint(
        "share",
        "POST",
        "/api/tables/{id}/share",
        ShareGame,
        Sharing,
        "Make a link to a finished game of yours, with which anyone can see its record, or take it back.",
    ),
    Endpoint(
        "check",
        "POST",
        "/api/check",
        CheckRecord,
        RecordCheck,
        "Check a signed record by a replay; it is not stored.",
        MAX_RECORD_BODY_BYTES,
    ),
    Endpoint(
        "check_replay",
        "POST",
        "/api/check/replay",
        ReplayRecord,
        RecordedGame,
        "The game of a signed record, from any seat's view; nothing is stored.",
        MAX_RECORD_BODY_BYTES,
    ),
    Endpoint(
        "picture",
        "GET",
        "/api/tables/{id}/picture.png",
        None,
        bytes,
        "A picture of a moment of a finished game (`?seat=N&step=N`), 1200 by 630 pixels, for link previews.",
    ),
    Endpoint(
        "review",
        "POST",
        "/api/tables/{id}/review",
        ReviewFrom,
        Review,
        "The review of a finished game, with the turns reviewed so far; the first request starts it.",
    ),
    Endpoint(
        "what_if",
        "POST",
        "/api/tables/{id}/what-if",
        WhatIf,
        TableInfo,
        "Play on from a moment of a finished game, at a new table against bots.",
    ),
    Endpoint(
        "keys", "GET", "/.well-known/tefuda-keys", None, SigningKeys, "All present and former keys of this server."
    ),
)
BODY_BYTES = {endpoint.path: endpoint.most for endpoint in ENDPOINTS}  # path -> largest body
