"""Support code of `tests/` and `benchmarks/`: both import this package, and never each other.

- `contract/`: the games and cases that are tested, random commands and random play (`cases.py`), the search for leaks
  of hidden information (`leaks.py`), and planted leaks that it must find (`leak_mutations.py`).
- `fixtures/`: four small games that follow the rules contract: Kuhn poker, Leduc poker, `probe` and `tsukimi`.
- `server/`: a light WebSocket and HTTP client and a server process (`client.py`); bots, clock and settings for a
  server under test (`doubles.py`); its databases (`databases.py`, `postgres.py`) and faulty connections to them;
  frames that fuzz a server (`fuzz_frames.py`); a check of its log against what clients observed (`stored_log.py`);
  servers that differ only in hidden information, and the scripts that compare them.
- `strength.py`: matches between bots of two levels, with 95 % intervals.
- `processor_time.py`: a plugin of pytest that measures tests.
- `protocol_pages.py`, `notebooks.py`: commands that write generated files of the documentation.

It contains no tests and no measurements, is part of the source distribution, and is not part of the wheel.
"""
