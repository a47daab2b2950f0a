"""The screens of the terminal, a module each."""
