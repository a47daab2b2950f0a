"""The bench of the queue of bots at a small scale: it runs and compares both ways."""

import pytest

from benchmarks import jobs
from harness.contract.cases import large


@large
def test_ways_of_requests_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    jobs.run(requests=2, warm_up=False)  # compiling would take longer than the rest, and changes no result here
    *_, kotori, doutotsu, last = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in (kotori, doutotsu)] == list(jobs.GAMES)
    assert all(float(figure) > 0 for line in (kotori, doutotsu) for figure in line.split()[3:5])
    assert last.startswith("2 requests of each")
