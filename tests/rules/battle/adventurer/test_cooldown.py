"""The cooldown track, fatigue and active slots (p23, p24)."""

import pytest

from protocol.battle import DieRecovered, Spared, TokenMoved, TokenRemoved
from protocol.ids import DieId, UnitId
from server.rules.battle.adventurer import cooldown, statuses
from server.rules.battle.kernel.state import TRACK
from tests.rules.battle.running import running
from tests.scene import Scene, foe, hero

FAR = foe("e1", "spriggan", at=(-4, 4), combat=0)


def recovering(track: list[str], cooldown: int = 2, **more: object) -> Scene:
    """A scene in which the hero's next turn has just begun, recovery done."""
    return Scene(hero(track=track, cooldown=cooldown, **more), FAR, turn=None).default()  # type: ignore[arg-type]


@pytest.mark.rule("CD-18")
def test_the_track_closes_up_after_every_die_so_that_the_next_one_is_leftmost_again() -> None:
    """The overfatigue that went to the end comes back to the left within one Recovery."""
    scene = recovering(["OF", "combat", "LF", "shield-discipline"], cooldown=5)
    gone = [e for e in scene.told if isinstance(e, TokenMoved | TokenRemoved | DieRecovered)]
    assert gone == [
        TokenMoved(UnitId("a1"), 0, "OF"),
        DieRecovered(DieId("a1.combat.1")),
        TokenRemoved(UnitId("a1"), 0, "LF"),
        DieRecovered(DieId("a1.shield-discipline.2")),
        TokenMoved(UnitId("a1"), 0, "OF"),
    ]
    assert scene.track("a1") == ["OF"]


@pytest.mark.rule("CD-13", "CD-14", "TRN-1")
def test_recovery_takes_as_many_dice_as_the_cooldown_stat_from_the_left() -> None:
    scene = recovering(["combat", "shield-discipline", "combat", "LF"])
    assert scene.track("a1") == ["combat", "LF"]
    assert scene.row("a1") == ["combat", "shield-discipline"]


@pytest.mark.rule("CD-15", "CD-16", "FAT-1")
def test_recovered_fatigue_and_statuses_go_back_to_the_supply() -> None:
    scene = recovering(["LF", "maim", "combat"])
    assert scene.track("a1") == ["combat"]
    assert (scene.state.supply["LF"], scene.state.supply["status"]) == (20, 12)


@pytest.mark.rule("CD-16", "FAT-3", "FAT-6")
def test_overfatigue_only_goes_to_the_end_of_the_track_and_uses_up_a_removal() -> None:
    scene = recovering(["OF", "LF", "combat"])
    assert scene.track("a1") == ["combat", "OF"]
    assert scene.events(TokenMoved)[0].token == "OF"
    assert scene.state.supply["OF"] == 11


@pytest.mark.rule("CD-1", "CD-2", "CD-3", "CD-19", "CD-20", "ENG-22")
def test_an_exhausted_die_goes_right_of_all_others_and_is_not_available() -> None:
    scene = Scene(hero(row=["combat"], track=["LF", "bane"]), FAR)
    scene.rolls("combat:1").engage("a1", "", ["combat"])
    assert scene.track("a1") == ["LF", "bane", "combat"]
    assert scene.row("a1") == []


@pytest.mark.rule("CD-4")
def test_the_owner_orders_dice_that_are_exhausted_together() -> None:
    scene = Scene(hero(row=["combat", "shield-discipline"], active=["LF"] * 4), FAR)
    scene.rolls("combat:1", "shield-discipline:1")
    scene.engage("a1", "", ["combat", "shield-discipline"]).passes("engage.drop")
    shield, combat = sorted(scene.offered("engage.exhaust"), key=lambda die: "combat" in die)
    scene.answer("engage.exhaust", shield, combat)
    assert scene.track("a1") == ["shield-discipline", "combat"]


@pytest.mark.rule("CD-6", "CD-7", "CD-8", "CD-9")
def test_a_die_that_finds_the_track_full_is_drained_and_the_rightmost_turns_to_overfatigue() -> (
    None
):
    full = [*["LF"] * 11, "combat", "OF"]
    scene = Scene(hero(row=["combat"], track=full), FAR)
    scene.rolls("combat:1").engage("a1", "", ["combat"])
    assert scene.track("a1") == [*["LF"] * 11, "OF", "OF"]
    assert scene.drained("a1") == ["combat", "combat"]
    assert len(scene.track("a1")) == TRACK


@pytest.mark.rule("CD-9", "CD-10")
def test_several_dice_that_find_the_track_full_chain() -> None:
    scene = Scene(hero(row=["combat", "combat"], track=["LF"] * 13), FAR)
    scene.rolls("combat:1", "combat:1").engage("a1", "", ["combat", "combat"])
    assert scene.track("a1") == [*["LF"] * 11, "OF", "OF"]
    assert scene.state.supply["LF"] == 9
    assert scene.drained("a1") == ["combat", "combat"]


@pytest.mark.rule("CD-7", "CD-8")
def test_fatigue_that_finds_the_track_full_turns_the_rightmost_die_into_overfatigue() -> None:
    """The second engage of a turn costs 1 light fatigue, for which there is no room."""
    scene = Scene(hero(row=["combat", "combat"], track=[*["LF"] * 12, "bane"]), FAR)
    scene.rolls("tenacity").engage("a1", "", ["combat"]).passes("engage.resolve")
    assert scene.track("a1") == [*["LF"] * 12, "OF"]
    scene.rolls("tenacity").engage("a1", "", ["combat"]).passes("engage.resolve")
    assert scene.track("a1") == [*["LF"] * 10, "OF", "OF", "OF"]
    assert scene.state.supply["status"] == 12


@pytest.mark.rule("CD-11", "CD-17")
def test_drained_dice_stay_drained_through_recovery() -> None:
    scene = recovering([], drained=["combat"])
    assert scene.drained("a1") == ["combat"]


@pytest.mark.rule("LIM-4", "FAT-2")
def test_we_095_light_fatigue_runs_out_midway() -> None:
    scene = Scene(
        hero("a1", row=["wrecking-blow"], form="heavy-weapon"),
        hero("a2", at=(3, 0), track=["LF"] * 10),
        hero("a3", at=(3, -1), track=["LF"] * 9),
        foe("e1", at=(0, 0), hp=9),
    )
    scene.rolls("wrecking-blow-2").engage("a1", "e1", ["wrecking-blow"]).resolve("wrecking-blow")
    scene.answer("wrecking-blow.fatigue", "light")
    assert scene.track("a1")[:2] == ["LF", "OF"]
    assert (scene.state.supply["LF"], scene.state.supply["OF"]) == (0, 11)


@pytest.mark.rule("LIM-5")
@pytest.mark.parametrize(("hurts", "hp"), [(True, 2), (False, 4)])
def test_we_096_overfatigue_runs_out(hurts: bool, hp: int) -> None:
    """1 true damage for each die that cannot be placed; the printed rule can be switched on."""
    scene = Scene(
        hero("a1", hp=4, bonus=2, row=["wrecking-blow"], form="heavy-weapon"),
        foe("e1", at=(0, 0), hp=9),
        supply={"LF": 0, "OF": 0},
        overfatigue_hurts=hurts,
    )
    scene.rolls("wrecking-blow-2").engage("a1", "e1", ["wrecking-blow"]).resolve("wrecking-blow")
    scene.answer("wrecking-blow.fatigue", "light")
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (hp, 2)


@pytest.mark.rule("ACT-2", "ACT-3", "ACT-4")
def test_an_active_die_may_be_put_away_in_ones_own_turn() -> None:
    scene = Scene(hero(active=["shield-discipline@shield-discipline:1"]), FAR)
    scene.answer("turn.act", "drop:a1.shield-discipline.1")
    assert scene.active("a1") == []
    assert scene.track("a1") == ["shield-discipline"]


@pytest.mark.rule("ACT-10")
def test_a_die_put_away_before_recovery_comes_back_at_once() -> None:
    scene = Scene(
        hero(active=["shield-discipline@shield-discipline:1"], cooldown=1), FAR, turn=None
    )
    while scene.questions[0].why != "turn.drop":
        scene.answer(scene.questions[0].why, *scene.questions[0].default)
    scene.answer("turn.drop", "drop:a1.shield-discipline.1")
    assert scene.row("a1") == ["shield-discipline"]


@pytest.mark.rule("ACT-3", "ACT-10", "FAT-6")
@pytest.mark.parametrize(
    ("track", "asked", "order"),
    [
        (["OF", "OF"], True, ["shield-discipline", "OF", "OF"]),
        (["LF", "OF"], True, ["shield-discipline", "OF"]),
        (["LF", "LF"], False, ["shield-discipline"]),
        (["LF", "LF", "OF"], False, ["OF", "shield-discipline"]),
    ],
)
def test_a_die_put_away_before_recovery_lies_ahead_of_overfatigue_that_moves_to_the_end(
    track: list[str], asked: bool, order: list[str]
) -> None:
    """Put away in the action step it would lie behind it."""
    scene = Scene(
        hero(active=["shield-discipline@shield-discipline:1"], track=track, cooldown=2),
        FAR,
        turn=None,
    )
    why = "turn.drop" if asked else "turn.act"
    while scene.questions[-1].why != why:
        question = scene.questions[0]
        scene.answer(question.why, *question.default)
    scene.answer(why, "drop:a1.shield-discipline.1")
    assert scene.track("a1") == order


@pytest.mark.rule("ACT-1", "SKR-8")
def test_with_four_active_dice_a_fifth_result_cannot_be_resolved() -> None:
    shield = "shield-discipline@shield-discipline:1"
    scene = Scene(hero(row=["shield-discipline"], active=[shield] * 4), FAR)
    scene.rolls("shield-discipline:1").engage("a1", "", ["shield-discipline"])
    assert [question.why for question in scene.questions] == ["engage.drop"]
    scene.passes("engage.drop")
    assert scene.track("a1") == ["shield-discipline"]


@pytest.mark.rule("ACT-3", "SKR-8")
def test_in_the_middle_of_an_engage_a_slot_may_be_cleared_for_a_result() -> None:
    """Any time of one's own turn will do, and other results can come before and after it."""
    guards = ["combat@combat:1", *["shield-discipline@shield-discipline:1"] * 3]
    scene = Scene(hero(row=["shield-discipline", "combat"], active=guards), foe("e1", at=(0, 0)))
    scene.rolls("shield-discipline:2", "combat:1")
    scene.engage("a1", "e1", ["shield-discipline", "combat"])
    assert len(scene.offered("engage.resolve")) == 1
    assert len(scene.offered("engage.drop")) == 2, "of three equal dice one is offered"
    scene.answer("engage.drop", "a1.combat").resolve("combat", "shield-discipline")
    assert scene.active("a1") == ["shield-discipline"] * 4
    assert scene.track("a1") == ["combat", "combat"]


@pytest.mark.rule("ACT-3")
def test_between_two_results_an_active_die_may_be_put_away_with_a_slot_free_too() -> None:
    scene = Scene(hero(row=["shield-discipline"], active=["combat@combat:1"] * 3), FAR)
    scene.rolls("shield-discipline:1").engage("a1", "", ["shield-discipline"])
    assert [question.why for question in scene.questions] == ["engage.resolve", "engage.drop"]
    scene.answer("engage.drop", "a1.combat.2").resolve("shield-discipline")
    assert (scene.active("a1"), scene.track("a1")) == (
        ["combat", "combat", "shield-discipline"],
        ["combat"],
    )


@pytest.mark.rule("ACT-3")
def test_with_nothing_left_to_resolve_and_a_slot_free_nobody_is_asked_to_put_a_die_away() -> None:
    scene = Scene(hero(row=["combat"], active=["combat@combat:1"] * 3), FAR)
    scene.rolls("combat:1").engage("a1", "", ["combat"], form="light-weapon")
    scene.asked("turn.act")


@pytest.mark.rule("ACT-3")
def test_in_somebody_elses_turn_no_slot_can_be_cleared() -> None:
    arms = "bound-armaments@bound-armaments-2"
    full = ["combat@combat:1"] * 4
    shield = hero("a2", at=(2, -1), row=["shield-discipline"], active=full)
    scene = Scene(hero(active=[arms]), shield, FAR).end_turn().answer("turn_ends", "lend_arms")
    scene.rolls("shield-discipline:1")
    scene.engage("a2", "", ["shield-discipline"], why="bound-armaments.engage")
    assert scene.row("a2") == ["shield-discipline"], "unresolved; Bound Armaments brings it home"


@pytest.mark.rule("ACT-6", "FAT-5", "DEF-3", "CD-3")
def test_on_defeat_active_dice_are_exhausted_and_the_track_stays() -> None:
    scene = Scene(
        hero("a1", hp=1, active=["combat@combat:1"], track=["LF", "combat"], form="defensive"),
        hero("a2", at=(4, 0)),
        foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2").answer("damage_coming", "defend")
    assert scene.unit("a1").fate == "defeated"
    assert scene.track("a1") == ["LF", "combat", "combat"]


@pytest.mark.rule("ACT-6", "ACT-7", "CD-4")
def test_who_falls_orders_the_dice_that_leave_the_slots() -> None:
    """Fatigue among them, too: it was gained before and only changes its place."""
    fallen = hero("a1", hp=1, active=["vinedusk-training@vinedusk-training", "OF", "purge@purge"])
    bite = foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=())
    scene = Scene(fallen, hero("a2", at=(4, 0)), bite, turn=None)
    scene.rolls("enemy:2")
    keys = scene.offered("slots.exhaust")
    assert scene.asked("slots.exhaust").to == ("a1",)
    scene.answer("slots.exhaust", keys[2], keys[0], keys[1])
    assert scene.track("a1") == ["purge", "vinedusk-training", "OF"]


@pytest.mark.rule("ACT-6", "CD-4")
def test_a_class_token_in_a_slot_is_nothing_to_be_ordered() -> None:
    """It goes to the supply: of one die more there is no order."""
    fallen = hero("a1", hp=1, active=["token", "purge@purge"])
    bite = foe("e1", "high-elf-bandit", at=(0, 0), combat=1, skills=())
    scene = Scene(fallen, hero("a2", at=(4, 0)), bite, turn=None)
    scene.rolls("enemy:2")
    assert "slots.exhaust" not in [asked.why for asked in scene.questions]
    assert (scene.active("a1"), scene.track("a1")) == ([], ["purge"])


@pytest.mark.rule("ACT-7")
def test_fatigue_in_a_slot_goes_to_the_track_when_it_is_put_away() -> None:
    scene = Scene(hero(active=["OF"]), FAR)
    scene.answer("turn.act", "drop:OF")
    assert (scene.active("a1"), scene.track("a1")) == ([], ["OF"])
    assert scene.state.supply["OF"] == 11


@pytest.mark.rule("CD-5")
def test_dice_behind_one_that_leaves_close_the_gap() -> None:
    """Whatever it was that left, from wherever it left."""
    battle = running(Scene(hero(track=["combat", "LF", "shield-discipline", "bane", "OF"]), FAR))
    combat, _, shield, _, _ = battle.mat(UnitId("a1")).track
    cooldown.remove_token(battle, UnitId("a1"), 1)
    assert battle.mat(UnitId("a1")).track == (combat, shield, "bane", "OF")
    cooldown.recover(battle, DieId(combat))
    assert battle.mat(UnitId("a1")).track == (shield, "bane", "OF")
    statuses.lose(battle, UnitId("a1"), "bane")
    assert battle.mat(UnitId("a1")).track == (shield, "OF")


@pytest.mark.rule("CD-12")
def test_a_repeated_status_adds_no_die_and_moves_to_the_end_of_the_line() -> None:
    battle = running(Scene(hero(track=["bane", "LF", "maim"]), FAR))
    assert statuses.gain(battle, UnitId("a1"), "bane")
    assert battle.mat(UnitId("a1")).track == ("LF", "maim", "bane")
    assert battle.state.supply["status"] == 10


@pytest.mark.rule("CD-12")
def test_a_repeated_status_finds_its_place_in_a_full_track_too() -> None:
    battle = running(Scene(hero(track=["bane", *["LF"] * 12]), FAR))
    assert statuses.gain(battle, UnitId("a1"), "bane")
    assert battle.mat(UnitId("a1")).track == (*["LF"] * 12, "bane")


@pytest.mark.parametrize(("cooldown", "spared"), [(2, True), (1, False)])
def test_an_order_that_recovery_undoes_is_told_and_not_asked(cooldown: int, spared: bool) -> None:
    """Given two dice that the next Recovery takes off again, then the log says who goes first."""
    row = ["combat", "shield-discipline"]
    mat = hero(row=row, active=["LF"] * 4, cooldown=cooldown)
    scene = Scene(mat, FAR, asks_all=False).rolls("combat:1", "shield-discipline:1")
    scene.engage("a1", "", row).passes("engage.drop")
    told = [event for event in scene.events(Spared) if event.why == "engage.exhaust"]
    assert len(told) == spared
    assert ("engage.exhaust" in [question.why for question in scene.questions]) is not spared
