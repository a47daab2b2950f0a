"""What a server sends: cleaned before it reaches a screen, and ignored where this release does not know it."""

import json

import pytest

from tefuda.client.address import Address, parse_address
from tefuda.client.errors import ClientError
from tefuda.client.wire import decode, read_message
from tefuda.engine.localization import clean
from tefuda.server.protocol.common import TableInfo
from tefuda.server.protocol.http import Me
from tefuda.server.protocol.messages import Moved, Refused, SeatsNow, TableUpdate


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Aki", "Aki"),
        ("あき　と　はな", "あき　と　はな"),
        ("\x1b[2J\x1b[31mAki\x07", "[2J[31mAki"),
        ("\x9b2JAki\x90", "2JAki"),
        ("Aki\u202egpj.exe\u2066", "Akigpj.exe"),
        ("two\r\nlines\u2028and\tmore", "two  lines and more"),
        ("zero\u200bwidth\ufeff\u00ad", "zerowidth"),
        ("tag\U000e0041\ud800s", "tags"),
        ("[bold red]Aki[/]", "[bold red]Aki[/]"),
    ],
)
def test_text_is_one_line_of_visible_characters(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_every_string_of_a_message_is_cleaned() -> None:
    sitters = [{"kind": "person", "name": "\x1b]0;owned\x07Aki"}]
    words = {"t": "words", "id": "event", "args": {"what": "\x1b[H", "then": {"t": "words", "id": "x\x00"}}}
    update = {
        "t": "update",
        "version": 1,
        "turn": 0,
        "sitters": sitters,
        "events": [{"words": words, "clause": "K\x1b1"}],
    }
    message = read_message(json.dumps(update))
    assert isinstance(message, TableUpdate)
    assert "\\u00" not in json.dumps(str(message))
    assert message.sitters[0].name == "]0;ownedAki"
    refused = read_message(json.dumps({"t": "refused", "id": "", "error": {"message": "no\x1bway"}}))
    assert isinstance(refused, Refused)
    assert refused.error.message == "noway"
    assert decode(b'{"name": "\\u001bcAki", "tables": []}', Me).name == "cAki"


@pytest.mark.parametrize("id", ["../../../.config/autostart", "/etc", "a/b", "..", "", "x" * 65])
def test_id_of_a_table_leads_to_no_other_folder(id: str) -> None:
    """The client keeps the record and its copy of a game in a folder of this name."""
    table = {"game": "kotori", "options": {}, "public": True, "phase": "open", "sitters": [], "created": 0}
    body = table | {"you": -1, "host": False}
    assert decode(json.dumps(body | {"id": "AbC_d-"}), TableInfo).id == "AbC_d-"
    with pytest.raises(ValueError, match="id"):
        decode(json.dumps(body | {"id": id}), TableInfo)


def test_unknown_messages_and_fields_are_ignored() -> None:
    assert read_message('{"t": "chat", "text": "hello"}') is None
    assert read_message('{"id": "x"}') is None
    assert read_message("[1, 2]") is None
    assert read_message('{"t": "seats", "seats": [{"state": "in a new way"}], "watching": 0}') is None
    assert read_message('{"t": "moved", "table": "AbCd", "at": 5}') == Moved("AbCd")
    assert read_message('{"t": "seats", "seats": [{"state": "here", "clock": 9}], "watching": 1}') is not None
    assert isinstance(read_message('{"t": "seats", "seats": [], "watching": 1}'), SeatsNow)


@pytest.mark.parametrize("text", ["", "{", '{"t": "update"}', '{"t": "welcome", "table": 5}', "[" * 100_000])
def test_unreadable_messages_are_errors(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # any text
        read_message(text)


@pytest.mark.parametrize(
    ("link", "address"),
    [
        ("http://127.0.0.1:8750/join/AbC_d-/SiG", Address("http://127.0.0.1:8750", "AbC_d-", "SiG")),
        ("https://Example.org/join/AbCd/public", Address("https://example.org", "AbCd")),
        ("https://example.org/table/AbCd", Address("https://example.org", "AbCd")),
        (
            "https://example.org/table/AbCd?invitation=SiG&deal",
            Address("https://example.org", "AbCd", "SiG", watch=True),
        ),
        ("example.org:80/table/AbCd/ ", Address("http://example.org:80", "AbCd")),
        ("http://[::1]:8750/table/AbCd", Address("http://[::1]:8750", "AbCd")),
    ],
)
def test_links_are_parsed(link: str, address: Address) -> None:
    assert parse_address(link) == address


@pytest.mark.parametrize(
    "link",
    [
        "",
        "kotori",
        "http://example.org/",
        "http://example.org/learn/kotori",
        "http://example.org/join/AbCd",
        "http://example.org/table/AbCd/SiG",
        "http://example.org/table/..%2f",
        "http://example.org/table/" + "x" * 65,
        "http://example.org:port/table/AbCd",
        "http://me:secret@example.org/table/AbCd",
        "ftp://example.org/table/AbCd",
        "http://ex\u202eample.org/table/AbCd",
    ],
)
def test_link_that_names_no_table_is_refused(link: str) -> None:
    with pytest.raises(ClientError, match="not a link to a table"):
        parse_address(link)
