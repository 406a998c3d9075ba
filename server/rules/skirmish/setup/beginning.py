"""A match about to begin: two rosters on a board, as its first state."""

from collections import Counter

from protocol.ids import SeatId, UnitId
from server.rules.skirmish.components import Board, Catalogue, MeleeWeapon, RangedWeapon, Roster
from server.rules.skirmish.kernel.state import MatchState, Side, Token, Unit, Variant

LETTERS = "ab"
"""How the ids of the two sides' units begin."""


def start(
    board: Board,
    rosters: dict[SeatId, Roster],
    box: Catalogue,
    variant: Variant | None = None,
) -> MatchState:
    """Return a match about to be deployed: the first seat's warband in zone 0, the other's in
    zone 1. Raises KeyError for a roster with what no catalogue has.
    """
    assert len(rosters) == len(LETTERS), "two sides play"
    sides = {
        seat: Side(seat, box.warbands[roster.warband], zone)
        for zone, (seat, roster) in enumerate(rosters.items())
    }
    units = [
        unit
        for letter, (seat, roster) in zip(LETTERS, rosters.items(), strict=True)
        for unit in mustered(letter, seat, roster, box)
    ]
    tokens = {
        f"token-{n}": Token((spot.x, spot.y, spot.z))
        for n, spot in enumerate(board.treasures, start=1)
    }
    return MatchState(
        board=board,
        sides=sides,
        units={unit.id: unit for unit in units},
        tokens=tokens,
        variant=variant or Variant(),
    )


def mustered(letter: str, seat: SeatId, roster: Roster, box: Catalogue) -> list[Unit]:
    """Return the units of a roster with what is printed for them; those of one type are numbered
    where there are several.
    """
    several = Counter(recruit.type for recruit in roster.recruits)
    met: Counter[str] = Counter()
    units = []
    for number, recruit in enumerate(roster.recruits, start=1):
        kind = box.types[recruit.type]
        met[kind.id] += 1
        arms = [box.arms[name] for name in recruit.weapons]
        units.append(
            Unit(
                id=UnitId(f"{letter}{number}"),
                name=f"{kind.name} {met[kind.id]}" if several[kind.id] > 1 else kind.name,
                side=seat,
                type=kind,
                wounds=kind.wounds,
                melee=tuple(one for one in arms if isinstance(one, MeleeWeapon)),
                ranged=tuple(one for one in arms if isinstance(one, RangedWeapon)),
                armour=box.armours[recruit.armour] if recruit.armour else None,
                spells=tuple(box.spells[name] for name in kind.spells),
            )
        )
    return units
