"""The generated protocol documents match the protocol's types."""

from pathlib import Path

import pytest

from harness import protocol_pages

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("path", "made"),
    [(protocol_pages.DOCUMENT, protocol_pages.document), (protocol_pages.TYPESCRIPT, protocol_pages.typescript)],
)
def test_written_protocol_matches_the_types(path, made):
    assert (ROOT / path).read_text(encoding="utf-8") == made(), "run `python -m harness.protocol_pages`"


def test_fields_that_may_be_absent_are_optional_in_typescript():
    text = protocol_pages.typescript()
    assert "view?: View;" in text  # absent before the deal
    assert "next: string | null;" in text  # always sent
    assert 'kind?: "bot" | "open" | "person";' in text  # an open seat is sent as {}
