"""How a question becomes a dialog: numbered choices out, typed lines in, picks in the end.

A dialog is a generator: it yields an `Ask` (what to show, and the prompt), is sent the line that
was typed, and returns picks, or None to go back. It waits for nothing itself, so the same dialogs
serve a terminal, a pipe and a test, and can be dropped at any moment.
"""

from collections.abc import Generator, Mapping
from typing import NamedTuple

from protocol.questions import Option, Picks, Question


class Ask(NamedTuple):
    """Something to show before reading a line. `marks` belong onto the map; `about`: to what."""

    lines: tuple[str, ...]
    prompt: str = ">"
    marks: Mapping[str, str] | None = None
    about: Question | None = None

    def saying(self, *lines: str) -> "Ask":
        """Ask the same again, below a remark."""
        return self._replace(lines=lines, marks=None)


Dialog = Generator[Ask, str, Picks | None]


def numbered(options: tuple[Option, ...], first: int = 1) -> tuple[str, ...]:
    """The options as numbered lines."""
    return tuple(
        f"  {number:>2}. {option.text}" + (f"  ({option.note})" if option.note else "")
        for number, option in enumerate(options, first)
    )


def read_option(options: tuple[Option, ...], word: str) -> Option | None:
    """The option that a word means: by number, by key, or by the beginning of its text."""
    for option in options:
        if option.key == word:
            return option
    if word.isdecimal():
        at = int(word) - 1
        return options[at] if 0 <= at < len(options) else None
    begun = [option for option in options if option.text.lower().startswith(word.lower())]
    return begun[0] if word and len({option.text for option in begun}) == 1 else None


def read_options(options: tuple[Option, ...], line: str) -> list[Option] | str:
    """The options of a whole line, or what is wrong with it. "2x3" means the second three times."""
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
    """Words parted by blanks; commas part them, too, unless they belong to a key such as 3,-2."""
    keys = {option.key for option in options}
    if line in keys or any(option.text.lower() == line.lower() for option in options):
        return [line]
    words: list[str] = []
    for word in line.split():
        words += [word] if word in keys else [part for part in word.split(",") if part]
    return words
