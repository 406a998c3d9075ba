"""What adventurers can use between battles: any item, ready or in the pack, and class abilities
that work away from battle (p25, p28; INV-4, CLS-17).
"""

from protocol.ids import ItemId, UnitId
from protocol.option_keys import option_key
from protocol.questions import Option
from server.rules.battle.adventurer import abilities, inventory
from server.rules.battle.components import active_effects
from server.rules.battle.components.effects import Ability
from server.rules.battle.components.printed import Item
from server.rules.battle.kernel.me import Me
from server.rules.campaign.adventurers import deciding, promotion
from server.rules.campaign.adventurers.together import Follow
from server.rules.campaign.kernel.session import Session

USE, PROMOTE = "use", "promote"


def usable(session: Session, unit: UnitId) -> list[tuple[Me, Ability]]:
    """Return the items and abilities that an adventurer can use now, each with its bearer. A
    defeated one uses nothing (INV-9).

    Items are usable from the pack as well. Left out is what lasts for a turn, a round or a battle,
    or is limited to one use in it: between battles there is none. An ability has no limit but its
    price.
    """
    battle = session.battle
    mat = battle.mat(unit)
    if battle.unit(unit).fate:
        return []
    found = [
        (Me(unit, card.item, card=card.id), one)
        for card in inventory.carried(battle, unit)
        if not card.expended and (one := _of(session.catalogue.items[card.item])) is not None
    ]
    side = active_effects.side_of(battle, unit)
    found += [(Me(unit, mat.cls), one) for one in side.abilities if one.away]
    return [(me, one) for me, one in found if _possible(session, me, one)]


def _of(item: Item) -> Ability | None:
    one = item.ability
    # Once a turn bars nothing: away from battle nobody takes turns (CLS-17).
    passing = item.lasting is not None or (one is not None and one.once not in ("", "turn"))
    return None if passing else one


def _possible(session: Session, me: Me, one: Ability) -> bool:
    battle, mat = session.battle, session.battle.mat(me.unit)
    if mat.tenacity < abilities.price(battle, me.unit, one.cost):
        return False
    if _fits(session, me, one):
        return one.can(battle, me)
    # Whenever tenacity is paid, 1 light fatigue may change the form first (CLS-9).
    seen = (abilities.seen_in(battle, me.unit, form) for form in one.forms)
    return bool(one.cost) and any(one.can(other, me) for other in seen)


def _fits(session: Session, me: Me, one: Ability) -> bool:
    return not one.forms or session.battle.mat(me.unit).form in one.forms


def options(session: Session, unit: UnitId) -> list[Option]:
    """Return what an adventurer can use now as options of a menu, and the promotion that it has
    earned (CLS-20).
    """
    found = [] if not promotion.is_earned(session, unit) else [_mastery(session, unit)]
    return found + [
        Option(
            option_key(USE, me.card or one.id),
            f"Use {_name(session, me, one)}",
            _note(session, me, one),
        )
        for me, one in usable(session, unit)
    ]


def _mastery(session: Session, unit: UnitId) -> Option:
    sheet = session.catalogue.classes[session.battle.mat(unit).cls]
    return Option(option_key(USE, PROMOTE), f"Become a master {sheet.name}", "for good")


def _name(session: Session, me: Me, one: Ability) -> str:
    return session.catalogue.items[ItemId(me.source)].name if me.card else one.name


def _note(session: Session, me: Me, one: Ability) -> str:
    if not one.cost:
        return one.text
    change = "" if _fits(session, me, one) else ", 1 light fatigue for the form"
    return f"{abilities.price(session.battle, me.unit, one.cost)} tenacity{change}: {one.text}"


def begin(session: Session, unit: UnitId, name: str, beside: list[Follow]) -> None:
    """Use what an option names; what it asks first is laid beside everybody else's questions."""

    def act(now: Session) -> None:
        use(now, unit, name)

    def possible() -> bool:
        return option_key(USE, name) in [one.key for one in options(session, unit)]

    deciding.decide(session, unit, act, possible, beside)


def use(session: Session, unit: UnitId, name: str) -> None:
    """Use what an option of `options` names: an item by its card's id, an ability by its id, or the
    earned promotion (`PROMOTE`). Raises StopIteration for a name that is not offered.
    """
    if name == PROMOTE:
        promotion.promote(session, unit)
        return
    me, one = next(found for found in usable(session, unit) if name in (found[0].card, found[1].id))
    abilities.use(session.battle, me, one)
