"""The generated protocol documents match the protocol's types."""

from pathlib import Path

import pytest

from tefuda.server import describe

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("path", "made"), [(describe.DOCUMENT, describe.document), (describe.TYPESCRIPT, describe.typescript)]
)
def test_written_protocol_matches_the_types(path, made):
    assert (ROOT / path).read_text(encoding="utf-8") == made(), "run `python -m tefuda.server.describe`"


def test_fields_that_may_be_absent_are_optional_in_typescript():
    text = describe.typescript()
    assert "view?: View;" in text  # absent before the deal
    assert "next: string | null;" in text  # always sent
    assert 'kind?: "bot" | "open" | "person";' in text  # an open seat is sent as {}
