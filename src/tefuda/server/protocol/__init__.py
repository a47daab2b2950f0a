"""Types of the wire protocol: HTTP requests and responses, and the messages of a table's WebSocket.

All are JSON objects; the field `t` of a WebSocket message is its type.  `harness/protocol_pages.py` generates
`docs/protocol.md` and the browser's TypeScript types from the modules of this package, with their docstrings and the
comments beside fields.
"""
