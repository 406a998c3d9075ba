"""Enemy skills about targets: what each suffers when it is chosen, before dice.

Vision and Detection are read where targets are found (`targeting`).
"""

from protocol.battle import NamedReason
from protocol.ids import DieId, NamedCode, UnitId, Why
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import inventory, statuses, tenacity, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import hook, mine
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.damage import hit_points
from server.rules.battle.encounter import province
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import FATIGUE, TOKEN, Card
from server.rules.content import asking

TENACITY = Option("tenacity", "Lose 1 tenacity")
ITEM = Option("item", "Discard 1 item")
DAMAGE = Option("damage", "Take 1 true damage")


def _on_adventurer(battle: Battle, me: Me, now: Happening) -> bool:
    adventurer = now.unit in battle.state.adventurers and not battle.unit(now.unit).fate
    return now.by == me.unit and adventurer


@hook(Moment.TARGET_CHOSEN, "Burn", when=mine, forced=True)
def burn(battle: Battle, me: Me, now: Happening) -> None:
    """The target loses 1 tenacity, discards 1 item, or deals itself 1 true damage.

    Only what it can pay in full is offered; units without a mat have just the damage.
    """
    unit = now.unit
    if battle.unit(unit).fate:
        return
    ways = _ways(battle, unit)
    # The default of a player who is away: no item as long as something else can be given, and the
    # last HP only where there is nothing else.
    spare = battle.unit(unit).hp > 1
    default = next((way for way in ways if way != ITEM and (way != DAMAGE or spare)), ways[0])
    way = battle.pick(
        Question(
            to=battle.deciders(unit),
            why=NamedCode("burn"),
            text=f"Burn: what does {battle.unit(unit).name} give up?",
            shape=One(ways),
            default=(default.key,),
            about=unit,
        )
    )
    if way == TENACITY.key:
        tenacity.lose(battle, unit, 1, NamedReason("burn"))
    elif way == ITEM.key:
        inventory.discard_one(battle, unit, "Burn: which item do you discard?")
    else:
        hit_points.deal(battle, unit, unit, true=1, how=NamedReason("burn"))


def _ways(battle: Battle, unit: UnitId) -> tuple[Option, ...]:
    ways = [DAMAGE]
    if unit in battle.state.adventurers:
        if inventory.carried(battle, unit):
            ways.insert(0, ITEM)
        if battle.mat(unit).tenacity:
            ways.insert(0, TENACITY)
    return tuple(ways)


@hook(Moment.TARGET_CHOSEN, "Detain", when=_on_adventurer, forced=True)
def detain(battle: Battle, me: Me, now: Happening) -> None:
    """The target exhausts one of its available skill dice, if it has any; where the Empire Remnant
    rules, it drains it instead.
    """
    row = battle.mat(now.unit).row
    text = "Detain: which die do you exhaust?"
    for die in asking.some_dice(battle, now.unit, row, 1, 1, NamedCode("detain"), text=text):
        if province.rules(battle, "empire-remnant"):
            track.drain(battle, die)
        else:
            track.exhaust(battle, die)


@hook(Moment.TARGET_CHOSEN, "Disrupt", when=_on_adventurer, forced=True)
def disrupt(battle: Battle, me: Me, now: Happening) -> None:
    """The target exhausts one die of its active slots, if it has any."""
    _exhaust_active(battle, now.unit, NamedCode("disrupt"), "Disrupt")


def _exhaust_active(battle: Battle, unit: UnitId, why: Why, skill: str) -> None:
    slots = [token for token in battle.mat(unit).active if token != TOKEN]
    if not slots:
        return
    names = {token: _name(battle, token) for token in slots}
    token = battle.pick(
        Question(
            to=battle.deciders(unit),
            why=why,
            text=f"{skill}: which active die do you exhaust?",
            shape=One(tuple(Option(token, name) for token, name in names.items())),
            default=(slots[0],),
            about=unit,
        )
    )
    track.exhaust_slot(battle, unit, token)


@hook(Moment.TARGET_CHOSEN, "Storm Seer", when=_on_adventurer, forced=True)
def storm_seer(battle: Battle, me: Me, now: Happening) -> None:
    """The target exhausts active dice by the weather: 1 when sunny, 2 when rainy, 3 in floods."""
    for _ in range(province.weather(battle)):
        _exhaust_active(battle, now.unit, NamedCode("storm-seer"), "Storm Seer")


def _name(battle: Battle, token: str) -> str:
    if token in FATIGUE:
        return "light fatigue" if token == FATIGUE[0] else "overfatigue"
    return catalogue_of(battle).dice[battle.state.dice[DieId(token)].kind].name


@hook(Moment.TARGET_CHOSEN, "Freeze", when=_on_adventurer, forced=True)
def freeze(battle: Battle, me: Me, now: Happening) -> None:
    """The target puts one ready item into its pack; a pet cannot go back there and is discarded.

    In a town under siege all its ready items go.
    """
    if province.besieged(battle):
        for card in battle.mat(now.unit).ready:
            inventory.stow(battle, now.unit, card.id)
        return
    one = _one_ready(battle, now.unit, list(battle.mat(now.unit).ready), NamedCode("freeze"))
    if one is not None:
        inventory.stow(battle, now.unit, one.id)


def _lasting(battle: Battle, unit: UnitId) -> list[Card]:
    items = catalogue_of(battle).items
    return [card for card in battle.mat(unit).ready if items[card.item].subtype != "consumable"]


def _can_steal(battle: Battle, me: Me, now: Happening) -> bool:
    rolls = statuses.may_roll(battle, me.unit)
    return _on_adventurer(battle, me, now) and rolls and bool(_lasting(battle, now.unit))


@hook(Moment.TARGET_CHOSEN, "Steal", when=_can_steal, forced=True)
def steal(battle: Battle, me: Me, now: Happening) -> None:
    """A D6 of at least the target's HP costs it a ready item that is no consumable."""
    (face,) = battle.throw(1, "steal", me.unit)
    if face + 1 < battle.unit(now.unit).hp:
        return
    card = _one_ready(battle, now.unit, _lasting(battle, now.unit), NamedCode("steal"))
    if card is not None:
        inventory.discard(battle, now.unit, card.id)


def _one_ready(battle: Battle, unit: UnitId, cards: list[Card], why: Why) -> Card | None:
    if not cards:
        return None
    names = catalogue_of(battle).items
    chosen = battle.pick(
        Question(
            to=battle.deciders(unit),
            why=why,
            text=f"{why.capitalize()}: which ready item goes?",
            shape=One(tuple(Option(card.id, names[card.item].name) for card in cards)),
            default=(cards[0].id,),
            about=unit,
        )
    )
    return next(card for card in cards if card.id == chosen)


SKILLS = (
    EnemySkill("burn", "Burn", "On choosing targets, costs each tenacity, an item or HP.", (burn,)),
    EnemySkill(
        "detain",
        "Detain",
        "On choosing targets, each exhausts an available die, or drains it under the Remnant.",
        (detain,),
    ),
    EnemySkill(
        "disrupt", "Disrupt", "On choosing targets, each exhausts an active die.", (disrupt,)
    ),
    EnemySkill(
        "freeze",
        "Freeze",
        "On choosing targets, each packs a ready item away; all of them in a besieged town.",
        (freeze,),
    ),
    EnemySkill("steal", "Steal", "On choosing targets, may cost each a ready item.", (steal,)),
    EnemySkill(
        "storm-seer",
        "Storm Seer",
        "On choosing targets, each exhausts 1 active die; 2 in rain, 3 in floods.",
        (storm_seer,),
    ),
    EnemySkill("vision", "Vision", "Always sees every tile."),
    EnemySkill("detection", "Detection", "Always able to target units in Stealth."),
)
