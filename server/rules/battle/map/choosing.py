"""Choosing a hex, and finding the closest unoccupied ones (MAP-4, MAP-7)."""

from collections.abc import Mapping

from protocol.hexes import Hex, key, parse
from protocol.ids import NOBODY, SeatId, UnitId, Why
from protocol.questions import One, Option, Question
from server.rules.battle.kernel.battle import Battle


def choose_hex(
    battle: Battle,
    to: tuple[SeatId, ...],
    hexes: list[Hex],
    why: Why,
    text: str,
    rule: str = "",
    *,
    about: str = "",
    notes: Mapping[Hex, str] | None = None,
) -> Hex:
    """Let the seats `to` choose one of the hexes, of which there must be at least one. Returns it.

    `notes` are notes of the options by hex.
    """
    if len(hexes) == 1:
        return hexes[0]
    told = notes or {}
    options = tuple(Option(key(at), key(at), told.get(at, "")) for at in hexes)
    chosen = battle.pick(
        Question(to, why, text, One(options), rule=rule, default=(options[0].key,), about=about)
    )
    return parse(chosen)


def closest_free(battle: Battle, start: Hex, *, without: UnitId = NOBODY) -> list[Hex]:
    """Return the unoccupied hexes closest to a hex (MAP-4, MAP-7); [] if there are none.

    The hex of the unit `without`, which is about to leave it, counts as unoccupied.
    """
    taken = [u.at for u in battle.in_play(decoys=True) if u.id != without]
    far = battle.ground.distances(start)
    free = [at for at in far if at not in taken]
    if not free:
        return []
    nearest = min(far[at] for at in free)
    return [at for at in free if far[at] == nearest]
