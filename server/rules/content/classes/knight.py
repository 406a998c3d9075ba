"""Knight (Warrior): gains from side quests, and from keeping vows (p25).

Its promotion, two side quests completed in one session, and what completing one gives happen
between battles; a side quest may be gained in one.
"""

from protocol.battle import NamedReason, Noted, SideQuestDiscarded
from protocol.ids import NamedCode, NoteName, UnitId
from server.rules.battle.adventurer import inventory, statuses, tenacity
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Elsewhere, Enduring, Interrupt, ability, hook
from server.rules.battle.components.printed import ClassSheet, Side
from server.rules.battle.damage import deal, heal, own_kill
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import MAX_TENACITY, Card, Unit
from server.rules.battle.kernel.words import Trait, is_status
from server.rules.content import asking
from server.rules.content.classes.promotion import earned, promotion
from server.rules.content.units import adjacent_foes, is_hurt, within

ANY_RACE: Trait = "any-race"
"""The trait of who may count as any one race."""
DUEL, VOW = 3, 2  # hexes: how far enemies are looked for
OATH = 4  # HP healed
CHARGE = 10  # damage of Oathbearer's Charge
PRICE = 2  # legendary items given up in place of a side quest
RESOLVE = 3  # tenacity gained


def _alone(battle: Battle, me: Me) -> bool:
    return len(within(battle, me.unit, DUEL)) == 1


@ability(
    "honor-duel",
    "Honor Duel",
    "3 damage to an enemy up to 3 hexes away that is alone there.",
    cost=1,
    can=_alone,
)
def honor_duel(battle: Battle, me: Me) -> None:
    """Deal the damage to the only enemy that near; sight does not matter."""
    (enemy,) = within(battle, me.unit, DUEL)
    deal(battle, enemy.id, me.unit, 3, how=NamedReason("honor-duel"))


def _vows(battle: Battle, me: Me) -> dict[str, list[Unit]]:
    """Return the status dice of the Knight's own track, each with the enemies near that can take
    it.
    """
    foes = [unit for unit in within(battle, me.unit, VOW) if unit.kind != "quest"]
    found: dict[str, list[Unit]] = {}
    for token in statuses.dice_on(battle, me.unit):
        takers = [u for u in foes if not is_status(token) or not battle.has(u.id, token)]
        if takers:
            found[token] = takers
    return found


def _can_vow(battle: Battle, me: Me) -> bool:
    return bool(_vows(battle, me))


@ability(
    "solemn-vow",
    "Solemn Vow",
    "A status of your track goes onto an enemy up to 2 hexes away.",
    cost=1,
    can=_can_vow,
)
def solemn_vow(battle: Battle, me: Me) -> None:
    """Move a status die onto an enemy that is no quest unit and does not have that status.

    A skill die that serves as a status die is exhausted when it is moved.
    """
    vows = _vows(battle, me)
    names = {token: statuses.die_name(battle, token) for token in vows}
    token = asking.one_of(battle, me.unit, names, NamedCode("solemn-vow"), "Which status?")
    if not is_status(token):
        statuses.remove_die(battle, me.unit, token)
        return
    foe = asking.one_unit(
        battle, me.unit, vows[token], NamedCode("solemn-vow.foe"), "Who gains it?"
    )
    statuses.lose(battle, me.unit, token)
    statuses.gain(battle, foe, token)


def _edict(me: Me, unit: UnitId) -> NoteName:
    return notes.named(me.unit, "edict", unit)


def _edicts(battle: Battle, me: Me, unit: UnitId) -> int:
    """Return how often an enemy is named in the turn under way, and in those that wait for its
    end.
    """
    count, turn = 0, battle.state.turn
    while turn is not None:
        count += turn.used.get(_edict(me, unit), 0)
        turn = turn.outer
    return count


def _somebody_to_name(battle: Battle, me: Me, now: Happening) -> bool:
    return battle.state.turn is not None and any(battle.in_play("enemy"))


@hook(Moment.TURN_STARTS, "Order's Edict", when=_somebody_to_name)
def orders_edict(battle: Battle, me: Me, now: Happening) -> None:
    """As any turn starts: until it ends, engages against a named enemy deal 1 damage more."""
    enemies = list(battle.in_play("enemy"))
    text = "Against whom do engages deal 1 damage more this turn?"
    unit = asking.one_unit(battle, me.unit, enemies, NamedCode("orders-edict"), text)
    battle.emit(Noted(_edict(me, unit), "turn"))


def _engaged_by_dice(battle: Battle, me: Me, now: Happening) -> bool:
    engage = now.engage
    if engage is None or now.unit not in engage.targets or now.unit not in engage.pools:
        return False
    return engage.pools[now.unit].points > 0 and _edicts(battle, me, now.unit) > 0


@hook(Moment.POOL_LANDS, "", when=_engaged_by_dice, forced=True, defeated=True)
def press(battle: Battle, me: Me, now: Happening) -> None:
    """An adventurer's engage that deals damage deals 1 more to the named enemy."""
    assert now.engage is not None
    now.engage.pools[now.unit].other += _edicts(battle, me, now.unit)


def _struck_by_a_chip(battle: Battle, me: Me, now: Happening) -> bool:
    hit = now.instance is not None and now.instance.left > 0
    return hit and _edicts(battle, me, now.unit) > 0


@hook(Moment.BEFORE_DAMAGE, "", when=_struck_by_a_chip, forced=True, defeated=True)
def press_on(battle: Battle, me: Me, now: Happening) -> None:
    """A companion's or an enemy's engage that deals damage deals 1 more to the named enemy."""
    assert now.instance is not None
    now.instance.add(_edicts(battle, me, now.unit))


def _needs_relief(battle: Battle, me: Me, now: Happening) -> bool:
    return own_kill(battle, me, now) and is_hurt(battle.unit(me.unit))


@hook(Moment.DEFEATED, "Sworn Oath: heal 4", when=_needs_relief)
def sworn_oath(battle: Battle, me: Me, now: Happening) -> None:
    """After an own kill you heal 4."""
    heal(battle, me.unit, OATH, me.unit)


def _can_charge(battle: Battle, me: Me) -> bool:
    return bool(battle.state.side_quests) and bool(adjacent_foes(battle, me.unit))


def _give_up_quest(battle: Battle, me: Me) -> None:
    ways = {quest: quest for quest in battle.state.side_quests}
    text = "Which side quest is given up?"
    quest = asking.one_of(battle, me.unit, ways, NamedCode("oathbearers-charge.quest"), text)
    battle.emit(SideQuestDiscarded(quest))


def _charge(battle: Battle, me: Me) -> None:
    foes = adjacent_foes(battle, me.unit)
    foe = asking.one_unit(
        battle, me.unit, foes, NamedCode("oathbearers-charge"), "Who is dealt 10 damage?"
    )
    deal(battle, foe, me.unit, CHARGE, how=NamedReason("oathbearers-charge"))


@ability(
    "oathbearers-charge",
    "Oathbearer's Charge",
    "Give up an active side quest: 10 damage to an adjacent enemy.",
    cost=5,
    can=_can_charge,
)
def oathbearers_charge(battle: Battle, me: Me) -> None:
    """Give up the side quest as the price, then deal the damage."""
    _give_up_quest(battle, me)
    _charge(battle, me)


def _legends(battle: Battle, me: Me) -> list[Card]:
    items = catalogue_of(battle).items
    carried = inventory.carried(battle, me.unit)
    return [card for card in carried if items[card.item].deck == "legendary"]


def _can_pay_somehow(battle: Battle, me: Me) -> bool:
    payable = bool(battle.state.side_quests) or len(_legends(battle, me)) >= PRICE
    return payable and bool(adjacent_foes(battle, me.unit))


@ability(
    "oathbearers-charge",
    "Oathbearer's Charge",
    "Give up an active side quest or 2 legendary items: 10 damage to an adjacent enemy.",
    cost=5,
    can=_can_pay_somehow,
)
def oathbearers_mastery(battle: Battle, me: Me) -> None:
    """Ask which price is paid, a side quest or 2 legendary items, then deal the damage."""
    ways = {}
    if len(_legends(battle, me)) >= PRICE:
        ways["items"] = "2 legendary items"
    if battle.state.side_quests:
        ways["quest"] = "A side quest"
    text = "What do you give up?"
    if asking.one_of(battle, me.unit, ways, NamedCode("oathbearers-charge.price"), text) == "quest":
        _give_up_quest(battle, me)
    else:
        for _ in range(PRICE):
            _give_up_legend(battle, me)
    _charge(battle, me)


def _give_up_legend(battle: Battle, me: Me) -> None:
    names = {card.id: catalogue_of(battle).items[card.item].name for card in _legends(battle, me)}
    text = "Which legendary item goes?"
    card = asking.one_of(battle, me.unit, names, NamedCode("oathbearers-charge.item"), text)
    inventory.discard(battle, me.unit, card)


def _rewards(battle: Battle, me: Me) -> dict[str, str]:
    hurt, mat = is_hurt(battle.unit(me.unit)), battle.mat(me.unit)
    ways = {"heal": "Heal completely"} if hurt else {}
    return ways | ({"tenacity": "Gain 3 tenacity"} if mat.tenacity < MAX_TENACITY else {})


def _can_be_rewarded(battle: Battle, me: Me, now: Happening) -> bool:
    return bool(_rewards(battle, me))


@hook(Moment.SIDE_QUEST_GAINED, "Side Quest Gained", when=_can_be_rewarded, forced=True)
def quest_gained(battle: Battle, me: Me, now: Happening) -> None:
    """The party gains a side quest: heal completely, or gain 3 tenacity."""
    text = "A quest is sworn. What does it give you?"
    ways = _rewards(battle, me)
    if asking.one_of(battle, me.unit, ways, NamedCode("side-quest-gained"), text) == "heal":
        heal(battle, me.unit, battle.unit(me.unit).health, me.unit)
    else:
        tenacity.gain(battle, me.unit, RESOLVE, NamedReason(me.source))


COMPLETED = Elsewhere(
    "side-quest-completed",
    "Side Quest Completed",
    "The party completes one: heal completely, your track is emptied.",
    "innate",
)
ERRANT = Enduring(
    "knight-errant",
    "Knight Errant",
    2,
    traits=(ANY_RACE,),
    text="For effects that ask for an adventurer's race you may count as any one.",
)
EDICT = Interrupt("orders-edict", "Order's Edict", 2, orders_edict)
SWORN = Interrupt("sworn-oath", "Sworn Oath", 3, sworn_oath)
SHEET = ClassSheet(
    id="knight",
    name="Knight",
    constellation="warrior",
    jailbreak="first-damage-range-1",
    novice=Side(
        hooks=(press, press_on, quest_gained, promotion("Knight", earned)),
        abilities=(honor_duel, solemn_vow, oathbearers_charge),
        interrupts=(EDICT, SWORN),
    ),
    master=Side(
        hooks=(press, press_on, quest_gained),
        abilities=(honor_duel, solemn_vow, oathbearers_mastery),
        interrupts=(EDICT, SWORN),
        enduring=(ERRANT,),
        elsewhere=(COMPLETED,),
    ),
)
