"""The battle forms as lists, and in words (p26)."""

from typing import get_args

from server.rules.battle.kernel.words import Form

FORMS: tuple[Form, ...] = get_args(Form)


WEAPON_FORMS: tuple[Form, ...] = ("light-weapon", "heavy-weapon", "ranged-weapon")


def in_form(form: str) -> str:
    """Return a form as part of a sentence: "in the light weapon form"."""
    return f"in the {form.replace('-', ' ')} form"
