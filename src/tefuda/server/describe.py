"""Writes down the wire protocol from its types: `docs/protocol.md` for people, `protocol.ts` for the browser.

    python -m tefuda.server.describe [CHECKOUT]

A developer runs this after a change of `protocol.py`; a test fails where the two files say something else than the
types do.  The words come from the docstrings of the types and the comments beside their fields.  It never runs in a
server.
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

from tefuda.server import protocol

DOCUMENT = Path("docs/protocol.md")
TYPESCRIPT = Path("frontend/src/lib/protocol.ts")
PLAIN: dict[type[shapes.Type], str] = {
    shapes.StrType: "string",
    shapes.BoolType: "boolean",
    shapes.IntType: "number",
    shapes.NoneType: "null",
    shapes.AnyType: "unknown",
}
ROOTS = (("ToTable", protocol.ToTable), ("FromTable", protocol.FromTable))

HEAD = """\
# The protocol

How a browser, a bot or any other program sits at a table. Made from the types in `src/tefuda/server/protocol.py` by
`python -m tefuda.server.describe`: do not edit. `docs/examples/bot.py` plays a game over it.

## Who you are

The answer to a new visitor's first `POST` sets the cookie `tefuda` (HttpOnly, SameSite=Lax, Secure over https): 256
random bits that say who you are from then on. Send it with every request and with the WebSocket handshake. A `POST`
needs the header `Content-Type: application/json`; where a request names an `Origin`, it must be the server's own.

Whoever holds an invitation adds `?invitation=SIGNATURE` to see a table that is not public. Errors are told in the
language of `Accept-Language`, or of `?lang=ja` and `?lang=en`.

## HTTP

Bodies are JSON objects. An answer that is no success has a `ErrorMessage` as its body and says by its status what is
wrong: 400 a message that cannot be read, 401 no guest yet, 403 not yours to do or a foreign origin, 404 nothing
there, 408 not in time, 409 not now, 413 too large, 414 an address too long, 415 not JSON, 421 not a name of this
server, 429 too much at once, 431 too many or too large headers, 503 the server cannot do it just now. A game record
has an `ETag`.
"""

SOCKET = """\
## The WebSocket of a table

`/ws/tables/{id}` speaks JSON text messages, of at most %(bytes)d bytes towards the table. Every message says in `t`
what it is. Add `?after=N` to say which update you saw last: the first message, `welcome`, holds those you missed,
without views, as long as the table still keeps them, and always how the table looks now. Whoever may see a table may
connect: those who sit there, everybody where it is public, and others with `?invitation=SIGNATURE`.

- **Updates.** Everything that changes a game is an entry in the table's log. Each entry gives everybody an `update`
  with the same `version`, none is skipped, and each audience hears only what it may know. An update is sent once its
  entry is safely stored.
- **Your messages** have an `id` of your choice. Each is answered by `done` (it is stored) or `refused` (nothing has
  changed), except `hint`, answered by `advice`, and `ping`, answered by `pong`. Did the connection break before the
  answer came? Send the same message with the same `id` again: it is carried out once, and answered the same.
- **Commands.** `play` names the `turn` it answers. If somebody was faster it is refused, and you have the newer
  update already or get it soon.
- **Limits.** A connection may send %(rate)d messages a second, with some slack. One that does not read what it is
  sent is closed.

Connect again with `after` when the connection closes, unless its code says that it is no use:

%(codes)s

### What you may send
"""


@cache
def comments(module: types.ModuleType) -> dict[tuple[str, str], str]:
    """The comment beside each field of each class in a module."""
    path = Path(str(module.__file__))
    source = path.read_text(encoding="utf-8")
    by_line = {
        token.start[0]: token.string.lstrip("# ").strip()
        for token in tokenize.generate_tokens(StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    found = {}
    for node in ast.walk(ast.parse(source)):
        for item in node.body if isinstance(node, ast.ClassDef) else []:
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and isinstance(node, ast.ClassDef):
                words = [by_line[n] for n in range(item.lineno, (item.end_lineno or item.lineno) + 1) if n in by_line]
                found[node.name, item.target.id] = " ".join(words)
    return found


def comment(struct: shapes.StructType, field: shapes.Field) -> str:
    """The comment beside a field, "" where there is none."""
    return comments(sys.modules[struct.cls.__module__]).get((struct.cls.__name__, field.name), "")


def about(struct: shapes.StructType) -> str:
    """The docstring of a type, in one paragraph."""
    return " ".join(str(struct.cls.__doc__).split())


def structs() -> list[shapes.StructType]:
    """Every object that crosses the wire, in the order of the protocol, what each of them holds after it."""
    wanted = [
        value for value in vars(protocol).values() if isinstance(value, type) and issubclass(value, msgspec.Struct)
    ]
    own = [value for value in wanted if value.__module__ == protocol.__name__]
    found: dict[type, shapes.StructType] = {}
    for info in shapes.multi_type_info(own):
        _collect(info, found)
    return [found[cls] for cls in own] + [found[cls] for cls in found if cls not in own]


def _collect(info: shapes.Type, found: dict[type, shapes.StructType]) -> None:
    if isinstance(info, shapes.StructType) and info.cls not in found:
        found[info.cls] = info
        for field in info.fields:
            _collect(field.type, found)
    for part in _parts(info):
        _collect(part, found)


def _parts(info: shapes.Type) -> Iterator[shapes.Type]:
    if isinstance(info, shapes.UnionType):
        yield from info.types
    elif isinstance(info, shapes.VarTupleType | shapes.ListType):
        yield info.item_type
    elif isinstance(info, shapes.DictType):
        yield from (info.key_type, info.value_type)


def sent_by_client(struct: shapes.StructType) -> bool:
    """Does this come from a client?  Those are the ones in which unknown fields are refused."""
    return struct.forbid_unknown_fields


def optional(struct: shapes.StructType, field: shapes.Field) -> bool:
    """May this field be missing from the object?"""
    return not field.required and (sent_by_client(struct) or struct.cls.__struct_config__.omit_defaults)


# ------------------------------------------------------------- TypeScript


def typescript() -> str:
    """The whole of `protocol.ts`."""
    parts = [
        "// Made by `python -m tefuda.server.describe` from the server's own types: do not edit.\n",
        f"export const MAX_MESSAGE_BYTES = {protocol.MAX_MESSAGE_BYTES};\n",
        _close_codes(),
    ]
    parts += [_interface(struct) for struct in structs()]
    for name, union in ROOTS:
        members = " | ".join(member.__name__ for member in typing.get_args(union))
        parts.append(f"export type {name} = {members};\n")
    return "\n".join(parts)


def _close_codes() -> str:
    lines = ["/** Why the server closes a WebSocket. */", "export const CloseCode = {"]
    for code in protocol.CloseCode:
        lines += [f"  /** {code.about} */", f"  {code.name}: {code.value},"]
    return "\n".join([*lines, "} as const;\n"])


def _interface(struct: shapes.StructType) -> str:
    lines = [f"/** {about(struct)} */", f"export interface {struct.cls.__name__} {{"]
    if struct.tag is not None:
        lines.append(f"  {struct.tag_field}: {_quoted(struct.tag)};")
    for field in struct.fields:
        if words := comment(struct, field):
            lines.append(f"  /** {words} */")
        kind = field.type
        mark = "?" if optional(struct, field) else ""
        if mark and not sent_by_client(struct):
            kind = _without_none(kind)
        lines.append(f"  {field.encode_name}{mark}: {ts(kind)};")
    return "\n".join([*lines, "}\n"])


def _without_none(info: shapes.Type) -> shapes.Type:
    """A default is left out of what the server sends, so that None is never on the wire."""
    if not isinstance(info, shapes.UnionType):
        return info
    left = tuple(part for part in info.types if not isinstance(part, shapes.NoneType))
    return left[0] if len(left) == 1 else shapes.UnionType(left)


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def ts(info: shapes.Type) -> str:
    """A type in TypeScript."""
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
    """The whole of `docs/protocol.md`."""
    to_table = [member.__name__ for member in typing.get_args(protocol.ToTable)]
    from_table = [member.__name__ for member in typing.get_args(protocol.FromTable)]
    known = {struct.cls.__name__: struct for struct in structs()}
    others = [name for name in known if name not in (*to_table, *from_table)]
    codes = "\n".join(["| code | |", "|---|---|", *(f"| {code.value} | {code.about} |" for code in protocol.CloseCode)])
    facts = {"bytes": protocol.MAX_MESSAGE_BYTES, "codes": codes, "rate": protocol.MESSAGES_A_SECOND}
    parts = [HEAD, _endpoints(), SOCKET % facts]
    parts += [_described(known[name], "####") for name in to_table]
    parts.append("### What the table sends\n")
    parts += [_described(known[name], "####") for name in from_table]
    parts.append("## Objects\n")
    parts += [_described(known[name], "###") for name in others]
    return "\n".join(parts)


def _endpoints() -> str:
    lines = ["| | takes | gives | |", "|---|---|---|---|"]
    for endpoint in protocol.ENDPOINTS:
        takes = f"`{endpoint.takes.__name__}`" if endpoint.takes is not None else ""
        gives = "text" if endpoint.gives is str else f"`{ts(shapes.type_info(endpoint.gives))}`"
        lines.append(f"| `{endpoint.method} {endpoint.path}` | {takes} | {gives} | {endpoint.about} |")
    return "\n".join(lines) + "\n"


def _described(struct: shapes.StructType, level: str) -> str:
    name = struct.cls.__name__
    title = f"`{struct.tag}` ({name})" if struct.tag_field == "t" else f"`{name}`"
    lines = [f"{level} {title}", "", *textwrap.wrap(about(struct), 120), ""]
    if struct.fields:
        lines += ["| field | type | |", "|---|---|---|"]
    for field in struct.fields:
        kind = ts(field.type).replace("|", "\\|")
        words = [comment(struct, field), _limits(field.type), _default(struct, field)]
        lines.append(f"| `{field.encode_name}` | `{kind}` | {'; '.join(word for word in words if word)} |")
    return "\n".join([*lines, ""] if struct.fields else lines)


def _limits(info: shapes.Type) -> str:
    """The bounds that a field's values keep, in words."""
    match info:
        case shapes.StrType() if info.max_length is not None:
            pattern = f", {info.pattern.strip('^$')}" if info.pattern else ""
            return f"{info.min_length or 0} to {info.max_length} characters{pattern.replace('|', chr(92) + '|')}"
        case shapes.IntType() if info.ge is not None:
            return f"{info.ge} or more"
        case shapes.ListType() if info.max_length is not None:
            return f"{info.min_length or 0} to {info.max_length} of them"
    return ""


def _default(struct: shapes.StructType, field: shapes.Field) -> str:
    if not optional(struct, field):
        return ""
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return f"`{msgspec.json.encode(value).decode()}` where it is missing"


def main(root: Path) -> None:
    """Write both files into a checkout."""
    for path, text in ((DOCUMENT, document()), (TYPESCRIPT, typescript())):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
        print(f"wrote {root / path}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
