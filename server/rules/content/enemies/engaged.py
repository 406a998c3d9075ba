"""Enemy skills that answer damage or an engage."""

from protocol.battle import NamedReason
from protocol.ids import CardId, NamedCode
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import cooldown, inventory, statuses
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import hook
from server.rules.battle.components.printed import EnemySkill
from server.rules.battle.damage import deal
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment


def _hurt_by_neighbour(battle: Battle, me: Me, now: Happening) -> bool:
    instance = now.instance
    return (
        now.unit == me.unit
        and instance is not None
        and instance.adjacent
        and instance.dealt > 0
        and battle.opposing(me.unit, instance.by)
        and not battle.unit(instance.by).fate
    )


@hook(Moment.DAMAGE_DEALT, "Riposte", when=_hurt_by_neighbour, forced=True, once="turn")
def riposte(battle: Battle, me: Me, now: Happening) -> None:
    """The first time each turn that an adjacent opponent deals it damage: deals back as much as its
    number.
    """
    deal(battle, now.by, me.unit, me.value, how=NamedReason("riposte"))


def _by_adventurer(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and now.by in battle.state.adventurers and now.engage is not None


@hook(Moment.TARGET_CHOSEN, "Shatter", when=_by_adventurer, forced=True, once="turn")
def shatter(battle: Battle, me: Me, now: Happening) -> None:
    """The first adventurer to engage it in a turn loses a ready weapon unless one is overtaxed.

    It goes once the engage is over, even if the bearer is defeated by then.
    """
    engage = now.engage
    assert engage is not None
    if not engage.overtaxed:
        engage.after.append(lambda: _break_weapon(battle, me, engage))


def _asleep(battle: Battle, me: Me, engage: Engage) -> bool:
    """Return whether the bearer's skills sleep as the engage ends. Its own defeat in the engage
    does not matter (C-08).
    """
    return battle.has(me.unit, "fear") or me.unit in engage.silenced


def _break_weapon(battle: Battle, me: Me, engage: Engage) -> None:
    unit = engage.by
    items = catalogue_of(battle).items
    cards = [card for card in battle.mat(unit).ready if items[card.item].subtype == "weapon"]
    if not cards or _asleep(battle, me, engage):
        return
    card = battle.pick(
        Question(
            to=battle.deciders(unit),
            why=NamedCode("shatter"),
            text="Shatter: which ready weapon do you discard?",
            shape=One(tuple(Option(card.id, items[card.item].name) for card in cards)),
            default=(cards[0].id,),
            about=unit,
        )
    )
    inventory.discard(battle, unit, CardId(card))


def _bare_handed(battle: Battle, me: Me, now: Happening) -> bool:
    return _by_adventurer(battle, me, now) and now.engage is not None and not now.engage.weapon


@hook(Moment.ENGAGED, "Chilblain", when=_bare_handed, forced=True)
def chilblain(battle: Battle, me: Me, now: Happening) -> None:
    """Who engaged it without a weapon gains as much light fatigue as the party has adventurers."""
    cooldown.gain_fatigue(battle, now.by, light=battle.party_size())


def _by_opponent(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and bool(now.by) and battle.opposing(me.unit, now.by)


@hook(Moment.ENGAGED, "Fumes", when=_by_opponent, forced=True)
def fumes(battle: Battle, me: Me, now: Happening) -> None:
    """The opponent that engaged it gains Blind."""
    statuses.gain(battle, now.by, "blind")


def _by_magic(battle: Battle, me: Me, now: Happening) -> bool:
    return now.unit == me.unit and now.engage is not None and _magical(battle, now.engage)


def _magical(battle: Battle, engage: Engage) -> bool:
    if engage.by in battle.state.adventurers:
        return engage.form == "magic"
    return catalogue_of(battle).chips[battle.unit(engage.by).chip].type == "daedra"


@hook(Moment.TARGET_CHOSEN, "Dispel", when=_by_magic, forced=True)
def dispel(battle: Battle, me: Me, now: Happening) -> None:
    """Who engages it in Magic form, or is a daedra, is dealt true damage once the engage is over.

    As much as the party has adventurers, even if the bearer is defeated by then.
    """
    engage = now.engage
    assert engage is not None

    def strike_back() -> None:
        if not _asleep(battle, me, engage):
            deal(battle, engage.by, me.unit, true=battle.party_size(), how=NamedReason("dispel"))

    engage.after.append(strike_back)


SKILLS = (
    EnemySkill(
        "riposte",
        "Riposte",
        "After being damaged, strikes back at a neighbour, once a turn.",
        (riposte,),
    ),
    EnemySkill(
        "shatter",
        "Shatter",
        "When engaged, breaks a weapon afterwards, unless one was overtaxed.",
        (shatter,),
    ),
    EnemySkill(
        "chilblain", "Chilblain", "After being engaged, fatigues who came unarmed.", (chilblain,)
    ),
    EnemySkill("fumes", "Fumes", "After being engaged, blinds who engaged it.", (fumes,)),
    EnemySkill(
        "dispel", "Dispel", "After being engaged, true damage to who used magic.", (dispel,)
    ),
)
