"""How a question becomes a dialog: numbered choices out, typed lines in, picks in the end.

A dialog is a generator: it yields a `Prompt` (what to show, and the prompt), is sent the line that
was typed, and returns picks, or None to go back. It waits for nothing itself, so the same dialogs
serve a terminal, a pipe and a test, and can be dropped at any moment.
"""

import re
from collections.abc import Generator, Mapping
from typing import NamedTuple

from clients.core import title
from protocol.hexes import parse
from protocol.questions import Option, Picks, Question


class Prompt(NamedTuple):
    """Something to show before reading a line. `marks` belong onto the map; `about`: to what."""

    lines: tuple[str, ...]
    prompt: str = ">"
    marks: Mapping[str, str] | None = None
    about: Question | None = None

    def saying(self, *lines: str) -> "Prompt":
        """Ask the same again, below a remark."""
        return self._replace(lines=lines, marks=None)


Dialog = Generator[Prompt, str, Picks | None]


def are_numbers(options: tuple[Option, ...]) -> bool:
    """Return whether the options are numbers themselves ("how many?"), to be typed as they are."""
    return all(option.text == option.key and option.key.isdecimal() for option in options)


def labels(options: tuple[Option, ...]) -> tuple[str, ...]:
    """Return what to type for each option."""
    if are_numbers(options):
        return tuple(option.key for option in options)
    return tuple(str(number) for number in range(1, len(options) + 1))


def numbered(options: tuple[Option, ...]) -> tuple[str, ...]:
    """Return the options as lines, each behind what to type for it."""
    return tuple(
        f"  {label:>2}. {text_of(option)}" + (f"  ({note})" if (note := note_of(option)) else "")
        for label, option in zip(labels(options), options, strict=True)
    )


FACE = re.compile(r"(?:^|(?<=[:,] )|(?<=\())([a-z]+(?:-[a-z0-9]+)*)(?::(\d+))?(?=$|,|\))")
"""A die's face by its icon and number, alone, in a list or in brackets."""
FORM = re.compile(r"\b(light|heavy|ranged)-weapon(?: weapon)?\b")


def text_of(option: Option) -> str:
    """Return an option's text, without ids."""
    return _in_words(option.text)


def _in_words(text: str) -> str:
    """Battle forms by their names, the face of a die by its number or its icon's name."""
    text = FORM.sub(r"\1 weapon", text)
    plain = text.replace("'", "")

    def words(face: re.Match[str]) -> str:
        icon, number = face.groups()
        if number is None and "-" not in icon:
            return icon
        name = title(icon)
        return number if number and name in plain else f"{name} {number or ''}".rstrip()

    return FACE.sub(words, text)


LAID = "hexes "
"""How the note of an option begins that lays a tile: its hexes, and which of them show what."""


def note_of(option: Option) -> str:
    """Return what stands behind an option in a list; how a tile would lie is shown on the map
    instead.
    """
    return "" if option.note.startswith(LAID) else _in_words(option.note)


def preview(option: Option) -> dict[str, str] | None:
    """Return the marks that show how an option would lay a tile; None for other options."""
    if not option.note.startswith(LAID):
        return None
    parts = dict(part.split(" ", 1) for part in option.note.split("; "))
    marks = dict.fromkeys(parts["hexes"].split(), "new")
    for name, mark in (("hearts", "heart"), ("caches", "chest"), ("doors", "door")):
        marks |= dict.fromkeys(parts.get(name, "").split(), mark)
    return marks


def hex_marks(options: tuple[Option, ...]) -> dict[str, str] | None:
    """Return the numbers of options that are hexes, to stand on the map; None for others."""
    marks = {option.text: f"[{n}]" for n, option in enumerate(options, 1) if _is_hex(option.text)}
    return marks if len(marks) == len(options) > 1 else None


def _is_hex(text: str) -> bool:
    try:
        parse(text)
    except ValueError:
        return False
    return True


def read_option(options: tuple[Option, ...], word: str) -> Option | None:
    """Return the option that a word means: by label, by key, or by the beginning of its text."""
    if word.isdecimal():
        return dict(zip(labels(options), options, strict=True)).get(word)
    for option in options:
        if option.key == word:
            return option
    begun = [option for option in options if option.text.lower().startswith(word.lower())]
    return begun[0] if word and len({option.text for option in begun}) == 1 else None


def read_options(options: tuple[Option, ...], line: str) -> list[Option] | str:
    """Return the options of a whole line, or what is wrong with it. "2x3" means the second three
    times.
    """
    found: list[Option] = []
    for word in _words(options, line):
        name, _, times = word.partition("x") if "x" in word[1:] else (word, "", "")
        count = int(times) if times.isdecimal() else 1
        option = read_option(options, word)
        if option is None and times.isdecimal():
            option = read_option(options, name)
        else:
            count = 1
        if option is None:
            return f"There is no option {word!r}."
        found += [option] * min(count, 99)
    return found


def _words(options: tuple[Option, ...], line: str) -> list[str]:
    """Return the words parted by blanks; commas part them, too, unless they belong to a key such as
    3,-2.
    """
    keys = {option.key for option in options}
    if line in keys or any(option.text.lower() == line.lower() for option in options):
        return [line]
    words: list[str] = []
    for word in line.split():
        words += [word] if word in keys else [part for part in word.split(",") if part]
    return words
