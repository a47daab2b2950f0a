"""The screens of the terminal, one module each."""
