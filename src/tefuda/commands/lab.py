"""`tefuda lab`: matches, leagues, what-if studies and data for research; docs/lab.md."""

from cyclopts import App

app = App(name="lab", help="Study games: matches, leagues, what-if studies, data.", result_action="return_value")
app.command("tefuda.commands.lab_match:match", help="Play bots against each other on the same deals, seats rotated.")
app.command("tefuda.commands.lab_league:league", help="Rate players by a round robin.")
app.command("tefuda.commands.lab_sweep:sweep", help="Ask what changes under other house rules, constants or cards.")
app.command("tefuda.commands.lab_export:export", help="Play games and write all decisions as Parquet.")
app.command("tefuda.commands.lab_export:records", help="Write the games of an export as game records.")
