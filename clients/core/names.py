"""What things are called, by the folded state and by what questions have told.

A client has no catalogue of components. Units carry their names in the state; a die's or an item's
name is its key in words; what a die's faces show is learnt from the questions that spell it out.
"""

from collections.abc import Iterable
from typing import Any

from clients.core.fold import State
from protocol.battle import DiceShown, Spared
from protocol.events import Event
from protocol.ids import CardId, DieId, DieKind, SeatId, UnitId
from protocol.questions import Question, options_of
from protocol.replies import Opening

TOKENS = {"LF": "light fatigue", "OF": "overfatigue"}
_SMALL = {"and", "of", "the", "with", "in"}


def title(key: str) -> str:
    """Return a key in words: "one-hand-and-shield" is One Hand and Shield."""
    words = key.replace("-", " ").replace("_", " ").split()
    return " ".join(
        word if at and word in _SMALL else word[:1].upper() + word[1:]
        for at, word in enumerate(words)
    )


def burden_kind(burden: Any) -> str:
    """Return the kind of a fatigue die on a unit; battles of before wrote "LF@a1", with whose it
    was.
    """
    kind: str = burden["kind"] if isinstance(burden, dict) else burden.partition("@")[0]
    return kind


def article(name: str) -> str:
    """Return a name with its article: "an Acrobat"."""
    return f"{'an' if name[:1].lower() in set('aeiou') else 'a'} {name}"


def plural(count: int, one: str, many: str = "") -> str:
    """Return a number with its noun: "1 die", "2 dice"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def lock_in_words(lock: str) -> str:
    """Return a lock as a sentence tells it: "2:4k-5-2" is 4-5-2, 4 first, 2 attempts."""
    attempts, colon, code = lock.partition(":")
    if not colon:
        return lock
    digits = code.split("-")
    keys = "-".join(digit.removesuffix("k") for digit in digits if digit.endswith("k"))
    first = f", {keys} first" if keys else ""
    return f"{code.replace('k', '')}{first}, {plural(int(attempts), 'attempt')}"


def listed(words: list[str], last: str = "and") -> str:
    """Return the words in a row: "a, b and c"; `last` is the word before the last one."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


class Lexicon:
    """What has been learnt about the faces of dice: (kind, index of the face) to words."""

    def __init__(self) -> None:
        self._faces: dict[tuple[DieKind, int], str] = {}

    def learn(self, question: Question, state: State) -> None:
        """Read a question's options for faces: a rolled die's, or a list of all six."""
        dice = state.get("dice", {})
        for option in options_of(question.shape):
            die = dice.get(option.key)
            _, found, shown = option.text.partition(": ")
            if die is not None and found and die["face"] >= 0:
                self._faces[die["kind"], die["face"]] = _face(die["kind"], shown)
            all_six = option.note.split(", ")
            if question.why == "create.dice" and len(all_six) == 6:
                for at, shown in enumerate(all_six):
                    self._faces[DieKind(option.key), at] = _face(option.key, shown)

    def overhear(self, events: Iterable[Event], state: State) -> None:
        """Read what a commit tells of faces: dice that were rolled, and resolved unasked."""
        dice, rolled = state.get("dice", {}), dict[str, int]()
        for event in events:
            match event:
                case DiceShown(shown, faces):
                    rolled.update(zip(shown, faces, strict=False))
                case Spared(taken=taken):
                    for option in taken:
                        face, (_, found, icon) = rolled.get(option.key), option.text.partition(": ")
                        if option.key in dice and found and face is not None:
                            kind = dice[option.key]["kind"]
                            self._faces[kind, face] = _face(kind, icon)
                case _:
                    pass  # other events tell nothing of faces

    def face(self, kind: DieKind, face: int) -> str:
        """Return what a face shows; its number where nothing has told yet."""
        return self._faces.get((kind, face), f"face {face + 1}")


def option_in_words(text: str) -> str:
    """Return an option's text; a die and what it shows, "Combat: combat:1", as Combat [1]."""
    name, found, shown = text.partition(": ")
    if not found or " " in shown:
        return text
    return f"{name} [{_face(name.lower().replace(' ', '-'), shown)}]"


def _face(kind: str, shown: str) -> str:
    icon, _, number = shown.partition(":")
    return number if icon == kind and number else title(icon) + (f" {number}" if number else "")


class Names:
    """The names in a state; `older` is asked where the state does not know a thing any more."""

    def __init__(
        self,
        state: State,
        older: State | None = None,
        lexicon: Lexicon | None = None,
        opening: Opening | None = None,
    ) -> None:
        self._states = [state] if older is None else [state, older]
        self.lexicon = lexicon or Lexicon()
        self._seats = {s.seat: s.name or s.bot for s in opening.seats} if opening else {}

    def unit(self, unit: UnitId | SeatId) -> str:
        """Return a unit's name, with its id where others are called the same; a seat's for
        a seat.
        """
        for state in self._states:
            units = state.get("units", {})
            if unit in units:
                name: str = units[unit]["name"]
                twins = sum(other["name"] == name for other in units.values())
                return f"{name} ({unit})" if twins > 1 else name
        seat = SeatId(unit)
        return self.seat(seat) if seat in self._seats else unit or "nobody"

    def units(self, units: Any) -> str:
        """Return several units' names."""
        return listed([self.unit(unit) for unit in units]) or "nobody"

    def seat(self, seat: SeatId) -> str:
        """Return a seat with whoever sits there."""
        who = self._seats.get(seat, "")
        return f"{who} (seat {seat})" if who else f"Seat {seat}"

    def die(self, token: str) -> str:
        """Return a die or token of a track: the kind's name, "light fatigue", a status."""
        if token in TOKENS:
            return TOKENS[token]
        found = self._die(token)
        return title(found["kind"]) if found is not None else title(token)

    def dice(self, dice: Any) -> str:
        """Return several dice, equal ones counted: "2 Combat and Shield Discipline"."""
        names = [self.die(die) for die in dice]
        counted = [
            f"{names.count(name)} {name}" if names.count(name) > 1 else name
            for name in dict.fromkeys(names)
        ]
        return listed(counted) or "no dice"

    def die_with_face(self, token: str) -> str:
        """Return a die, or a token of a track, and what it shows now."""
        found = self._die(token)
        if found is None or found["face"] < 0:
            return self.die(token)
        return f"{self.die(token)} [{self.lexicon.face(found['kind'], found['face'])}]"

    def face(self, die: DieId, face: int) -> str:
        """Return what a face of a die shows."""
        found = self._die(die)
        return self.lexicon.face(found["kind"], face) if found is not None else f"face {face + 1}"

    def owner(self, die: DieId) -> str:
        """Return the name of a die's owner."""
        found = self._die(die)
        return self.unit(found["owner"]) if found is not None else "Somebody"

    def card(self, unit: UnitId, card: CardId) -> str:
        """Return the item of a card in a unit's inventory."""
        for state in self._states:
            mat = state.get("adventurers", {}).get(unit, {})
            for one in (*mat.get("ready", ()), *mat.get("pack", ())):
                if one["id"] == card:
                    return title(one["item"])
        return title(card)

    def component(self, on: str) -> str:
        """Return what an enchantment is put on: a unit, an item of an inventory, or a tile."""
        for state in self._states:
            if on in state.get("units", {}):
                return self.unit(UnitId(on))
            for unit, mat in state.get("adventurers", {}).items():
                if any(one["id"] == on for one in (*mat["ready"], *mat["pack"])):
                    return self.card(unit, CardId(on))
        return f"the {title(on)} tile"

    def _die(self, token: str) -> Any:
        for state in self._states:
            found = state.get("dice", {}).get(token)
            if found is not None:
                return found
        return None
