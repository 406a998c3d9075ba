"""What goes out: lines of text, coloured where a terminal shows them, and one prompt at the end.

Names, chat and whatever else a server sends may hold characters that a terminal would obey: none
of them gets past here.
"""

import os
import sys
from collections.abc import Iterable
from textwrap import wrap
from typing import IO

from rich.console import Console
from rich.text import Text

from protocol.plain_text import shown

WIDTH = 80  # characters, where there is no terminal to ask
Line = str | Text


class Screen:
    """Standard output, or any text file. Narrower than 80 columns only where the terminal is."""

    def __init__(self, file: IO[str] | None = None) -> None:
        file = file or sys.stdout
        self.is_terminal = file.isatty()
        width = None if self.is_terminal else max(WIDTH, int(os.environ.get("COLUMNS", WIDTH)))
        self._console = Console(file=file, width=width, highlight=False, markup=False, emoji=False)
        self._is_prompting = False

    @property
    def width(self) -> int:
        """Columns."""
        return self._console.width

    def show(self, *lines: Line, style: str = "") -> None:
        """Print lines below whatever stands there; a prompt that is open is left behind."""
        self._leave_prompt()
        for line in lines:
            for part in [_harmless(line)] if isinstance(line, Text) else self._folded(shown(line)):
                self._console.print(part, style=style or None, soft_wrap=True)

    def show_all(self, lines: Iterable[Line], style: str = "") -> None:
        """Print many lines."""
        self.show(*lines, style=style)

    def prompt(self, text: str) -> None:
        """Leave the cursor behind a prompt."""
        self._leave_prompt()
        self._console.print(shown(text) + " ", style="bold", end="", soft_wrap=True)
        self._console.file.flush()
        self._is_prompting = True

    def entered(self, line: str) -> None:
        """Note that a line was given at the prompt; where nobody typed it, show it."""
        if self._is_prompting and not self.is_terminal:
            self._console.print(shown(line), soft_wrap=True)
        self._is_prompting = False

    @property
    def is_prompting(self) -> bool:
        """Return whether a prompt is the last thing that stands there."""
        return self._is_prompting

    def _folded(self, text: str) -> list[str]:
        """Return a line in as many as the width needs, the later ones indented; links stay
        whole.
        """
        folded: list[str] = []
        for line in text.split("\n"):
            indent = " " * (len(line) - len(line.lstrip()) + 4)
            parts = wrap(
                line,
                self.width,
                subsequent_indent=indent,
                break_long_words=False,
                break_on_hyphens=False,
            )
            folded += parts or [""]
        return folded

    def _leave_prompt(self) -> None:
        if self._is_prompting:
            self._is_prompting = False
            self._console.print()


def _harmless(line: Text) -> Text:
    safe = shown(line.plain)
    if safe != line.plain:
        line = line.copy()
        line.plain = safe
    return line
