"""Terminal client: renders the shared views, messages and rules in character cells."""
