"""The battle map: its hexes, distances and sight (p58).

Everything here is a pure function of tiles and impassable hexes. Maps are cached by these.
"""

from functools import lru_cache
from operator import attrgetter

from protocol.hexes import Hex, key, neighbours
from server.rules.battle.kernel.state import BattleState

_AT = attrgetter("at")
FAR = 99
"""The distance in hexes that stands for "no way": farther than anything reaches."""


class Ground:
    """A map. Distances are over existing, passable hexes and ignore units in them (MAP-8).

    Sight depends on tiles that touch, even if only in impassable hexes (MAP-1, MAP-9).
    """

    def __init__(
        self, tiles: tuple[tuple[str, tuple[Hex, ...]], ...], blocked: frozenset[Hex]
    ) -> None:
        self.tile_of = {at: name for name, hexes in tiles for at in hexes if at not in blocked}
        self.next_to = {
            at: tuple(n for n in neighbours(at) if n in self.tile_of) for at in self.tile_of
        }
        lies = {at: name for name, hexes in tiles for at in hexes}
        self._seen: dict[str, frozenset[str]] = {
            name: frozenset(lies[n] for at in hexes for n in neighbours(at) if n in lies) | {name}
            for name, hexes in tiles
        }
        self.keys = {at: key(at) for at in lies}
        """The keys of all hexes, impassable ones included."""
        self._from: dict[Hex, dict[Hex, int]] = {}
        self._within: dict[tuple[Hex, int, int, bool], frozenset[Hex]] = {}

    def around(self, at: Hex) -> tuple[Hex, ...]:
        """Return the hexes of the map next to a hex, clockwise from north."""
        return self.next_to.get(at, ())

    def distances(self, start: Hex) -> dict[Hex, int]:
        """Return the distance in hexes from `start` to each hex that can be reached."""
        known = self._from.get(start)
        if known is None:
            known = self._from[start] = walk(self, start, frozenset())
        return known

    def distance(self, a: Hex, b: Hex) -> int:
        """Return the distance from a to b in hexes; `FAR` if there is no way."""
        return self.distances(a).get(b, FAR)

    def sees(self, a: Hex, b: Hex) -> bool:
        """Return whether there is sight from a hex to another: within a tile, and to adjacent tiles
        (MAP-9).
        """
        return self.tile_of[b] in self._seen[self.tile_of[a]]

    def within(self, at: Hex, low: int, high: int, everywhere: bool) -> frozenset[Hex]:
        """Return the hexes that are `low` to `high` away from a hex and in sight, or `everywhere`.
        The hex is as far from each of them, and in their sight.
        """
        asked = (at, low, high, everywhere)
        found = self._within.get(asked)
        if found is None:
            tile_of = self.tile_of
            far = {**dict.fromkeys(tile_of, FAR), **self.distances(at)}
            seen = self._seen[tile_of[at]] if at in tile_of else frozenset[str]()
            found = self._within[asked] = frozenset(
                [
                    there
                    for there, tile in tile_of.items()
                    if low <= far[there] <= high and (everywhere or tile in seen)
                ]
            )
        return found


def walk(ground: Ground, start: Hex, shut: frozenset[Hex], most: int = FAR) -> dict[Hex, int]:
    """Return the distance in hexes from `start` to each hex that can be reached in `most` steps
    without entering one in `shut`, the nearest first. The start may be in `shut`.
    """
    around = ground.next_to  # faster than calling `Ground.around`: every turn walks the map
    # The start may lie outside of the map, where a hex has closed.
    found, edge = {start: 0}, [start] if start in around else []
    for here in edge:
        far = found[here] + 1
        if far > most:
            break
        for there in around[here]:
            if there not in found and there not in shut:
                found[there] = far
                edge.append(there)
    return found


def walk_until(
    ground: Ground, start: Hex, shut: frozenset[Hex], goals: frozenset[Hex]
) -> tuple[dict[Hex, int], list[Hex]]:
    """Walk as `walk` does, but no farther than to the nearest of the `goals`, the start aside.
    Return the distances, and these goals, several if they are equally near.
    """
    around, nearest = ground.next_to, FAR
    found, edge = {start: 0}, [start] if start in around else []
    reached: list[Hex] = []
    for here in edge:
        far = found[here] + 1
        if far > nearest:
            break
        for there in around[here]:
            if there not in found and there not in shut:
                found[there] = far
                edge.append(there)
                if there in goals:
                    reached.append(there)
                    nearest = far
    return found, reached


@lru_cache(maxsize=256)
def _ground(tiles: tuple[tuple[str, tuple[Hex, ...]], ...], blocked: tuple[Hex, ...]) -> Ground:
    return Ground(tiles, frozenset(blocked))


def ground_of(state: BattleState) -> Ground:
    """Return the map of a state."""
    return _ground(tuple((name, tile.hexes) for name, tile in state.tiles.items()), state.blocked)


def occupied(state: BattleState) -> frozenset[Hex]:
    """Return the hexes in which a unit stands (MAP-5)."""
    return frozenset(filter(None, map(_AT, state.units.values())))
