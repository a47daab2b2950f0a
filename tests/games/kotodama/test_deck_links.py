"""Decks as links and as text, as the deck builder writes them; `deck-links.json` holds links that it writes."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

import tefuda
from tefuda.engine.errors import BadOpening
from tefuda.games.kotodama.card_file import Pool
from tefuda.games.kotodama.cards import OWN
from tefuda.games.kotodama.deck_links import command, read_deck, read_lines, read_link

EXAMPLES = json.loads(Path(__file__).with_name("deck-links.json").read_text(encoding="utf-8"))


def pool(cards: Path | None = None) -> Pool:
    tables = tefuda.load("kotodama", cards=cards).tables
    assert isinstance(tables, Pool)
    return tables


def write_link(cards: Pool, name: str, deck: Mapping[int, int]) -> str:
    """Return the part of a deck's link after `#`, as `deck-links.ts` writes it."""
    digits = [deck.get(card, 0) for card in range(1, max(deck, default=0) + 1)]
    digits += [0] * (-len(digits) % 5)
    copies = bytes(sum(digits[at + i] * 3**i for i in range(5)) for at in range(0, len(digits), 5))
    names = "\n".join(cards.cards[card].name for card in sorted(deck)).encode()
    data = bytes([1, len(copies)]) + copies + crc32(names).to_bytes(4, "big")[2:] + name.encode()
    return urlsafe_b64encode(data + crc32(data).to_bytes(4, "big")[1:]).decode().rstrip("=")


def problem(text: str, cards: Pool) -> str:
    with pytest.raises(BadOpening) as error:
        read_deck(cards, text)
    return error.value.words.id


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_examples_are_written_and_read_alike_here_and_in_the_browser(example: dict[str, object]) -> None:
    assert isinstance(example["deck"], dict)
    deck = {int(card): copies for card, copies in example["deck"].items()}
    link = write_link(pool(), str(example["name"]), deck)
    assert link == example["link"]
    assert read_link(pool(), link) == (example["name"], deck)


def test_every_deck_survives_its_link() -> None:
    cards, random = pool(), Random(4)
    for _ in range(300):
        deck = {card: random.randint(1, 2) for card in random.sample(list(cards.cards), random.randint(1, 54))}
        link = write_link(cards, "名" * random.randint(0, 40), deck)
        assert read_link(cards, link)[1] == deck
        assert read_deck(cards, f"https://example.org/decks/kotodama#{link}") == command(deck)
        assert len(link) <= 2 + 4 * (18 + 120) // 3


def test_any_wrong_letter_and_any_cut_is_noticed() -> None:
    cards = pool()
    link = write_link(cards, "Night", {1: 2, 2: 1, 36: 2})
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for place, letter in enumerate(link):
        for other in alphabet:
            changed = link[:place] + other + link[place + 1 :]
            if letter != other and place in range(2, len(link) - 1):  # the last letter has spare bits
                assert problem(changed, cards) == "deck-link-broken"
    for length in range(10, len(link)):
        assert problem(link[:length], cards) == "deck-link-broken"
    assert problem("Ag" + link[2:], cards) == "deck-link-newer"
    assert problem("_w" + link[2:], cards) == "deck-link-broken"


def test_link_of_other_cards_is_refused_rather_than_misread(tmp_path: Path) -> None:
    link = write_link(pool(), "", {1: 2, 2: 2})
    own = tmp_path / "own.toml"
    own.write_text(OWN.read_text(encoding="utf-8").replace("走る", "はしる"), encoding="utf-8")
    assert problem(link, pool(own)) == "deck-link-other-cards"
    own.write_text(OWN.read_text(encoding="utf-8").replace('"recon-001"', '"recon-101"'), encoding="utf-8")
    assert problem(link, pool(own)) == "deck-link-other-cards"


def test_text_of_the_deck_builder_is_read_and_a_line_that_is_no_card_is_named() -> None:
    cards = pool()
    assert read_lines(cards, "# 夜の手紙\n2 走る #1\n\n 1x 書く \n1 ない #36") == {1: 2, 2: 1, 36: 1}
    assert read_lines(cards, "0 走る") == {}
    for text in ("走る", "3 走る", "2 走る\n1 走る", "2 なにこれ", "1 走る #2 #3", "-1 走る"):
        with pytest.raises(BadOpening) as error:
            read_lines(cards, text)
        assert error.value.words.id == "deck-line-unreadable"
        assert error.value.words.args["line"] == text.splitlines()[-1]
    assert read_deck(cards, "add-1 add-1 ready") == "add-1 add-1 ready"
