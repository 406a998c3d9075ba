"""Set-up and deployment (p57)."""

from dataclasses import replace as figure

import pytest
from msgspec.structs import replace

from protocol.battle import TurnBegan, UnitDeployed
from protocol.hexes import Hex
from protocol.ids import SeatId, UnitId
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.components.effects import Hook, hook
from server.rules.battle.damage.hit_points import gain_bonus
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.content.encounters.jailbreak import ENTRANCE, JAILBREAK
from tests.rules.battle.printed import with_encounter
from tests.scene import Scene, foe, friend, hero

rule = pytest.mark.rule
FAR = foe("e1", at=(-3, 0), combat=0, skills=())
MAP = JAILBREAK.tiles


def off_the_map(scene: Scene, *names: str, phase: str) -> Scene:
    """The same scene, with those units waiting for deployment."""
    state = scene.play.start
    units = {
        **state.units,
        **{UnitId(name): replace(state.units[UnitId(name)], at=None) for name in names},
    }
    return Scene.at(replace(state, phase=phase, turn=None, units=units, rounds=0), scene.catalogue)


def deploy(scene: Scene, at: Hex) -> Scene:
    return scene.answer("deploy", f"hex:{at[0]},{at[1]}", "form:magic")


def early(at: Moment) -> Hook:
    def bless(battle: Battle, me: Me, now: Happening) -> None:
        gain_bonus(battle, me.unit, 1, me.unit)

    return hook(at, "Bless", when=lambda battle, me, now: True, forced=True)(bless)


def gifted(moment: Moment) -> Catalogue:
    """Khajiit whose race gives them 1 bonus HP at a moment of their own."""
    box = with_encounter(numbered=())
    blessed = figure(box.races["khajiit"], hooks=(early(moment),))
    return figure(box, races={**box.races, "khajiit": blessed})


def before_set_up(cards: Catalogue) -> Scene:
    return off_the_map(Scene(hero("a1"), cards=cards, round=1), "a1", phase="setup")


@rule("BAT-3")
def test_effects_before_battle_happen_once_the_map_lies_ready() -> None:
    scene = before_set_up(gifted(Moment.BEFORE_BATTLE))
    assert scene.asked("deploy").to == ("a1",)
    kinds = [type(event).__name__ for event in scene.told]
    assert kinds.index("MapLaid") < kinds.index("HpChanged") < kinds.index("PhaseBegan")
    assert scene.unit("a1").bonus == 1


@rule("BAT-3")
def test_effects_at_the_start_of_battle_wait_until_the_rounds_begin() -> None:
    scene = before_set_up(gifted(Moment.BATTLE_STARTS))
    assert scene.unit("a1").bonus == 0
    deploy(scene, ENTRANCE[0])
    kinds = [type(event).__name__ for event in scene.told]
    assert kinds.index("UnitDeployed") < kinds.index("HpChanged") < kinds.index("RoundBegan")
    assert scene.unit("a1").bonus == 1


@rule("BAT-6")
def test_the_entrance_offers_nothing_that_other_hexes_do_not() -> None:
    """In a clash there is nothing behind its door hexes to explore."""

    def offered(at: Hex) -> list[str]:
        scene = Scene(hero(at=at, row=["combat"], tenacity=5, cls="acrobat"), FAR, tiles=MAP)
        return [question.why for question in scene.questions] + scene.offered("turn.act")

    assert [offered(at) for at in ENTRANCE] == [offered((0, 0))] * len(ENTRANCE)


@rule("BAT-4")
def test_who_finds_the_entrance_full_deploys_as_close_to_it_as_can_be() -> None:
    """What came with those before may fill the tile."""
    shut = tuple(at for at in ENTRANCE if at != ENTRANCE[0])
    crowd = hero("a1", at=ENTRANCE[0])
    scene = Scene(crowd, hero("a2", at=(0, 2)), FAR, tiles=MAP, blocked=shut)
    waiting = off_the_map(scene, "a2", phase="deploy")
    offered = [key for key in waiting.offered("deploy") if key.startswith("hex:")]
    assert offered == ["hex:3,-2", "hex:3,-1"]
    deploy(waiting, (3, -1))
    assert (waiting.unit("a2").at, waiting.state.phase) == ((3, -1), "adventurers")


def with_companions(*free: Hex) -> Scene:
    """Two players, the second with a companion too; the tile's other hexes are blocked."""
    shut = tuple(at for at in ENTRANCE if at not in free)
    scene = Scene(
        hero("a1", at=(0, 1)),
        hero("a2", at=(0, 2)),
        friend("c1", "clannfear", at=(0, 3)),
        friend("c2", "atronach", at=(0, 4)),
        FAR,
        tiles=MAP,
        blocked=shut,
    )
    state = scene.play.start
    units = {
        **state.units,
        UnitId("c1"): replace(state.units[UnitId("c1")], controller=SeatId("a2")),
    }
    scene = Scene.at(replace(state, units=units), scene.catalogue)
    return off_the_map(scene, "a1", "a2", "c1", "c2", phase="deploy")


@rule("BAT-7")
def test_companions_enter_after_the_adventurers_in_player_order() -> None:
    scene = with_companions(*ENTRANCE)
    deploy(deploy(scene, ENTRANCE[0]), ENTRANCE[1])
    assert scene.asked("deploy.companion").to == ("a1",)
    scene.answer("deploy.companion", "5,-1").answer("deploy.companion", "5,-2")
    assert [event.unit for event in scene.events(UnitDeployed)] == ["a1", "a2", "c2", "c1"]
    assert (scene.unit("c2").at, scene.unit("c1").at) == ((5, -1), (5, -2))
    assert scene.state.phase == "adventurers"


@rule("BAT-7")
def test_a_companion_without_room_enters_on_its_own_turn_and_may_act() -> None:
    scene = with_companions(*ENTRANCE[:3])
    deploy(deploy(scene, ENTRANCE[0]), ENTRANCE[1])
    assert scene.unit("c2").at == ENTRANCE[2]
    assert (scene.unit("c1").at, scene.state.phase) == (None, "adventurers")
    scene.move((3, -1)).end_turn().end_turn()
    scene.answer("companion.order", "c1")
    assert scene.unit("c1").at == ENTRANCE[0]
    assert scene.events(TurnBegan)[-1].unit == "c1"
    assert scene.asked("companion.move").to == ("a2",)


@rule("BAT-7")
def test_a_companion_for_which_no_hex_is_free_has_no_turn() -> None:
    scene = with_companions(*ENTRANCE[:3])
    deploy(deploy(scene, ENTRANCE[0]), ENTRANCE[1]).end_turn().end_turn()
    assert not [question for question in scene.questions if question.why == "companion.order"]
    assert [event.unit for event in scene.events(TurnBegan)][:4] == ["a1", "a2", "c2", "e1"]
    assert scene.unit("c1").at is None
