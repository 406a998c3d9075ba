"""How a question is answered in a terminal: dialogs that show options and read typed lines.

A dialog is a generator without input or output of its own: it yields a `Prompt`, is sent the line
that was typed, and returns the picks, or None to go back. `decide` runs the ones of open questions.
"""

from clients.terminal.questions.asking import Prompt
from clients.terminal.questions.deciding import (
    HELP,
    Answer,
    Decision,
    decide,
    is_pressing,
    same,
)

__all__ = ["HELP", "Answer", "Decision", "Prompt", "decide", "is_pressing", "same"]
