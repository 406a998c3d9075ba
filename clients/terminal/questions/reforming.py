"""The dialog for options that differ in their battle form only: one line, the forms in it.

Which options belong together is read off their keys: they are the same but for a form at the end.
"""

import re

from clients.core import listed
from clients.terminal.questions.asking import Dialog, Prompt, note_of, read_option, text_of
from protocol.questions import One, Option, Shape

FORMS = ("light-weapon", "heavy-weapon", "defensive", "ranged-weapon", "magic")
"""The ids of the battle forms, which are told apart by how they begin."""
TYPED = re.compile(r"(\d+)\s*(.*)")

Forms = dict[str, Option]
"""The options of one line by the names of their forms, "" for one that names none."""


def has_forms(shape: Shape) -> bool:
    """Return whether one option is to be chosen, and some differ in their form only."""
    if not isinstance(shape, One):
        return False
    return any(len(forms) > 1 for forms in _grouped(shape.options).values())


def choose_form(shape: One) -> Dialog:
    """Pick a line by its number, and one of several forms by how its name begins."""
    lines = _grouped(shape.options)
    example = next(_ways(number, forms)[0] for number, forms in lines.items() if len(forms) > 1)
    hint = f"Type a number and a form, such as: {example}"
    ask = Prompt((*_shown(lines), hint), "number and form>")
    while True:
        line = yield ask
        typed = TYPED.fullmatch(line)
        if typed is None:
            option, remark = read_option(shape.options, line), hint
        elif (forms := lines.get(typed[1])) is not None:
            option = _in_form(forms, typed[2].lower())
            remark = _which_form(typed[1], forms, typed[2])
        else:
            option, remark = None, f"There is no number {typed[1]}. {hint}"
        if option is not None:
            return (option.key,)
        ask = ask.saying(remark)


def ways(options: tuple[Option, ...]) -> dict[str, str]:
    """Return what to type for each option, by its key."""
    return {
        option.key: way
        for number, forms in _grouped(options).items()
        for option, way in zip(forms.values(), _ways(number, forms), strict=True)
    }


def _grouped(options: tuple[Option, ...]) -> dict[str, Forms]:
    """Return the options that differ in nothing but their form together, by numbers from 1 on."""
    found: dict[tuple[str, str | None], Forms] = {}
    for option in options:
        what, _, form = option.key.rpartition(":")
        if what and form in FORMS:
            found.setdefault((what, option.note), {})[form.replace("-", " ")] = option
        else:
            found[option.key, None] = {"": option}
    return {str(number): forms for number, forms in enumerate(found.values(), 1)}


def _ways(number: str, forms: Forms) -> list[str]:
    """Return what to type for each form: the first words of their names."""
    return [number] if len(forms) == 1 else [f"{number} {form.split()[0]}" for form in forms]


def _in_form(forms: Forms, begun: str) -> Option | None:
    """Return the option of a form by how its name begins; without any, the only option."""
    fitting = [option for form, option in forms.items() if form.startswith(begun)]
    return fitting[0] if len(fitting) == 1 else None


def _which_form(number: str, forms: Forms, typed: str) -> str:
    fault = f"There is no form {typed!r} for that." if typed else "In which form?"
    return f"{fault} Type {listed(_ways(number, forms), 'or')}."


def _shown(lines: dict[str, Forms]) -> list[str]:
    shown = []
    for number, forms in lines.items():
        options = list(forms.values())
        note = f"  ({said})" if (said := note_of(options[0])) else ""
        shown.append(f"  {number:>2}. {_together([text_of(option) for option in options])}{note}")
    return shown


def _together(texts: list[str]) -> str:
    """Return several texts as one: the words that all begin and end with once, the others in a
    list.
    """
    words = [text.split() for text in texts]
    begin = _shared(words)
    end = _shared([each[begin:][::-1] for each in words])
    between = [" ".join(each[begin : len(each) - end]) for each in words]
    if not all(between):
        return listed(texts, "or")
    return " ".join([*words[0][:begin], listed(between, "or"), *words[0][len(words[0]) - end :]])


def _shared(words: list[list[str]]) -> int:
    """Return with how many of the same words all begin."""
    same = [len(set(column)) == 1 for column in zip(*words, strict=False)]
    return same.index(False) if False in same else len(same)
