"""Options of an encounter: what a table chose in short texts, each declared and read in one place.

The texts are a stranger's, up to 64 characters of any kind. A declaration gives a typed value
within its bounds, or a ValueError with a sentence for the leader; nothing else reads the texts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Given = Mapping[str, str]
MOST_DIGITS = 9  # digits of a number that is given: far above any `most`, and quick to read


@dataclass(frozen=True)
class Number:
    """A whole number from `least` to `most`, in the digits 0 to 9; `usual` where none is given."""

    name: str
    least: int
    most: int
    usual: int

    def of(self, given: Given) -> int:
        """Return the number. Raises ValueError."""
        if self.name not in given:
            return self.usual
        number = number_in(given[self.name])
        if number is None or not self.least <= number <= self.most:
            wanted = f"a number from {self.least} to {self.most}"
            raise ValueError(f"{self.name} is {wanted}, not {given[self.name]!r}.")
        return number


@dataclass(frozen=True)
class Choice:
    """One of several words; `usual` where none is given."""

    name: str
    words: tuple[str, ...]
    usual: str = ""

    def of(self, given: Given) -> str:
        """Return the word. Raises ValueError."""
        word = given.get(self.name, self.usual)
        if self.name in given and word not in self.words:
            raise ValueError(f"{self.name} is {' or '.join(self.words)}, not {word!r}.")
        return word


@dataclass(frozen=True)
class Flag:
    """Yes or no; `usual` where nothing is given."""

    name: str
    usual: bool = False

    def of(self, given: Given) -> bool:
        """Return whether it is so. Raises ValueError."""
        word = given.get(self.name, "yes" if self.usual else "no")
        if word not in ("yes", "no"):
            raise ValueError(f"{self.name} is yes or no, not {word!r}.")
        return word == "yes"


Declared = Number | Choice | Flag


def only(declared: Iterable[Declared], given: Given) -> None:
    """Take no option that is not declared. Raises ValueError."""
    known = [one.name for one in declared]
    for name in given:
        if name not in known:
            kept = f"it has {', '.join(known)}" if known else "it has none"
            raise ValueError(f"This encounter has no option {name!r}; {kept}.")


def number_in(text: str) -> int | None:
    """Return the number that a text is, of `MOST_DIGITS` digits at most; None if it is none.

    Not `int`: that takes signs, blanks, underscores, other alphabets' digits, and any length.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        return None
    return int(text)
