"""Generates the documentation of the wire protocol, `docs/protocol.md`, and the browser's types, `protocol.ts`.

    python -m harness.protocol_pages [CHECKOUT]

Run it after a change of `tefuda.server.protocol`; a test compares both files with the types.  Descriptions come from
the docstrings of the types and the comments beside their fields.

A generator from msgspec's JSON schema would give looser types: there every field with a default may be missing, also of
messages that always have it, and those that are never null may be null.
"""

from __future__ import annotations

import ast
import sys
import textwrap
import tokenize
import types
import typing
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path

import msgspec
from msgspec import inspect as shapes

from tefuda.server.protocol import common, http, messages
from tefuda.server.protocol.endpoints import ENDPOINTS
from tefuda.server.protocol.limits import MAX_MESSAGE_BYTES, MAX_RECORD_BYTES, MESSAGES_A_SECOND, CloseCode
from tefuda.server.protocol.messages import FromLesson, FromTable, ToLesson, ToTable

DOCUMENT = Path("docs/protocol.md")
TYPESCRIPT = Path("frontend/src/lib/protocol.ts")
PLAIN: dict[type[shapes.Type], str] = {
    shapes.StrType: "string",
    shapes.BoolType: "boolean",
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.NoneType: "null",
    shapes.AnyType: "unknown",
}
ROOTS = (
    ("ToTable", ToTable),
    ("FromTable", FromTable),
    ("ToLesson", ToLesson),
    ("FromLesson", FromLesson),
)

HEAD = """\
# The protocol

The HTTP and WebSocket interface for browsers, bots and other clients. Generated from the types in
`src/tefuda/server/protocol/` by `python -m harness.protocol_pages`: do not edit. `docs/examples/bot.py` is a bot
that plays a game over it.

## Identity

The response to a new visitor's first `POST` sets a cookie (HttpOnly, SameSite=Lax) with 256 random bits, which
identifies the guest from then on: `tefuda`, and over https `__Host-tefuda` (Secure). Send it with every request and
with the WebSocket handshake.
A `POST` requires the header `Content-Type: application/json`. A request with an `Origin` header must come from the
server's own origin.

Add `?invitation=SIGNATURE` to see a table that is not public. Error messages are in the language of
`Accept-Language`, or of `?lang=ja` and `?lang=en`.

## HTTP

Bodies are JSON objects. The body of an error response is an `ErrorMessage`. Status codes: 400 malformed request,
401 no guest yet, 403 not allowed or cross-origin, 404 not found, 405 wrong method, 408 timeout, 409 not possible now,
413 body too large, 414 URL too long, 415 not JSON, 421 unknown host name, 429 rate limit exceeded, 431 headers too
large or too many, 500 internal error, 503 temporarily unavailable. Game records and the list of open tables have an
`ETag`.
"""

SOCKET = """\
## WebSocket

`/ws/tables/{id}` carries JSON text messages; those to the table have at most %(bytes)d bytes. The field `t` is the
type of a message. The first message from the table is `welcome`, with the current state of the table. With
`?after=N`, the version of the last update you saw, it also contains the updates you missed, without views, as far as
the server still has them. Everyone who may see a table may connect: its players, everyone if it is public, others
with `?invitation=SIGNATURE`.

- **Updates.** Every change of a game is an entry in the table's log. Each entry gives everyone an `update` with the
  same `version`, without gaps; each audience gets only what it may know. An update is sent after its entry is stored
  durably.
- **Client messages** have an `id` of your choice, which is an idempotency key. Each is answered by `done` (carried
  out and stored) or `refused` (nothing has changed); `hint` is answered by `advice` or `refused`, `ping` by `pong`.
  If the connection breaks before the answer, send the same message with the same `id` again: it is carried out only
  once and gets the same answer.
- **Commands.** `play` names the `turn` it responds to. If another command came first, it is refused, and the newer
  update has been sent or follows.
- **Limits.** A connection may send %(rate)d messages per second, and short bursts of more. A connection whose client
  does not read is closed.

If the server does not accept a connection, it says why with a `refused` whose `id` is "", and closes it. When the
connection closes, reconnect with `after`, unless the close code rules it out:

%(codes)s

### Messages to the table
"""

LESSONS = """\
## Lessons

`/ws/lessons/{id}` is the guided first game of a game, open to everyone: a session of this connection, of which
nothing is stored. It speaks the messages of a table: `welcome`, `update` and `lesson` come from it, `play`, `go`,
`touch` and `ping` go to it, and it answers with `done`, `refused` or `pong`. What the step does not accept is refused
with the lesson's answer. `?place=` resumes a lesson at the `place` of an earlier `lesson` message; a place that the
lesson does not have begins it again. `?card=K3.2` gives the demonstration of that clause instead, a short
lesson, to which all of this applies. Every message but `ping` counts as a request of its address.

### Messages to a lesson
"""


@cache
def comments(module: types.ModuleType) -> dict[tuple[str, str], str]:
    """Return the comment beside each field in a module, by class name and field name."""
    path = Path(str(module.__file__))
    source = path.read_text(encoding="utf-8")
    by_line = {
        token.start[0]: token.string.lstrip("# ").strip()
        for token in tokenize.generate_tokens(StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    by_field = {}
    for node in ast.walk(ast.parse(source)):
        for item in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and isinstance(node, ast.ClassDef):
                lines = range(item.lineno, (item.end_lineno or item.lineno) + 1)
                by_field[node.name, item.target.id] = " ".join(by_line[line] for line in lines if line in by_line)
    return by_field


def comment(struct: shapes.StructType, field: shapes.Field) -> str:
    """Return the comment beside a field, which a base class may declare; "" if there is none."""
    found = (comments(sys.modules[cls.__module__]).get((cls.__name__, field.name)) for cls in struct.cls.__mro__[:-2])
    return next(filter(None, found), "")


def about(struct: shapes.StructType) -> str:
    """Return the docstring of a type as one paragraph."""
    return " ".join(str(struct.cls.__doc__).split())


def structs() -> list[shapes.StructType]:
    """Return all structs of the protocol: those of its modules in their order, then other responses and nested ones."""
    own = [
        value
        for module in (http, common, messages)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__module__ == module.__name__
    ]
    collected: dict[type, shapes.StructType] = {}
    responses = [endpoint.response for endpoint in ENDPOINTS if endpoint.response is not bytes]
    for info in shapes.multi_type_info([*own, *responses]):
        _collect(info, collected)
    return [collected[cls] for cls in own] + [collected[cls] for cls in collected if cls not in own]


def _collect(info: shapes.Type, collected: dict[type, shapes.StructType]) -> None:
    if isinstance(info, shapes.StructType) and info.cls not in collected:
        collected[info.cls] = info
        for field in info.fields:
            _collect(field.type, collected)
    for part in _parts(info):
        _collect(part, collected)


def _parts(info: shapes.Type) -> Iterator[shapes.Type]:
    if isinstance(info, shapes.UnionType):
        yield from info.types
    elif isinstance(info, shapes.VarTupleType | shapes.ListType):
        yield info.item_type
    elif isinstance(info, shapes.DictType):
        yield from (info.key_type, info.value_type)


def sent_by_client(struct: shapes.StructType) -> bool:
    """Whether clients send this struct: those are the ones that forbid unknown fields."""
    return struct.forbid_unknown_fields


def optional(struct: shapes.StructType, field: shapes.Field) -> bool:
    """Whether the field may be missing from the object."""
    return not field.required and (sent_by_client(struct) or struct.cls.__struct_config__.omit_defaults)


# ------------------------------------------------------------- TypeScript


def typescript() -> str:
    """Return the contents of `protocol.ts`."""
    parts = [
        "// Generated by `python -m harness.protocol_pages` from the server's types: do not edit.\n",
        f"export const MAX_MESSAGE_BYTES = {MAX_MESSAGE_BYTES};\n",
        f"export const MAX_RECORD_BYTES = {MAX_RECORD_BYTES};\n",
        _close_codes(),
    ]
    parts += [_interface(struct) for struct in structs()]
    for name, union in ROOTS:
        members = " | ".join(member.__name__ for member in typing.get_args(union))
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def _close_codes() -> str:
    lines = ["/** Close codes with which the server closes a WebSocket. */", "export const CloseCode = {"]
    for code in CloseCode:
        lines += [f"  /** {code.about} */", f"  {code.name}: {code.value},"]
    return "\n".join([*lines, "} as const;\n"])


def _interface(struct: shapes.StructType) -> str:
    lines = [f"/** {about(struct)} */", f"export interface {struct.cls.__name__} {{"]
    if struct.tag is not None:
        lines.append(f"  {struct.tag_field}: {_quoted(struct.tag)};")
    for field in struct.fields:
        if text := comment(struct, field):
            lines.append(f"  /** {text} */")
        kind = field.type
        mark = "?" if optional(struct, field) else ""
        if mark and not sent_by_client(struct):
            kind = _without_none(kind)
        lines.append(f"  {field.encode_name}{mark}: {ts(kind)};")
    return "\n".join([*lines, "}\n"])


def _without_none(info: shapes.Type) -> shapes.Type:
    """Return a type without None: the server omits defaults, so that None is never on the wire."""
    if not isinstance(info, shapes.UnionType):
        return info
    types = tuple(part for part in info.types if not isinstance(part, shapes.NoneType))
    return types[0] if len(types) == 1 else shapes.UnionType(types)


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def ts(info: shapes.Type) -> str:
    """Return a type as TypeScript."""
    if type(info) in PLAIN:
        return PLAIN[type(info)]
    match info:
        case shapes.StructType():
            return info.cls.__name__
        case shapes.LiteralType():
            return " | ".join(map(_quoted, info.values))
        case shapes.UnionType():
            return " | ".join(map(ts, info.types))
        case shapes.VarTupleType() | shapes.ListType():
            inner = ts(info.item_type)
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        case shapes.DictType():
            return f"Record<{ts(info.key_type)}, {ts(info.value_type)}>"
    raise TypeError(f"no TypeScript for {info}")


# --------------------------------------------------------------- document


def document() -> str:
    """Return the contents of `docs/protocol.md`."""
    to_table = [member.__name__ for member in typing.get_args(ToTable)]
    from_table = [member.__name__ for member in typing.get_args(FromTable)]
    known = {struct.cls.__name__: struct for struct in structs()}
    to_lesson = [one.__name__ for one in typing.get_args(ToLesson) if one.__name__ not in to_table]
    from_lesson = [one.__name__ for one in typing.get_args(FromLesson) if one.__name__ not in from_table]
    others = [name for name in known if name not in (*to_table, *from_table, *to_lesson, *from_lesson)]
    codes = "\n".join(["| code | meaning |", "|---|---|", *(f"| {code.value} | {code.about} |" for code in CloseCode)])
    facts = {"bytes": MAX_MESSAGE_BYTES, "codes": codes, "rate": MESSAGES_A_SECOND}
    parts = [HEAD, _endpoints(), SOCKET % facts]
    parts += [_described(known[name], "####") for name in to_table]
    parts.append("### Messages from the table\n")
    parts += [_described(known[name], "####") for name in from_table]
    parts.append(LESSONS)
    parts += [_described(known[name], "####") for name in to_lesson]
    parts.append("### Messages from a lesson\n")
    parts += [_described(known[name], "####") for name in from_lesson]
    parts.append("## Objects\n")
    parts += [_described(known[name], "###") for name in others]
    return "\n".join(parts)


def _endpoints() -> str:
    lines = ["| endpoint | body | response | |", "|---|---|---|---|"]
    for endpoint in ENDPOINTS:
        body = f"`{endpoint.body.__name__}`" if endpoint.body is not None else ""
        kinds = {str: "text", bytes: "file"}
        response = kinds.get(endpoint.response) or f"`{ts(shapes.type_info(endpoint.response))}`"
        lines.append(f"| `{endpoint.method} {endpoint.path}` | {body} | {response} | {endpoint.about} |")
    return "\n".join(lines) + "\n"


def _described(struct: shapes.StructType, level: str) -> str:
    name = struct.cls.__name__
    title = f"`{struct.tag}` ({name})" if struct.tag_field == "t" else f"`{name}`"
    lines = [f"{level} {title}", "", *textwrap.wrap(about(struct), 120), ""]
    if struct.fields:
        lines += ["| field | type | |", "|---|---|---|"]
    for field in struct.fields:
        kind = ts(field.type).replace("|", "\\|")
        notes = [comment(struct, field), _limits(field.type), _default(struct, field)]
        lines.append(f"| `{field.encode_name}` | `{kind}` | {'; '.join(note for note in notes if note)} |")
    return "\n".join([*lines, ""] if struct.fields else lines)


def _limits(info: shapes.Type) -> str:
    """Return the bounds of a field's values in words, "" if there are none."""
    match info:
        case shapes.StrType() if info.max_length is not None:
            pattern = f", {info.pattern.strip('^$')}" if info.pattern else ""
            return f"{info.min_length or 0} to {info.max_length} characters{pattern.replace('|', chr(92) + '|')}"
        case shapes.IntType() if info.ge is not None:
            return f"{info.ge} or more"
        case shapes.ListType() if info.max_length is not None:
            return f"{info.min_length or 0} to {info.max_length} items"
    return ""


def _default(struct: shapes.StructType, field: shapes.Field) -> str:
    if not optional(struct, field):
        return ""
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"default `{msgspec.json.encode(value).decode()}`"


def main(root: Path) -> None:
    """Write both files into a checkout."""
    for path, text in ((DOCUMENT, document()), (TYPESCRIPT, typescript())):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
        print(f"wrote {root / path}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
