"""`tefuda` without a command: serves the user's own tables on this machine and opens the browser."""

from pathlib import Path

from tefuda.commands.language import locale_language
from tefuda.commands.serve import USUAL_PORT, data_folder, run_table, running_address, show_in_browser
from tefuda.engine.localization import localizer


def home() -> None:
    """Serve the user's tables and open a browser; if a server already runs, open the browser there."""
    from tefuda.server.run import listening

    folder, language = data_folder(), locale_language()
    address = running_address(folder)
    if address is not None:
        print(localizer(language, Path(__file__).parent).say("serve-already", address=address))
        show_in_browser(address)
        return
    try:
        listener = listening("127.0.0.1", USUAL_PORT)
    except OSError:  # the port is in use
        listener = listening("127.0.0.1", 0)
    run_table(listener, folder, show=True, language=language)
