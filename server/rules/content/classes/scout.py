"""Scout (Thief): rearranges enemies, sets traps and looks ahead (p25).

Promotion: a delve that is no quest is won. Overland the Scout leads the party farther.
"""

from protocol.battle import NamedReason
from protocol.hexes import key, parse
from protocol.ids import NamedCode
from server.rules.battle.adventurer import statuses
from server.rules.battle.components.active_effects import has_skill
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Elsewhere, Interrupt, ability, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal
from server.rules.battle.delve import deck
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.map import choosing, map_statuses
from server.rules.battle.movement import move
from server.rules.content import asking, lockpicking
from server.rules.content.classes.promotion import promotion
from server.rules.content.units import room_beside

STEPS = 2  # hexes: how far Savage Defense lets its user get away


def _deployed(battle: Battle) -> list[Unit]:
    return [unit for unit in battle.in_play("enemy") if unit.kind != "quest"]


def _set_up(battle: Battle, me: Me, now: Happening) -> bool:
    kind = catalogue_of(battle).encounters[battle.state.settings.encounter].kind
    return battle.state.phase == "setup" and kind != "delve" and len(_deployed(battle)) > 1


def _trade(battle: Battle, me: Me) -> bool:
    """Ask for two enemies and let them change places. Returns False if the player wants none."""
    there = _deployed(battle)
    ways = {unit.id: f"{unit.name} at {key(unit.at)}" for unit in there if unit.at is not None}
    text = "Which enemy changes places with another one?"
    first = asking.one_of(battle, me.unit, {"": "None", **ways}, NamedCode("scout.first"), text)
    if not first:
        return False
    others = {name: label for name, label in ways.items() if name != first}
    text = f"With whom does {battle.unit(first).name} change places?"
    second = asking.one_of(battle, me.unit, others, NamedCode("scout.second"), text)
    here, far = battle.unit(first).at, battle.unit(second).at
    assert here is not None
    assert far is not None
    move.place_all(battle, {first: far, second: here})
    return True


@hook(Moment.ENEMIES_DEPLOYED, "Scout: two enemies change places", when=_set_up, rule="CLS-2")
def misdirection(battle: Battle, me: Me, now: Happening) -> None:
    """Once the enemies of a clash or dungeon are deployed: two of them, quest units aside, may
    change places.
    """
    _trade(battle, me)


@hook(Moment.ENEMIES_DEPLOYED, "Scout: enemies change places", when=_set_up, rule="CLS-2")
def great_misdirection(battle: Battle, me: Me, now: Happening) -> None:
    """Once the enemies of a clash or dungeon are deployed: any number of them, quest units aside,
    may change places, two by two.
    """
    for _ in range(len(_deployed(battle)) - 1):
        if not _trade(battle, me):
            return


@hook(Moment.LOCKPICK, "Treasure Hunter", when=lockpicking.begins)
def treasure_hunter(battle: Battle, me: Me, now: Happening) -> None:
    """When you make a lockpick check: it has 1 more attempt."""
    now.amount += 1


@ability(
    "anglers-instinct",
    "Angler's Instinct",
    "In a delve: see the 2 topmost cards; each goes under the deck or back on top as you like.",
    cost=1,
    can=lambda battle, me: deck.can_peek(battle),
)
def anglers_instinct(battle: Battle, me: Me) -> None:
    """Show the cards, then ask which go under the deck and in which order the rest lies on top.
    Every player has seen them by then.
    """
    seen = deck.peek(battle, 2)
    names = {f"{n}": catalogue_of(battle).delve_cards[card].name for n, card in enumerate(seen)}
    text = "Angler's Instinct: which cards go under the deck?"
    below = asking.some_of(
        battle, me.unit, names, 0, len(seen), NamedCode("anglers-instinct"), text
    )
    left = {at: name for at, name in names.items() if at not in below}
    text = "Angler's Instinct: in which order do they lie on top?"
    above = asking.in_order(battle, me.unit, left, NamedCode("anglers-instinct.order"), text)
    deck.put_back(battle, *(tuple(seen[int(at)] for at in places) for places in (above, below)))


def _defend(battle: Battle, me: Me) -> None:
    """Deal damage and Daze to each adjacent enemy, then give the Scout Daze."""
    for unit in battle.neighbours(me.unit, "enemy"):
        # What answers the damage may fell the bearer: it strikes nobody more, and needs no Daze.
        if battle.unit(me.unit).fate:
            return
        deal(battle, unit.id, me.unit, 2, how=NamedReason("savage-defense"))
        statuses.gain(battle, unit.id, "daze")
    statuses.gain(battle, me.unit, "daze")


def _surrounded(battle: Battle, me: Me) -> bool:
    return bool(battle.neighbours(me.unit, "enemy"))


@ability(
    "savage-defense",
    "Savage Defense",
    "2 damage and Daze to each adjacent enemy; then you gain Daze.",
    cost=2,
    can=_surrounded,
)
def savage_defense(battle: Battle, me: Me) -> None:
    """Deal each adjacent enemy an instance of damage of its own, then gain Daze."""
    _defend(battle, me)


@ability(
    "savage-defense",
    "Savage Defense",
    "2 damage and Daze to each adjacent enemy; then you gain Daze and may be placed up to 2 hexes "
    "away.",
    cost=2,
    can=_surrounded,
)
def savage_retreat(battle: Battle, me: Me) -> None:
    """Do as the novice does, then be placed in a free hex, which is no movement."""
    _defend(battle, me)
    here = battle.unit(me.unit).at
    if here is None:
        return
    steps = battle.ground.distances(here)
    near = battle.free_hexes(tuple(at for at, far in steps.items() if far <= STEPS))
    ways = {"": "Stay", **{key(at): key(at) for at in near}}
    chosen = asking.one_of(
        battle, me.unit, ways, NamedCode("savage-defense"), "Savage Defense: where to?"
    )
    if chosen:
        move.place(battle, me.unit, parse(chosen))


def _can_set(battle: Battle, me: Me) -> bool:
    return bool(room_beside(battle, me.unit)) and battle.state.supply["status"] > 0


def _set_trap(battle: Battle, me: Me) -> None:
    to, text = battle.deciders(me.unit), "Barbed Trap: in which hex?"
    at = choosing.choose_hex(
        battle, to, room_beside(battle, me.unit), NamedCode("barbed-trap"), text
    )
    map_statuses.lay(battle, "maim", at)


@ability(
    "barbed-trap",
    "Barbed Trap",
    "A Maim die in a free adjacent hex; the next unit that enters it gains it.",
    cost=3,
    can=_can_set,
)
def barbed_trap(battle: Battle, me: Me) -> None:
    """Lay Maim into a hex for the next unit that enters it, friend or enemy."""
    _set_trap(battle, me)


@ability(
    "barbed-trap",
    "Barbed Trap",
    "A Maim die in a free adjacent hex; the next unit that enters it gains it.",
    cost=2,
    can=_can_set,
)
def cheap_trap(battle: Battle, me: Me) -> None:
    """Lay the trap as the novice does, for 1 tenacity less."""
    _set_trap(battle, me)


def _seen(battle: Battle, me: Me, now: Happening) -> bool:
    return not battle.has(me.unit, "stealth") and battle.state.supply["status"] > 0


@hook(Moment.ANYTIME, "Fade Away", when=_seen)
def fade_away(battle: Battle, me: Me, now: Happening) -> None:
    """At any time: gain Stealth."""
    statuses.gain(battle, me.unit, "stealth")


def _about_to_be_targeted(battle: Battle, me: Me, now: Happening) -> bool:
    sees = battle.was_adjacent(me.unit, now.by) or has_skill(battle, now.by, "detection")
    return now.unit == me.unit and not sees and _seen(battle, me, now)


@hook(Moment.TARGETING, "Fade Away", when=_about_to_be_targeted)
def fade_in_time(battle: Battle, me: Me, now: Happening) -> None:
    """Also as an enemy is about to target you: gain Stealth, and it looks for targets anew."""
    now.stopped = statuses.gain(battle, me.unit, "stealth")


def _won_a_delve(battle: Battle, me: Me, now: Happening) -> bool:
    encounter = catalogue_of(battle).encounters[battle.state.settings.encounter]
    quest = encounter.final
    return encounter.kind == "delve" and not quest and battle.state.outcome == "victory"


TRACKER = "The party's base overland movement is 2 more."
HUNTER = Interrupt("treasure-hunter", "Treasure Hunter", 1, treasure_hunter)
SHEET = ClassSheet(
    id="scout",
    name="Scout",
    constellation="thief",
    jailbreak="defeat-argonian-bandit",
    novice=Side(
        hooks=(
            misdirection,
            promotion("Scout", _won_a_delve, at=Moment.BATTLE_ENDS, defeated=True),
        ),
        abilities=(anglers_instinct, savage_defense, barbed_trap),
        interrupts=(HUNTER,),
        elsewhere=(Elsewhere("skilled-tracker", "Skilled Tracker", TRACKER, "enduring", 3),),
    ),
    master=Side(
        hooks=(great_misdirection,),
        abilities=(anglers_instinct, savage_retreat, cheap_trap),
        interrupts=(
            HUNTER,
            Interrupt("fade-away", "Fade Away", 4, fade_away),
            Interrupt("fade-away", "Fade Away", 4, fade_in_time),
        ),
        elsewhere=(Elsewhere("skilled-tracker", "Skilled Tracker", TRACKER, "enduring", 2),),
    ),
)
