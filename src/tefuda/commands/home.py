"""`tefuda` without a command: serves the user's own tables on this machine and opens the browser."""

from tefuda.commands.language import command_localizer
from tefuda.commands.serve import data_folder, run_table, running_address, show_in_browser, signing_keys_file
from tefuda.server.settings import Settings


def home() -> None:
    """Serve the user's tables and open a browser; if a server already runs, open the browser there."""
    from tefuda.server.run import listening

    folder = data_folder()
    address = running_address(folder)
    if address is not None:
        print(command_localizer(None).say("serve-already", address=address))
        show_in_browser(address)
        return
    settings = Settings(folder, signing_keys=signing_keys_file(folder))
    try:
        listener = listening(settings.host, settings.port)
    except OSError:  # the port is in use
        listener = listening(settings.host, 0)
    run_table(listener, settings, show=True, language=None)
