"""Text that people write for each other, without what could deceive or disturb its readers.

Control characters (a terminal obeys some of them), marks that turn the direction of writing, and
characters that nobody sees have no place in a name or a line of chat. Joiners stay where they
join, as scripts and emoji need them.
"""

import re
import unicodedata

MOST_MARKS = 4  # on one letter: more than any language writes, and no tower over other lines
INSTEAD = "\N{REPLACEMENT CHARACTER}"

_JOINERS = "\u200c\u200d"
_TWICE = re.compile(f"([{_JOINERS}])[{_JOINERS}]+")
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_SPACES = ("Zs", "Zl", "Zp", "Cc")
_UNSEEN = ("Cf", "Cs", "Co")
_MARKS = ("Mn", "Me")
_KEPT_ON_SCREEN = "\n\t" + _JOINERS


def plain(text: str, most: int | None = None) -> str:
    """Return one line of it that is safe to show anywhere, at most `most` characters; "" for
    nothing.
    """
    seen: list[str] = []
    for char in text:
        category = unicodedata.category(char)
        if category in _SPACES:
            seen.append(" ")
        elif not _is_unseen(char, category):
            seen.append(char)
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", _joined("".join(seen))):
        marks = marks + 1 if unicodedata.category(char) in _MARKS else 0
        if marks <= MOST_MARKS:
            kept.append(char)
    return _joined("".join(kept)[:most])


def shown(text: str) -> str:
    """Return a text from elsewhere as a terminal may have it: character for character,
    lines kept.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if _may_be_shown(char) else INSTEAD for char in text)


def _may_be_shown(char: str) -> bool:
    if char in _KEPT_ON_SCREEN:
        return True
    category = unicodedata.category(char)
    return not (category in ("Cc", "Zl", "Zp") or _is_unseen(char, category))


def _is_unseen(char: str, category: str) -> bool:
    if char in _JOINERS:
        return False
    point = ord(char)
    beyond = 0xE0000 <= point <= 0xE0FFF or 0xFDD0 <= point <= 0xFDEF or point & 0xFFFE == 0xFFFE
    return category in _UNSEEN or char in _BLANK or beyond


def _joined(text: str) -> str:
    """Return the words with one space between them, and without joiners that join nothing."""
    words = (_TWICE.sub(r"\1", word.strip(_JOINERS)) for word in text.split(" "))
    return " ".join(filter(None, words))
