"""Names and chat: what people write stays, what could deceive or disturb a reader goes."""

import unicodedata

import pytest

from protocol.plain_text import INSTEAD, MOST_MARKS, plain, shown

EVERY = [chr(point) for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF]


@pytest.mark.parametrize(
    "text",
    [
        "Ann",
        "Zoë O'Neill-Smith",
        "Łukasz",
        "محمد",
        "שרה",
        "नमस्ते",
        "ภาษาไทย",
        "山田 太郎",
        "👩‍👩‍👧",
        "❤️ hp > 3 && <b>",
        "می‌خواهم",
    ],
)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert plain(text) == unicodedata.normalize("NFC", text)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("\x1b[2J\x1b]0;owned\x07Ann", "[2J ]0;owned Ann"),
        ("Ann\r\nLeader: Bob", "Ann Leader: Bob"),
        ("A\u202enn\u202c", "Ann"),
        ("\u2066A\u2069\u200f", "A"),
        ("A\u200bn\u2060n\ufeff", "Ann"),
        ("\u200d\u200c A\u200d", "A"),
        ("a\u200d\u200d\u200db", "a\u200db"),
        ("\u3164\u2800\u115f", ""),
        ("\u00ad\U000e0041", ""),
        (" \t \u2003 ", ""),
        ("a" + "\u0301" * 50, "á" + "\u0301" * MOST_MARKS),
        ("\x9b31mred", "31mred"),
    ],
)
def test_what_deceives_or_disturbs_goes(text: str, left: str) -> None:
    assert plain(text) == left


@pytest.mark.slow
def test_no_character_of_all_gets_through_that_a_terminal_obeys_or_nobody_sees() -> None:
    for text in (plain("".join(EVERY)), shown("".join(EVERY)).replace("\n", "").replace("\t", "")):
        seen = {unicodedata.category(char) for char in text} & {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
        assert {char for char in text if unicodedata.category(char) in seen} <= {"\u200c", "\u200d"}


def test_a_name_is_cut_to_its_length_after_it_was_made_plain() -> None:
    assert plain("\u0958" * 40, 40) == unicodedata.normalize("NFC", "\u0958" * 20)
    assert len(plain("x" * 80, 40)) == 40


@pytest.mark.slow
def test_plain_text_is_plain_and_stays_so() -> None:
    for char in EVERY[::7]:
        once = plain(f"a{char}b c")
        assert plain(once) == once, hex(ord(char))


def test_what_is_shown_keeps_its_length_and_lines() -> None:
    assert shown("a\x1b[1mb\n\tc\u202e") == f"a{INSTEAD}[1mb\n\tc{INSTEAD}"
