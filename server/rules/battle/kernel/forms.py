"""The battle forms as lists, and in words (p26)."""

from collections.abc import Iterable
from typing import get_args

from server.rules.battle.kernel.words import Form

FORMS: tuple[Form, ...] = get_args(Form)


WEAPON_FORMS: tuple[Form, ...] = ("light-weapon", "heavy-weapon", "ranged-weapon")


def in_words(forms: Iterable[str]) -> str:
    """Return forms as they are named in a sentence: "light weapon or magic"."""
    return " or ".join(form.replace("-", " ") for form in forms)


def in_form(form: str) -> str:
    """Return a form as part of a sentence: "in the light weapon form"."""
    return f"in the {in_words((form,))} form"
