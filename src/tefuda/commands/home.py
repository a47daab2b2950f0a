"""`tefuda` without a command: the first screen, where a person chooses a game and plays."""

from tefuda.commands.language import locale_language


def home() -> bool:
    """Show the first screen; False where there is no terminal to show it on."""
    from tefuda.terminal.background import has_screen

    if not has_screen():
        return False

    from tefuda.terminal.run import run_home

    run_home(locale_language())
    return True
