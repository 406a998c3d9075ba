"""Options of an encounter: short texts that a table chose, each declared and read in one place.

The texts come from strangers: up to 64 characters of any kind. A declaration returns a typed value
within its bounds, or raises ValueError with a sentence for the leader. Nothing else reads them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

OptionTexts = Mapping[str, str]
"""The texts that a table chose, by the name of the option."""
MOST_DIGITS = 9  # digits of a number: more than any `most` has, and quick to convert


@dataclass(frozen=True)
class Number:
    """A whole number from `least` to `most`, in the digits 0 to 9; `usual` where none is given."""

    name: str
    least: int
    most: int
    usual: int

    def of(self, given: OptionTexts) -> int:
        """Return the number that is chosen. Raises ValueError if the text is none within bounds."""
        if self.name not in given:
            return self.usual
        number = number_in(given[self.name])
        if number is None or not self.least <= number <= self.most:
            wanted = f"a number from {self.least} to {self.most}"
            raise ValueError(f"{self.name} is {wanted}, not {given[self.name]!r}.")
        return number


@dataclass(frozen=True)
class Choice:
    """One of several `words`; `usual` where none is given."""

    name: str
    words: tuple[str, ...]
    usual: str = ""

    def of(self, given: OptionTexts) -> str:
        """Return the word that is chosen. Raises ValueError for any other text."""
        word = given.get(self.name, self.usual)
        if self.name in given and word not in self.words:
            raise ValueError(f"{self.name} is {' or '.join(self.words)}, not {word!r}.")
        return word


@dataclass(frozen=True)
class Flag:
    """Yes or no; `usual` where nothing is given."""

    name: str
    usual: bool = False

    def of(self, given: OptionTexts) -> bool:
        """Return whether it is chosen. Raises ValueError for a text but "yes" and "no"."""
        word = given.get(self.name, "yes" if self.usual else "no")
        if word not in ("yes", "no"):
            raise ValueError(f"{self.name} is yes or no, not {word!r}.")
        return word == "yes"


Declared = Number | Choice | Flag


def refuse_undeclared(declared: Iterable[Declared], given: OptionTexts) -> None:
    """Raise ValueError, with a sentence, if an option is given that is not declared."""
    known = [one.name for one in declared]
    for name in given:
        if name not in known:
            kept = f"it has {', '.join(known)}" if known else "it has none"
            raise ValueError(f"This encounter has no option {name!r}; {kept}.")


def number_in(text: str) -> int | None:
    """Return the number that a text of up to `MOST_DIGITS` digits 0 to 9 denotes; else None.

    Not `int` alone: that takes signs, blanks, underscores, other alphabets' digits, and any length.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        return None
    return int(text)
