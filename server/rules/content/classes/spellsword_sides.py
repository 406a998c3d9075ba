"""The Spellsword's innate ability: a drained die's instant side as an engage of its own (p25).

It is a free engage in every way (form, item, target; FRE-2), but for its one die, which is not
rolled: the side is chosen and resolved like a result.
"""

from protocol.battle import DiceShown, NamedReason
from protocol.ids import DieId, DieKind, NamedCode, UnitId
from server.rules.battle.adventurer import cooldown, track
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Face, ability
from server.rules.battle.engage import engage_action as engaging
from server.rules.battle.engage import plan
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.forms import FORMS
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.words import Form, FormOrHeld, Trait
from server.rules.content import asking

INSIGHT = 3  # tenacity
ANY_LEVEL: Trait = "sides-of-any-level"
ROW, MAT = ("row",), ("row", "active", "track")


def _read(battle: Battle, kind: DieKind, at: int, form: FormOrHeld) -> Face | None:
    readings = catalogue_of(battle).faces.get(catalogue_of(battle).dice[kind].icon(at), ())
    return next((face for face in readings if not face.forms or form in face.forms), None)


def _forms(battle: Battle, kind: DieKind, at: int) -> tuple[Form, ...]:
    """Return the battle forms in which a side of a die could be used so."""
    line = catalogue_of(battle).line_of[kind]
    if not line.engages:
        return ()
    forms = line.forms or FORMS
    read = {form: _read(battle, kind, at, form) for form in forms}
    return tuple(form for form, face in read.items() if face is not None and face.code == "I")


def _sides(battle: Battle, kind: DieKind) -> dict[int, str]:
    """Return the different instant sides of a die, by one of the faces that show each."""
    found: dict[int, str] = {}
    faces = catalogue_of(battle).dice[kind].faces
    for at, printed in enumerate(faces):
        if printed not in found.values() and _forms(battle, kind, at):
            found[at] = printed
    return found


def _dice(battle: Battle, unit: UnitId, places: tuple[str, ...]) -> list[DieId]:
    """Return the dice that may be drained for it; Fear leaves Combat dice alone (STS-8)."""
    any_level = ANY_LEVEL in active_effects.traits(battle, unit)
    found = []
    for place in places:
        for die in cooldown.dice_in(battle, unit, place):
            shown = battle.state.dice[die]
            kind = catalogue_of(battle).dice[shown.kind]
            afraid = (
                battle.has(unit, "fear") and catalogue_of(battle).line_of[kind.id].id != "combat"
            )
            if shown.owner == unit and (kind.level == 1 or any_level) and not afraid:
                found += [die] if _sides(battle, kind.id) else []
    return found


def _strike(battle: Battle, me: Me, places: tuple[str, ...]) -> None:
    dice = _dice(battle, me.unit, places)
    text = "Which die do you drain for one of its instant sides?"
    (die,) = asking.some_dice(battle, me.unit, dice, 1, 1, NamedCode("spellsword.die"), text=text)
    kind = battle.state.dice[die].kind
    ways = {f"{at}": printed for at, printed in _sides(battle, kind).items()}
    at = int(
        asking.one_of(battle, me.unit, ways, NamedCode("spellsword.side"), "Which side of it?")
    )
    text = f"Engage with {ways[f'{at}']}: choose form, target and weapon."
    forms = _forms(battle, kind, at)
    picks = battle.picks(
        plan.question(
            battle, me.unit, forms=forms, dice=0, why=NamedCode("spellsword.engage"), text=text
        )
    )
    chosen = plan.read(picks)
    track.drain(battle, die)
    battle.emit(DiceShown((die,), (at,), NamedReason("spellsword")))
    engage = Engage(me.unit, chosen.form, given=[die])
    engage.targets += [chosen.target] if chosen.target else []
    engage.weapon, engage.overtaxed = chosen.weapon, chosen.overtaxed
    engaging.granted(battle, engage)


@ability(
    "spellsword",
    "Spellsword",
    "Drain an available level 1 die: engage with one of its instant sides.",
    can=lambda battle, me: bool(_dice(battle, me.unit, ROW)),
)
def novice(battle: Battle, me: Me) -> None:
    """Drain an available level 1 die and engage with one of its instant sides, once a turn and for
    no fatigue.
    """
    _strike(battle, me, ROW)


@ability(
    "spellsword",
    "Spellsword",
    "Drain a level 1 die, wherever on the mat: engage with one of its instant sides.",
    can=lambda battle, me: bool(_dice(battle, me.unit, MAT)),
)
def master(battle: Battle, me: Me) -> None:
    """Drain a die anywhere on the mat and engage with one of its instant sides, once a turn and for
    no fatigue; with Eldritch Insight a die of any level.
    """
    _strike(battle, me, MAT)
