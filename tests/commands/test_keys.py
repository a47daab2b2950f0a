"""`tefuda keys`: list, replace and mark keys as stolen; the file is private."""

import stat
from pathlib import Path

import pytest

from tefuda.cli import main
from tefuda.server.store.errors import StoreError
from tefuda.server.store.signing_keys import Keyring
from tefuda.table import fair_deal


def open_keyring(folder: Path) -> Keyring:
    return Keyring.open(folder / "signing-keys.json", bytes, 0)


def test_first_use_creates_a_permanent_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        assert main(["keys", "--data", str(tmp_path), "--lang", "en"]) == 0
        assert capsys.readouterr().out.count("since") == 1
    assert stat.S_IMODE((tmp_path / "signing-keys.json").stat().st_mode) == 0o600


def test_processes_that_start_at_once_get_one_key(tmp_path: Path) -> None:
    first: list[Keyring] = []

    def slowly(size: int) -> bytes:
        """Let another process start and finish between our look for the file and our write."""
        if not first:
            first.append(Keyring.open(tmp_path / "signing-keys.json", lambda size: b"1" * size, 0))
        return b"2" * size

    second = Keyring.open(tmp_path / "signing-keys.json", slowly, 0)
    assert second.secrets == first[0].secrets == open_keyring(tmp_path).secrets
    assert [path.name for path in tmp_path.iterdir()] == ["signing-keys.json"], "no copy of a key is left"


def test_replaced_key_signs_the_new_one(tmp_path: Path) -> None:
    assert main(["keys", "--data", str(tmp_path)]) == 0
    assert main(["keys", "--data", str(tmp_path), "--replace"]) == 0
    old, new = open_keyring(tmp_path).published().keys
    message = fair_deal.key_message(bytes.fromhex(new.key))
    assert new.signed_by == old.key
    assert fair_deal.is_signed(bytes.fromhex(old.key), message, bytes.fromhex(new.signature))
    assert fair_deal.public_key(open_keyring(tmp_path).secrets[-1]).hex() == new.key
    assert open_keyring(tmp_path).private(bytes.fromhex(old.key)) is not None, "its tables still need it"


def test_stolen_key_signs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["keys", "--data", str(tmp_path), "--stolen", "--lang", "en"]) == 0
    assert "stolen" in capsys.readouterr().out
    old, new = open_keyring(tmp_path).published().keys
    assert (old.stolen, new.stolen, new.signed_by) == (True, False, "")


def test_running_server_follows_the_file(tmp_path: Path) -> None:
    """A worker that is started after a key was replaced seals with it: all others must publish it and sign with it."""
    running = open_keyring(tmp_path)
    (old,) = running.secrets
    assert main(["keys", "--data", str(tmp_path), "--stolen"]) == 0
    started = open_keyring(tmp_path)
    assert running.secrets == started.secrets != (old,)
    assert running.published() == started.published()
    assert running.private(fair_deal.public_key(started.secrets[-1])) == started.secrets[-1]
    file = tmp_path / "signing-keys.json"
    for damage in (lambda: file.write_text("{"), file.unlink):
        damage()
        assert running.secrets == started.secrets, "it goes on with what it knows"


@pytest.mark.parametrize(
    "content",
    ["", "[]", '{"keys":[]}', *(f'{{"keys":[{{"private":"{key}","since":1}}]}}' for key in ("00", "0g" * 32, "\xff"))],
)
def test_damaged_key_file_is_named_and_unchanged(
    tmp_path: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "signing-keys.json"
    file.write_text(content, encoding="latin-1")
    with pytest.raises(StoreError, match=r"signing-keys\.json"):
        open_keyring(tmp_path)
    assert main(["keys", "--data", str(tmp_path)]) == 2
    assert "0g" not in capsys.readouterr().err, "what may be a key is not shown"
    assert file.read_text(encoding="latin-1") == content
