import pytest

from protocol.battle import DamageDealt, TurnBegan
from server.rules.battle.kernel.state import Deck
from tests.scene import Scene, foe, friend, hero

BANDIT = "high-elf-bandit"
CACHE = {(1, 0): "common"}
LOAF_ON_TOP = {"common": Deck(cards={"falkreath-meat-loaf": 1}, top="3:5-2-2")}


def attacked(race: str, *enemy_dice: str, tenacity: int = 0) -> Scene:
    """An adventurer of that race about to be engaged by one enemy."""
    scene = Scene(
        hero(race=race, tenacity=tenacity),
        foe("e1", BANDIT, at=(0, 0), combat=len(enemy_dice), skills=()),
        turn=None,
    )
    scene.rolls(*enemy_dice)
    return scene


@pytest.mark.rule("RAC-1")
def test_an_argonian_prevents_all_of_one_instance_of_damage_a_battle() -> None:
    scene = attacked("argonian", "enemy:2", "enemy:2")
    scene.answer("damage_coming", "argonian_resistance")
    assert scene.hp("a1") == 5
    (damage,) = scene.events(DamageDealt)
    assert (damage.dealt, damage.prevented) == (4, 4)
    assert scene.state.used == {"battle:a1.argonian.argonian_resistance": 1}


def test_argonian_resistance_is_not_offered_twice() -> None:
    scene = Scene(
        hero(race="argonian"),
        foe("e1", BANDIT, at=(0, 0), combat=1, skills=()),
        foe("e2", BANDIT, at=(1, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:2", "enemy:1").answer("enemy.order", "e1")
    scene.answer("damage_coming", "argonian_resistance")
    assert scene.hp("a1") == 4


def test_argonian_resistance_is_no_help_against_true_damage() -> None:
    scene = Scene(
        hero("a1", at=(1, -1), race="nord"),
        hero("a2", at=(3, -1), race="argonian", hp=3, track=["bane"]),
        foe("e1", at=(-3, 0)),
        round=2,
    )
    scene.end_turn()
    assert scene.hp("a2") == 2


def test_an_imperial_turns_up_to_three_damage_into_tenacity() -> None:
    scene = attacked("imperial", "enemy:2", "enemy:1", tenacity=1)
    scene.answer("damage_coming", "imperial_mettle")
    assert (scene.hp("a1"), scene.mat("a1").tenacity) == (5, 4)


def test_an_imperial_cannot_answer_more_than_three_damage() -> None:
    scene = attacked("imperial", "enemy:2", "enemy:2")
    assert scene.hp("a1") == 1


def test_a_breton_keeps_an_overtaxed_weapon_in_the_pack_and_readies_another_item() -> None:
    scene = Scene(
        hero(
            race="breton",
            form="heavy-weapon",
            row=["combat"],
            ready=["steel-maul"],
            pack=["hide-boots"],
        ),
        foe("e1", at=(0, 0)),
    )
    scene.rolls("combat:1", "enemy:0", "enemy:0", "enemy:0")
    scene.engage("a1", "e1", ["combat"], weapon="steel-maul", overtax=True)
    scene.resolve("combat").answer("overtaxed", "opportunist")
    scene.answer("opportunist", "a1-hide-boots")
    assert [card.item for card in scene.mat("a1").ready] == ["hide-boots"]
    assert [card.item for card in scene.mat("a1").pack] == ["steel-maul"]


def test_a_dark_elfs_dice_come_home_and_light_fatigue_lies_in_their_places() -> None:
    scene = Scene(
        hero(race="dark-elf", track=["OF", "combat@tenacity", "bane", "snipe"]),
        foe("e1", at=(-3, 0)),
    )
    scene.answer("turn.act", "dynamic")
    assert scene.track("a1") == ["OF", "LF", "bane", "LF"]
    assert scene.row("a1") == ["combat", "snipe"]
    assert all(scene.state.dice[die].face == -1 for die in scene.mat("a1").row)


def test_a_dark_elf_chooses_four_of_more_dice() -> None:
    scene = Scene(hero(race="dark-elf", track=["combat"] * 5), foe("e1", at=(-3, 0)))
    scene.answer("turn.act", "dynamic")
    question = scene.asked("dynamic")
    scene.answer("dynamic", *scene.mat("a1").track[1:])
    assert question.shape.low == question.shape.high == 4  # type: ignore[union-attr]
    assert scene.track("a1") == ["combat", "LF", "LF", "LF", "LF"]


def test_a_die_that_is_drained_where_it_would_be_recovered_is_so_for_a_dark_elf_too() -> None:
    rebuff = "duelists-rebuff@duelists-rebuff-1"
    scene = Scene(hero(race="dark-elf", track=["LF", rebuff, "OF"]), foe("e1", at=(-3, 0)))
    scene.answer("turn.act", "dynamic")
    assert (scene.track("a1"), scene.row("a1")) == (["LF", "LF", "OF"], [])
    assert scene.drained("a1") == ["duelists-rebuff"]


def test_the_replacement_of_a_dark_elf_counts_as_light_fatigue_gained() -> None:
    parasol = "shoulder-mounted-parasol"
    scene = Scene(
        hero(race="dark-elf", track=["LF", "combat"], ready=[parasol]), foe("e1", at=(-3, 0))
    )
    scene.answer("turn.act", "dynamic").answer("fatigue_coming", "parasol")
    assert scene.track("a1") == []
    assert scene.row("a1") == ["combat"]


TILES = {"clash": ((0, 0), (1, 0), (2, 0)), "entrance": ((3, 0), (4, 0))}


def test_a_high_elf_places_anybody_on_the_entrance_tile_and_heals_three() -> None:
    scene = Scene(
        hero("a1", race="high-elf", at=(3, 0)),
        hero("a2", race="nord", at=(1, 0), hp=1),
        foe("e1", at=(0, 0)),
        tiles=TILES,
    )
    scene.answer("turn.act", "syrabanes-boon").answer("syrabane", "a2")
    assert (scene.unit("a2").at, scene.hp("a2")) == ((4, 0), 4)


def test_a_high_elf_cannot_bring_back_a_defeated_adventurer() -> None:
    scene = Scene(
        hero("a1", race="high-elf", at=(2, 0), hp=4),
        hero("a2", race="nord", fate="defeated"),
        foe("e1", at=(0, 0)),
        tiles=TILES,
    )
    scene.answer("turn.act", "syrabanes-boon").answer("syrabane.hex", "3,0")
    assert scene.unit("a2").fate == "defeated"
    assert scene.hp("a1") == 5


def test_a_khajiit_opens_a_cache_without_a_roll_and_then_moves_up_to_five() -> None:
    scene = Scene(
        hero(race="khajiit", at=(1, -1)), foe("e1", at=(-4, 0)), caches=CACHE, decks=LOAF_ON_TOP
    )
    scene.rolls(0).move((1, 0)).answer("cache.pick", "pick").answer("lockpick", "cutpurse")
    scene.answer("item.gained", "pack").answer("cutpurse", "1,1", "1,2", "0,3")
    assert [card.item for card in scene.mat("a1").pack] == ["falkreath-meat-loaf"]
    assert scene.unit("a1").at == (0, 3)
    assert scene.asked("move.continue").shape.budget == 2  # type: ignore[union-attr]


def test_a_nord_adds_an_enemy_combat_die_and_one_for_each_weapon_carried() -> None:
    scene = Scene(
        hero(race="nord", row=["combat"], ready=["steel-maul"], pack=["oak-lightning-staff"]),
        foe("e1", at=(0, 0), health=8),
    )
    scene.engage("a1", "e1", ["combat"]).rolls("combat:1", "enemy:1", "enemy:1", "enemy:2")
    scene.answer("before_roll", "reveler").resolve("combat", "free")
    assert scene.hp("e1") == 3


@pytest.mark.parametrize("form", ["magic", "defensive"])
def test_a_nord_needs_a_weapon_form(form: str) -> None:
    scene = Scene(hero(race="nord", form=form, row=["combat"]), foe("e1", at=(0, 0)))
    scene.engage("a1", "", [], form=form)
    assert scene.offered("turn.act")


def test_an_orc_takes_another_turn_at_once_for_one_overfatigue() -> None:
    scene = Scene(
        hero("a1", race="orc"), hero("a2", race="nord", at=(3, -1)), foe("e1", at=(-4, 0))
    )
    scene.end_turn().answer("turn_over", "swift_warrior")
    assert scene.track("a1") == ["OF"]
    assert scene.state.turn is not None
    assert scene.state.turn.unit == "a1"
    scene.end_turn()
    assert [event.unit for event in scene.events(TurnBegan)][:2] == ["a1", "a2"]


def test_an_orc_needs_an_overfatigue_die_in_the_supply() -> None:
    scene = Scene(
        hero("a1", race="orc"),
        hero("a2", race="nord", at=(3, -1)),
        foe("e1", at=(-4, 0)),
        supply={"OF": 0},
    )
    scene.end_turn()
    assert scene.state.turn is not None
    assert scene.state.turn.unit == "a2"


def test_a_redguards_fatigue_and_statuses_become_hp_and_then_bonus_hp() -> None:
    scene = Scene(
        hero(race="redguard", hp=4, track=["LF", "combat", "OF", "fear", "LF"]),
        foe("e1", at=(-4, 0)),
    )
    scene.answer("turn.act", "adrenaline-rush").answer("adrenaline-rush", "0", "2", "3")
    assert scene.track("a1") == ["combat", "LF"]
    assert (scene.hp("a1"), scene.unit("a1").bonus) == (5, 2)


def test_a_wood_elf_hides_two_party_members_before_an_enemys_turn() -> None:
    scene = Scene(
        hero("a1", race="wood-elf", at=(2, -1)),
        hero("a2", race="nord", at=(3, -1)),
        foe("e1", "argonian-bandit", at=(0, 0)),
        turn=None,
    )
    scene.answer("before_turn", "hunters_eye").answer("hunters-eye", "a1", "a2")
    assert (scene.track("a1"), scene.track("a2")) == (["stealth"], ["stealth"])
    assert not scene.events(DamageDealt)


def test_a_wood_elf_is_not_asked_before_an_enemys_turn_that_stealth_cannot_change() -> None:
    scene = Scene(
        hero("a1", race="wood-elf", at=(1, -1), hp=5),
        foe("e1", BANDIT, at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:1")
    assert scene.hp("a1") == 4


@pytest.mark.rule("RAC-1")
@pytest.mark.parametrize("elf", ["a1", "a2"])
def test_a_wood_elf_is_asked_before_every_adventurers_turn(elf: str) -> None:
    races = {"a1": "nord", "a2": "nord", elf: "wood-elf"}
    scene = Scene(
        *(hero(name, race=race, at=(2 + at, -1)) for at, (name, race) in enumerate(races.items())),
        foe("e1", at=(-4, 0)),
    )
    scene.end_turn()
    assert scene.offered("before_turn") == [f"{elf}.wood-elf.hunters_eye"]
    assert scene.asked("before_turn").to == (elf,)


@pytest.mark.rule("RAC-1")
def test_a_wood_elf_is_asked_before_a_companions_turn() -> None:
    scene = Scene(
        hero(race="wood-elf"), friend("c1", "clannfear", at=(2, -1)), foe("e1", at=(-4, 0))
    )
    assert scene.end_turn().asked("before_turn").text.startswith("Clannfear")


@pytest.mark.rule("RAC-1")
def test_a_wood_elf_hides_who_can_spend_stealth_in_the_turn_of_an_enemy_next_to_it() -> None:
    scene = Scene(
        hero("a1", race="wood-elf", cls="nightblade", tenacity=1),
        foe("e1", BANDIT, at=(0, 0), combat=1, skills=()),
        turn=None,
    )
    scene.rolls("enemy:1").answer("before_turn", "hunters_eye")
    scene.answer("damage_coming", "summon-shade")
    assert scene.hp("a1") == 5
