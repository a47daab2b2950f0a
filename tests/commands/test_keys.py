"""`tefuda keys`: listed, replaced, marked as stolen; the file is the owner's alone."""

import stat
from pathlib import Path

import pytest

from tefuda.cli import main
from tefuda.server.signing_keys import Keyring
from tefuda.server.store import StoreError
from tefuda.table import fair_deal


def opened(folder: Path) -> Keyring:
    return Keyring.open(folder / "signing-keys.json", bytes, 0)


def test_first_use_makes_a_key_that_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["keys", "--data", str(tmp_path), "--lang", "en"]) == 0
        assert capsys.readouterr().out.count("since") == 1
    assert stat.S_IMODE((tmp_path / "signing-keys.json").stat().st_mode) == 0o600


def test_replaced_key_vouches_for_the_new_one(tmp_path: Path) -> None:
    assert main(["keys", "--data", str(tmp_path)]) == 0
    assert main(["keys", "--data", str(tmp_path), "--replace"]) == 0
    old, new = opened(tmp_path).published().keys
    message = fair_deal.key_message(bytes.fromhex(new.key))
    assert new.signed_by == old.key
    assert fair_deal.is_signed(bytes.fromhex(old.key), message, bytes.fromhex(new.signature))
    assert fair_deal.public_key(opened(tmp_path).secrets[-1]).hex() == new.key
    assert opened(tmp_path).private(bytes.fromhex(old.key)) is not None, "its tables go on"


def test_stolen_key_vouches_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys", "--data", str(tmp_path), "--stolen", "--lang", "en"]) == 0
    assert "stolen" in capsys.readouterr().out
    old, new = opened(tmp_path).published().keys
    assert (old.stolen, new.stolen, new.signed_by) == (True, False, "")


@pytest.mark.parametrize("content", ["", "[]", '{"keys":[]}', '{"keys":[{"private":"00","since":1}]}'])
def test_damaged_file_is_named_and_left_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / "signing-keys.json"
    file.write_text(content)
    with pytest.raises(StoreError, match=r"signing-keys\.json"):
        opened(tmp_path)
    assert main(["keys", "--data", str(tmp_path)]) == 2
    assert file.read_text() == content
