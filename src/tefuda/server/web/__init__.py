"""The web interface: HTTP endpoints, WebSockets and pages in front of the table registry."""
