"""Terms of the rulebook: recovering, the values of dice, units (p89, p90)."""

import pytest

from protocol.battle import DamageDealt, NamedReason, TurnBegan
from protocol.ids import DieId, UnitId
from server.rules.content.reading import turn_to
from tests.rules.battle.running import running
from tests.scene import Scene, foe, friend, hero


@pytest.mark.rule("TRM-3")
def test_recovering_takes_dice_out_of_the_track_and_nowhere_else() -> None:
    scene = Scene(
        hero(
            ready=["philter-of-second-wind"],
            active=["shield-discipline@shield-discipline:1"],
            drained=["onslaught"],
            track=["LF", "combat", "snipe", "combat", "volley"],
        ),
        foe("e1", at=(-4, 0)),
    )
    scene.answer("turn.act", "drink")
    offered = scene.offered("philter-of-second-wind.dice")
    kinds = sorted(scene.state.dice[DieId(die)].kind for die in offered)
    assert kinds == ["combat", "combat", "snipe", "volley"]
    scene.answer("philter-of-second-wind.dice", *offered[:3])
    assert sorted(scene.row("a1")) == ["combat", "combat", "snipe"]
    assert (scene.active("a1"), scene.drained("a1")) == (["shield-discipline"], ["onslaught"])
    assert scene.track("a1") == ["LF", "volley"]


@pytest.mark.rule("TRM-4")
@pytest.mark.parametrize(
    ("face", "printed"), [("snipe:2", True), ("snipe:3", False), ("snipe:0", False)]
)
def test_a_die_is_turned_only_to_a_value_that_is_printed_on_it(face: str, printed: bool) -> None:
    battle = running(Scene(hero(track=["snipe@snipe:1"]), foe("e1", at=(-4, 0))))
    (die,) = battle.mat(UnitId("a1")).track
    before = battle.state.dice[DieId(die)].face
    assert turn_to(battle, DieId(die), face, NamedReason("test")) is printed
    assert (battle.state.dice[DieId(die)].face != before) is printed


@pytest.mark.rule("REL-1", "ENT-1", "CPN-6")
def test_every_kind_of_unit_has_its_turn() -> None:
    scene = Scene(
        hero("a1", at=(4, 0)),
        friend("c1", "atronach", at=(4, -2), range=0),
        foe("e1", at=(-4, 0), combat=0, range=9, skills=()),
        foe("q1", at=(-4, 2), combat=0, range=9, skills=(), kind="quest"),
    )
    scene.end_turn().passes("companion.move")
    assert [event.unit for event in scene.events(TurnBegan)][:3] == ["c1", "q1", "e1"]


@pytest.mark.rule("REL-1")
def test_what_befalls_units_befalls_every_kind_of_them_and_no_other_chip() -> None:
    """Necrotic strikes all adjacent units; the cache chip beside it is none."""
    scene = Scene(
        hero("a1", at=(0, 1)),
        friend("c1", "atronach", at=(1, 0), range=0),
        foe("e1", at=(0, 0), level=5, combat=0, range=9, skills=("necrotic",)),
        foe("e2", at=(-1, 0), hp=3, combat=0, range=9, skills=()),
        foe("q1", at=(0, -1), hp=3, combat=0, range=9, skills=(), kind="quest"),
        caches={(-1, 1): "common"},
        turn=None,
    )
    assert sorted(event.unit for event in scene.events(DamageDealt)) == ["a1", "c1", "e2", "q1"]
    assert scene.state.caches == {"-1,1": "common"}
