"""Worker processes of one server, and the connections handed to the home of their table."""
