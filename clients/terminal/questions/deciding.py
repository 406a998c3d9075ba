"""From open questions to one answer: a menu where there are several, then the shape's dialog."""

from collections.abc import Generator
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from clients.core import is_chained, plural
from clients.terminal.questions.asking import Dialog, Prompt, are_numbers, note_of, text_of
from clients.terminal.questions.choosing import one, order, place, some, split
from clients.terminal.questions.planning import plan
from clients.terminal.questions.reforming import choose_form, has_forms
from clients.terminal.questions.walking import walk
from protocol.questions import (
    One,
    Order,
    Picks,
    Place,
    Plan,
    Question,
    Route,
    Some,
    Split,
    options_of,
    refuse,
)

INLINE = 12  # options that stand in the menu itself: half a screen; longer lists have their own
REFORM = "turn.reform"
"""Abilities in other forms than the present one."""
SHAPE_HELP = {
    One: "Type the number of one option.",
    Some: "Type the numbers of all the options that you want, in the order that you want them.",
    Order: "Type the numbers of all options, the first one first.",
    Split: "Type an option's number once for every point that it gets; 1x3 is three points for 1.",
    Route: "Type the number or the hex of the place to go to; s lets you go hex by hex.",
    Place: "Type the number of a point, or a point: 18000,6500 is 18 inches right and 6.5 up.",
    Plan: "Answer part by part. Type several numbers at once if you like; again takes it back.",
}
FORM_HELP = "Type a number and, where a line names several forms, how the name of one begins."
HELP = (
    "d takes the default, p passes where that is allowed, b goes back to the menu.",
    "a resolves all of an engage's results as suggested, until there is something to decide.",
    "/say TEXT  /ping HEX  /map  /mat [WHO]  /log [N]  /undo [VERSION]  /auto [off]  /bot [NAME]  "
    "/name ADVENTURER  /ask [ABILITY WHEN]  /foresee UNIT  /who  /share  /ladder  /remove NAME  "
    "/resign yes  /quit",
)


class Answer(NamedTuple):
    """A question, and picks that answer it."""

    question: Question
    picks: Picks


Decision = Generator[Prompt, str, Answer]


def same(one_: Question, other: Question) -> bool:
    """Return whether two questions are the same decision, open at different moments."""
    return replace(one_, id=0, to=()) == replace(other, id=0, to=())


def is_pressing(questions: tuple[Question, ...], everybody: tuple[Question, ...]) -> bool:
    """Return whether somebody has to decide, rather than may: what only stands open beside can
    wait.
    """
    if any(question.may_pass or question.default for question in questions):
        return True
    mine = {question.id for question in questions}
    return bool(questions) and all(question.id in mine for question in everybody)


def fallback(questions: tuple[Question, ...]) -> Answer | None:
    """Return what "d" means: pass what may be passed, else the first question's default that there
    is, else what comes first in a list.
    """
    for question in questions:
        if question.may_pass:
            return Answer(question, ())
    for question in questions:
        if question.default and refuse(question, question.default) is None:
            return Answer(question, question.default)
    for question in questions:
        match question.shape:
            case One((first, *_)) | Place((first, *_)):
                return Answer(question, (first.key,))
            case Some(options, low, _):
                return Answer(question, tuple(option.key for option in options[:low]))
            case Order(options):
                return Answer(question, tuple(option.key for option in options))
            case One() | Split() | Route() | Plan() | Place():
                pass  # nothing in it comes first
            case _:
                assert_never(question.shape)
    return None


def decide(questions: tuple[Question, ...]) -> Decision:
    """Let a player answer one of these questions."""
    if len(questions) == 1:
        while True:
            picks = yield from ask(questions[0])
            if picks is not None:
                return Answer(questions[0], picks)
    menu = _menu(questions)
    show = Prompt(tuple(line for line, _ in menu), "what?>")
    choices = [choice for _, choice in menu if choice is not None]
    while True:
        line = yield show
        word = line.lower()
        if word == "d" and (default := fallback(questions)) is not None:
            return default
        if word == "?":
            show = show.saying("Type the number of what you want to do.", *HELP)
            continue
        if not word.isdecimal() or not 0 < int(word) <= len(choices):
            show = show.saying(f"Type a number from 1 to {len(choices)}, or ? for help.")
            continue
        question, picks = choices[int(word) - 1]
        answer = picks if picks is not None else (yield from ask(question))
        if answer is not None:
            return Answer(question, answer)
        show = Prompt(tuple(line for line, _ in menu), "what?>")


class _Choice(NamedTuple):
    question: Question
    picks: Picks | None


def _menu(questions: tuple[Question, ...]) -> list[tuple[str, _Choice | None]]:
    """Return lines, and what the numbered ones choose: short lists of options stand in the menu
    itself.

    Where they name several battle forms, one line stands for all of them.
    """
    lines: list[tuple[str, _Choice | None]] = []
    number = 0
    for question in questions:
        shape = question.shape
        is_short = isinstance(shape, One) and len(shape.options) <= INLINE
        is_folded = question.why == REFORM or has_forms(shape)
        if isinstance(shape, One) and is_short and not (is_folded or are_numbers(shape.options)):
            lines.append((question.text, None))
            for option in shape.options:
                number += 1
                note = f"  ({said})" if (said := note_of(option)) else ""
                choice = _Choice(question, (option.key,))
                lines.append((f"  {number:>2}. {text_of(option)}{note}", choice))
        else:
            number += 1
            count = f"  ({plural(len(options_of(shape)), 'way')})" if is_folded else ""
            lines.append((f"  {number:>2}. {question.text}{count}", _Choice(question, None)))
        if question.may_pass:
            number += 1
            lines.append((f"  {number:>2}. Pass: {question.text}", _Choice(question, ())))
    return lines


def ask(question: Question) -> Dialog:
    """Return one question, with pass, default, help and the check of the answer; None goes back."""
    inner = _dialog(question)
    header = _header(question)
    show = _about(question, next(inner), *header)
    while True:
        line = yield show
        match line.lower():
            case "b":
                return None
            case "p" if question.may_pass:
                return ()
            case "p":
                show = show.saying("This cannot be passed.")
            case "d":
                default = fallback((question,))
                if default is not None:
                    return default.picks
                show = show.saying(f"This is yours to choose. {_help(question)}")
            case "?":
                show = show.saying(_help(question), *HELP)
            case "":
                show = _about(question, show._replace(marks=None))
            case _:
                try:
                    show = _about(question, inner.send(line))
                except StopIteration as done:
                    if (reason := refuse(question, done.value)) is None:
                        picks: Picks = done.value
                        return picks
                    inner = _dialog(question)
                    show = _about(question, next(inner), reason)


def _about(question: Question, show: Prompt, *above: str) -> Prompt:
    return show._replace(lines=(*above, *show.lines), about=question)


def _header(question: Question) -> tuple[str, ...]:
    rule = f"  [{question.rule}]" if question.rule else ""
    ways = []
    if question.may_pass:
        ways.append("p passes")
    elif question.default:
        ways.append("d takes the default")
    if is_chained(question):
        ways.append("a resolves all as suggested")
    hint = f"  ({', '.join([*ways, '? helps'])})"
    return (f"{question.text}{rule}{hint}",)


def _help(question: Question) -> str:
    return FORM_HELP if has_forms(question.shape) else SHAPE_HELP[type(question.shape)]


def _dialog(question: Question) -> Dialog:
    match shape := question.shape:
        case One() if has_forms(shape):
            return choose_form(shape)
        case One():
            return one(shape)
        case Some():
            return some(shape)
        case Order():
            return order(shape)
        case Split():
            return split(shape)
        case Route():
            return walk(shape)
        case Plan():
            return plan(shape)
        case Place():
            return place(shape)
