"""The server: HTTP and WebSocket interface, table actors, storage and limits."""
