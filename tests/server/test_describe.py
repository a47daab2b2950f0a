"""The protocol's documents say what its types say."""

from pathlib import Path

import pytest

from tefuda.server import describe

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("path", "made"), [(describe.DOCUMENT, describe.document), (describe.TYPESCRIPT, describe.typescript)]
)
def test_the_written_protocol_is_that_of_the_types(path, made):
    assert (ROOT / path).read_text(encoding="utf-8") == made(), "run `python -m tefuda.server.describe`"


def test_every_field_the_browser_may_miss_is_optional_there():
    text = describe.typescript()
    assert "view?: View;" in text  # left out before the deal
    assert "next: string | null;" in text  # always sent
    assert 'kind?: "bot" | "open" | "person";' in text  # an open seat is sent as {}
