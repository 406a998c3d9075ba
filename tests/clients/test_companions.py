"""The sensible bot keeps with the party: it moves up with whoever goes ahead."""

import pytest

from clients.bots import companions
from protocol.hexes import distance, parse
from protocol.ids import SeatId
from server.commands.bots import sensible
from server.rules.engine.patch import plain
from tests.clients.vanguard import follow
from tests.scene import Scene, foe, hero

BATTLES = 4


@pytest.mark.parametrize("encounter", ["jailbreak", "marked-one"])
def test_bots_are_beside_who_goes_ahead_at_every_rounds_end(encounter: str) -> None:
    """Given a seat that always advances, when a round ends, then the others stand near it."""
    found = [follow(encounter, 4, seed) for seed in range(1, BATTLES + 1)]
    distances = [far for one in found for _, far in one.distances]
    assert distances
    assert max(distances) <= 3
    assert sum(distances) / len(distances) <= 2.5


START = (4, -1)
ROW = ["combat", "combat", "shield-discipline"]


def party(comrade: tuple[int, int], foe_at: tuple[int, int], track: tuple[str, ...] = ()) -> Scene:
    """A bot at the entrance, somebody else's adventurer, and one wolf."""
    one = hero("a1", at=START, row=ROW, track=list(track))
    return Scene(one, hero("a2", at=comrade), foe("e1", "wolf", at=foe_at))


def where_to(scene: Scene) -> tuple[int, int] | None:
    """Where the bot goes, if it moves now."""
    number, picks, _ = sensible().choose(plain(scene.state), SeatId("a1"), scene.questions)
    why = next(question.why for question in scene.questions if question.id == number)
    return parse(picks[-1]) if why == "turn.move" else None


def test_it_goes_to_a_comrade_who_fights_ahead() -> None:
    there = where_to(party((0, 0), (-1, 0)))
    assert there is not None
    assert distance(there, (0, 0)) <= companions.TOGETHER


def test_it_waits_beside_a_comrade_for_an_enemy_to_come() -> None:
    assert where_to(party((3, -1), (-2, 0))) is None


def test_who_is_dazed_engages_whom_it_reaches_rather_than_keep_up() -> None:
    scene = Scene(
        hero("a1", at=START, row=ROW, track=["daze"]),
        hero("a2", at=(0, 0)),
        foe("e1", "wolf", at=(-1, 0)),
        foe("e2", "wolf", at=(3, -1)),
    )
    assert where_to(scene) is None
