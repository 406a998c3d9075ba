"""Fatigue dice that an effect lets somebody take out of its track, as many as it likes."""

from protocol.ids import UnitId, Why
from server.rules.battle.adventurer import cooldown
from server.rules.battle.components import dice_effects
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import FATIGUE, FATIGUE_NAMES, LF
from server.rules.content import asking


def shed_light(battle: Battle, unit: UnitId, most: int, why: Why, name: str) -> None:
    """Ask the player of a unit how much light fatigue, up to `most`, leaves its track, and remove
    it. `name` is the effect that the question names.
    """
    most = min(most, cooldown.fatigue_in_track(battle, unit, LF))
    text = f"{name}: how much light fatigue leaves your track?"
    remove(battle, unit, LF, asking.how_many(battle, unit, most, why, text))


def shed_any(battle: Battle, unit: UnitId, most: int, why: Why, name: str) -> None:
    """Ask the player of a unit for up to `most` fatigue dice of either kind, one at a time, and
    remove them. Overfatigue is offered first, as it is the worse of the two.
    """
    for _ in range(most):
        kinds = [kind for kind in reversed(FATIGUE) if kind in battle.mat(unit).track]
        if not kinds:
            return
        ways = {kind: f"1 {FATIGUE_NAMES[kind]}" for kind in kinds} | {"": "No more"}
        kind = asking.one_of(battle, unit, ways, why, f"{name}: what leaves your track?")
        if not kind:
            return
        remove(battle, unit, kind)


def remove(battle: Battle, unit: UnitId, kind: str, count: int = 1) -> None:
    """Take up to `count` fatigue dice of a kind off a track for good; the rest of the track moves
    up. Where some of that kind stay, the owner chooses which places are vacated if that makes a
    difference: what works in the track recovers sooner the more places left of it go.
    """
    for going in range(min(count, cooldown.fatigue_in_track(battle, unit, kind)), 0, -1):
        places = _different(battle, unit, kind)
        if going < cooldown.fatigue_in_track(battle, unit, kind):
            ways = {f"{at}": f"The one at place {at + 1}" for at in places}
            text = f"Which {FATIGUE_NAMES[kind]} leaves your track? What lies right of it moves up."
            places = [int(asking.one_of(battle, unit, ways, "fatigue.place", text))]
        cooldown.remove_token(battle, unit, places[0])


def _different(battle: Battle, unit: UnitId, kind: str) -> list[int]:
    """Return one place of this kind of fatigue for each run without a working token in it. Taking
    another die of the same run would leave the same track.
    """
    mat = battle.mat(unit)
    works = [
        "stealth",
        *(me.die for me, face in dice_effects.active_faces(battle, mat) if face.code == "C"),
    ]
    found: list[int] = []
    apart = True
    for at, token in enumerate(mat.track):
        if token == kind and apart:
            found.append(at)
            apart = False
        elif token in works:
            apart = True
    return found
