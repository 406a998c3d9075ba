"""What holds for every effect: prohibitions, conflicts, fractions, D6, discards (p10, p88, p90)."""

import pytest
from msgspec.structs import replace

from protocol.battle import DamageDealt
from protocol.ids import CardId, ItemId, UnitId
from server.rules.battle.adventurer import cooldown, inventory, statuses
from server.rules.battle.engage import engage_action
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.state import Burden, Card, Deck, Turn
from server.rules.battle.kernel.words import is_status
from tests.rules.battle.running import running
from tests.scene import Refused, Scene, foe, hero

rule = pytest.mark.rule
FAR = foe("e1", at=(-4, 0), combat=0, skills=())


@rule("GEN-2")
@pytest.mark.parametrize(("moved", "rolled"), [(0, [1, 2]), (1, [])])
def test_dice_that_a_weapon_grants_are_not_rolled_by_a_dazed_mover(
    moved: int, rolled: list[int]
) -> None:
    """Daze forbids to roll whatever an effect allows; before moving it forbids nothing."""
    scene = Scene(hero(track=["daze"]), foe("e1", at=(0, 0))).rolls("enemy:1", "enemy:2")
    battle = running(scene, replace(scene.play.start, turn=Turn(UnitId("a1"), "act", moved=moved)))
    now = Engage(UnitId("a1"), "heavy-weapon", [UnitId("e1")])
    engage_action.roll_enemy_combat_dice(battle, now, 2)
    assert now.free == rolled


@rule("GEN-2")
def test_to_see_the_hidden_does_not_lift_what_forbids_to_target() -> None:
    """Detection finds whom Stealth hides; a fatigue die laid on the enemy still forbids that."""
    track = ["stealth"]
    sees = foe("e1", at=(0, 0), combat=1, skills=("detection",))
    hunted = Scene(hero(track=track), sees, turn=None).rolls("enemy:1")
    assert [instance.unit for instance in hunted.events(DamageDealt)] == ["a1"]

    scene = _marked(Scene(hero(track=track), sees, turn=None))
    assert scene.state.round == 2
    assert scene.events(DamageDealt) == []


def _marked(scene: Scene) -> Scene:
    state = scene.play.start
    bound = replace(state.units[UnitId("e1")], fatigue=(Burden("LF", UnitId("a1")),))
    units = {**state.units, UnitId("e1"): bound}
    supply = {**state.supply, "LF": state.supply["LF"] - 1}
    return Scene.at(replace(state, units=units, supply=supply), scene.catalogue)


@rule("GEN-3")
@pytest.mark.parametrize(
    ("first", "fallen"), [("instigate", ("e1",)), ("rally", ())], ids=["instigate", "rally"]
)
def test_of_two_effects_that_want_the_same_hex_the_party_chooses_one(
    first: str, fallen: tuple[str, ...]
) -> None:
    """One free hex: Instigate calls an enemy into it, or Rally puts one in the fallen's place."""
    scene = Scene(
        hero("a1", at=(1, 0), row=["combat"]),
        hero("a2", at=(3, 0), fate="defeated"),
        foe("e1", at=(0, 0), level=5, hp=1, skills=("instigate", "rally")),
        foe("e2", at=(-1, 0), skills=()),
        tiles={"clash": ((1, 0), (0, 0), (-1, 0))},
        decks={"bag-1": Deck(cards={"spriggan": 1}), "bag-5": Deck(cards={"skeever-pup-e1": 0})},
    )
    scene.rolls("combat:1", 0).engage("a1", "e1", ["combat"]).resolve("combat")
    assert scene.asked("defeated.order").to == ("a1", "a2")
    scene.answer("defeated.order", first)
    assert [unit.chip for unit in scene.state.units.values() if unit.at == (0, 0)] == ["spriggan"]
    assert scene.state.fallen == fallen
    scene.done()


@rule("GEN-6")
@pytest.mark.parametrize(("rolled", "dealt"), [((2, 1), 1), ((1, 1), 1), ((1, 0), 0)])
def test_half_of_an_odd_sum_is_rounded_down(rolled: tuple[int, int], dealt: int) -> None:
    maimed = foe("e1", at=(0, 0), combat=2, skills=(), statuses=("maim",))
    scene = Scene(hero(hp=5), maimed, turn=None)
    scene.rolls(*(f"enemy:{value}" for value in rolled))
    assert scene.hp("a1") == 5 - dealt


@rule("GEN-7")
def test_what_changes_lockpick_dice_does_not_touch_another_d6() -> None:
    """Two D6 of 7 or more bring Bane: no light fatigue may turn a 6 into a 7, no lockpick helps."""
    scene = Scene(
        hero(form="ranged-weapon", row=["acid-spray"], ready=["bent-lockpicks"]),
        foe("e1", at=(-1, -1), skills=()),
    )
    scene.rolls("acid-spray", "d6:3", "d6:3").engage("a1", "e1", ["acid-spray"])
    scene.resolve("acid-spray")
    asked = [question.why for question in scene.questions]
    assert not any(why.startswith(("lockpick", "acid")) for why in asked)
    assert scene.unit("e1").statuses == ()
    assert [card.item for card in scene.mat("a1").ready] == ["bent-lockpicks"]


@rule("GEN-8")
def test_each_kind_of_card_has_a_discard_stack_of_its_own() -> None:
    ready = [
        Card(CardId("c1"), ItemId("steel-maul")),
        Card(CardId("c2"), ItemId("scampcrusher")),
        Card(CardId("c3"), ItemId("hide-boots")),
    ]
    piece = hero()
    piece.ready = ready
    battle = running(Scene(piece, FAR))
    for card in ("c1", "c2", "c3"):
        inventory.discard(battle, UnitId("a1"), CardId(card))
    assert battle.state.decks["common"].discard == ("steel-maul", "hide-boots")
    assert battle.state.decks["legendary"].discard == ("scampcrusher",)


@rule("GEN-8", "LIM-14")
def test_a_deck_that_has_run_out_is_made_of_its_own_discards() -> None:
    decks = {
        "common": Deck(cards={"steel-maul": 0}, discard=("steel-maul",)),
        "legendary": Deck(cards={"scampcrusher": 0}, discard=("scampcrusher",)),
    }
    battle = running(Scene(hero(), FAR, decks=decks))
    assert inventory.has_cards(battle, "common")
    assert battle.state.decks["common"] == Deck(cards={"steel-maul": 1})
    assert battle.state.decks["legendary"].discard == ("scampcrusher",)


@rule("GEN-8")
def test_a_deck_with_cards_left_leaves_its_discards_alone() -> None:
    deck = Deck(cards={"hide-boots": 1}, discard=("steel-maul",))
    battle = running(Scene(hero(), FAR, decks={"common": deck}))
    assert inventory.has_cards(battle, "common")
    assert battle.state.decks["common"] == deck


@rule("GEN-9")
@pytest.mark.parametrize(
    ("token", "supply"), [("LF", "LF"), ("OF", "OF"), ("bane", "status"), ("stealth", "status")]
)
def test_a_discarded_die_goes_back_to_the_supply_of_its_type(token: str, supply: str) -> None:
    battle = running(Scene(hero(track=["LF", "OF", "bane", "stealth"]), FAR))
    before = dict(battle.state.supply)
    if is_status(token):
        statuses.lose(battle, UnitId("a1"), token)
    else:
        cooldown.remove_token(battle, UnitId("a1"), battle.mat(UnitId("a1")).track.index(token))
    assert battle.state.supply == {**before, supply: before[supply] + 1}


@rule("GEN-9")
def test_a_status_that_leaves_an_enemy_is_in_the_supply_again() -> None:
    battle = running(Scene(hero(), foe("e1", at=(0, 0), statuses=("maim",))))
    statuses.lose(battle, UnitId("e1"), "maim")
    assert battle.state.supply["status"] == 12


@rule("GEN-11")
def test_what_a_class_says_to_you_is_its_adventurers_to_decide() -> None:
    """Nobody else answers for the Sorcerer; what happens to all is for the whole party."""
    scene = Scene(
        hero("a1", cls="sorcerer", form="magic", tenacity=3, track=["bane", "LF"]),
        hero("a2", at=(3, -1), track=["fear"]),
        FAR,
    )
    scene.answer("turn.act", "unholy-knowledge")
    assert scene.asked("unholy-knowledge").to == ("a1",)
    with pytest.raises(Refused):
        scene.answer("unholy-knowledge", "a1:bane", by="a2")
