"""The dialog for a plan: one slot after the other, with the limits checked as it is filled."""

from msgspec.structs import replace

from clients.terminal.questions.asking import (
    Dialog,
    Prompt,
    hex_marks,
    note_of,
    read_options,
    text_of,
)
from protocol.questions import Option, Picks, Plan, Question, Slot, refuse

BACK = "<"


def plan(shape: Plan) -> Dialog:
    """Fill the slots in their order; "<" goes back to the slot before."""
    chosen: list[Picks] = []
    remark = ""
    while len(chosen) < len(shape.slots):
        slot = shape.slots[len(chosen)]
        before = tuple(key for keys in chosen for key in keys)
        forced = _only(shape, slot, before)
        if forced is not None:
            chosen.append(forced)
            continue
        answer = yield from _fill(shape, slot, before, remark)
        remark = ""
        if answer is not None:
            chosen.append(answer)
        elif chosen:
            chosen.pop()
            while chosen and _only(shape, shape.slots[len(chosen)], _joined(chosen)) is not None:
                chosen.pop()
        else:
            remark = "This is the first choice; b goes back."
    return tuple(key for keys in chosen for key in keys)


def _joined(chosen: list[Picks]) -> Picks:
    return tuple(key for keys in chosen for key in keys)


def why_not(shape: Plan, picks: Picks) -> str | None:
    """Return why these picks break a limit already, whatever else will be picked."""
    open_slots = tuple(replace(slot, low=0) for slot in shape.slots)
    return refuse(Question((), "turn.engage", "", replace(shape, slots=open_slots)), picks)


def _only(shape: Plan, slot: Slot, before: Picks) -> Picks | None:
    """Return what a slot must hold, where there is no choice."""
    able = [o for o in slot.options if why_not(shape, (*before, o.key)) is None]
    if slot.low == 0 and not able:
        return ()
    return (able[0].key,) if len(able) == slot.low == slot.high == 1 else None


def _fill(shape: Plan, slot: Slot, before: Picks, remark: str) -> Dialog:
    """Return one slot. Several at once or one after the other; limits hold among all that is
    picked.
    """
    picked: list[str] = []
    while True:
        lines = _lines(shape, slot, (*before, *picked), picked, remark)
        line = yield Prompt(lines, _prompt(slot), None if remark else hex_marks(slot.options))
        remark = ""
        word = line.lower()
        if word == BACK:
            if not picked:
                return None
            picked.pop()
        elif word in ("0", "none") and slot.low == 0:
            return ()
        elif word in ("ok", "0", "none"):
            if len(picked) >= slot.low and word == "ok":
                return tuple(picked)
            remark = f"Pick {_count(slot)} for {slot.name}."
        else:
            found = read_options(slot.options, line)
            if isinstance(found, str):
                remark = found
                continue
            remark = _toggle(shape, before, picked, found)
            if not remark and slot.high == 1 and picked:
                return tuple(picked)


def _toggle(shape: Plan, before: Picks, picked: list[str], found: list[Option]) -> str:
    """Add options to what is picked, or take them away again; gives what speaks against it."""
    for option in found:
        if option.key in picked:
            picked.remove(option.key)
        elif reason := _refusal(shape, before, picked, option):
            return f"{option.text}: {reason}"
        else:
            picked.append(option.key)
    return ""


def _refusal(shape: Plan, before: Picks, picked: list[str], option: Option) -> str | None:
    return why_not(shape, (*before, *picked, option.key))


def _lines(
    shape: Plan, slot: Slot, all_picks: Picks, picked: list[str], remark: str
) -> tuple[str, ...]:
    lines = [remark] if remark else []
    lines.append(f"{slot.name.replace('-', ' ').capitalize()} ({_count(slot)}):")
    for number, option in enumerate(slot.options, 1):
        box = "*" if option.key in picked else " "
        note = f"  ({said})" if (said := note_of(option)) else ""
        reason = None if option.key in all_picks else why_not(shape, (*all_picks, option.key))
        against = f"  - not now: {reason}" if reason and len(picked) < slot.high else ""
        lines.append(f" {box}{number:>2}. {text_of(option)}{note}{against}")
    if slot.high > 1:
        lines.append("Type numbers to add or remove, ok when done, < to go back.")
    elif slot.low == 0:
        lines.append("Type a number, 0 for none, < to go back.")
    return tuple(lines)


def _prompt(slot: Slot) -> str:
    return f"{slot.name}>"


def _count(slot: Slot) -> str:
    return f"{slot.low}" if slot.low == slot.high else f"{slot.low} to {slot.high}"
