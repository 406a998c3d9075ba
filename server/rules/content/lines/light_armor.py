"""Light Armor, rolled in magic form, of the Valenwood set: dice in active slots whose number is
spent step by step (p24, p60).

A reduction to a number that a die does not print exhausts it. What is spent must be there in full.
When the battle ends the dice may stay in their slots.
"""

from protocol.battle import NamedReason
from protocol.ids import NOBODY, DieId, DieKind, LineId, NamedCode, UnitId
from protocol.questions import One, Question
from server.rules.battle.adventurer import cooldown, statuses
from server.rules.battle.components.active_effects import active_skills
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import Face, face, hook, mine, modifier, my
from server.rules.battle.components.printed import SkillDie, SkillLine, numbered
from server.rules.battle.damage import hurt_by_enemy
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import MAX_ENEMY_COMBAT_DICE
from server.rules.battle.kernel.values import Stat
from server.rules.battle.turn import rounds
from server.rules.content import asking, rerolling
from server.rules.content.reading import lower, turn_to, value_of

LINE_ID = LineId("light-armor")
TRUE, STATUS, SKILLS = 1, 2, 3
"""What Annulment asks for a point of true damage, a status, and all skills of an enemy."""
ADDED = 2  # enemy Combat dice for each step that the die goes down


@modifier(Stat.STRIDE, "Grace")
def glide(battle: Battle, me: Me, value: int) -> int:
    """Your move action reaches farther by your Magicka; using that turns the die down by 1."""
    return value + battle.mat(me.unit).magicka


@hook(Moment.STRIDE, "Grace", when=my, forced=True)
def stride(battle: Battle, me: Me, now: Happening) -> None:
    """Once a move action: turn the die down by 1 for as many hexes as your Magicka."""
    now.amount = battle.mat(me.unit).magicka
    lower(battle, me.die, 1)


@face(
    "grace",
    "A",
    "A move action that goes beyond Stamina, by up to Magicka, costs 1 of it.",
    hooks=(stride,),
    modifiers=(glide,),
    traits=(rounds.STAYS,),
)
def grace(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its slot. Who moves no farther than usual pays nothing."""


def _engaged(battle: Battle, me: Me, now: Happening) -> bool:
    by_its_engage = now.engage is not None and now.engage.by == now.by
    return hurt_by_enemy(battle, me, now) and by_its_engage


@hook(Moment.DAMAGE_COMING, "Spell Warding: prevent 1", when=_engaged, once="turn")
def ward(battle: Battle, me: Me, now: Happening) -> None:
    """Once a turn: turn the die down by N to prevent 1 damage; then you may recover a mage die of
    level N.

    N is any number up to what the die shows. The die itself counts if this has just exhausted it.
    """
    assert now.instance is not None
    text = "Spell Warding: reduce it by how much? 1 damage is prevented whatever you choose."
    steps = asking.how_many(battle, me.unit, me.value, NamedCode("spell-warding"), text, least=1)
    lower(battle, me.die, steps)
    now.instance.prevent(1)
    catalogue, found = catalogue_of(battle), []
    for die in cooldown.dice_in(battle, me.unit, "track"):
        kind = catalogue.dice[battle.state.dice[die].kind]
        if kind.level == steps and catalogue.line_of[kind.id].constellation == "mage":
            found.append(die)
    text = f"Spell Warding: recover a mage die of level {steps}?"
    for die in asking.some_dice(
        battle, me.unit, found, 0, 1, NamedCode("spell-warding.recover"), text=text
    ):
        cooldown.recover(battle, die)


@face(
    "spell-warding",
    "A",
    "Engaged by an enemy: reduce it by N to prevent 1 and recover a mage die of level N.",
    hooks=(ward,),
    traits=(rounds.STAYS,),
)
def spell_warding(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


def _raisable(battle: Battle, but: str) -> dict[DieId, str]:
    """Return the other dice of this line in any adventurer's slots that can be turned up by 1, each
    with the face it would show.
    """
    found = {}
    for unit in battle.adventurers():
        for die in cooldown.dice_in(battle, unit.id, "active", line=LINE_ID):
            shown = battle.state.dice[die]
            kind = catalogue_of(battle).dice[shown.kind]
            higher = numbered(kind.icon(shown.face), value_of(battle, die) + 1)
            if die != but and higher in kind.faces:
                found[die] = higher
    return found


def _something_to_raise(battle: Battle, me: Me, now: Happening) -> bool:
    return bool(_raisable(battle, me.die))


@hook(Moment.ANYTIME, "Evocation: raise another die", when=_something_to_raise, rule="TIM-4")
def evoke(battle: Battle, me: Me, now: Happening) -> None:
    """Turn this die down by 1 and another Light Armor die in any adventurer's slots up by 1."""
    found = _raisable(battle, me.die)
    lower(battle, me.die, 1)
    names = {die: f"{higher}" for die, higher in found.items()}
    text = "Evocation: which die goes up?"
    for die in asking.some_dice(
        battle, me.unit, list(found), 1, 1, NamedCode("evocation"), names, text
    ):
        turn_to(battle, die, found[die], NamedReason("evocation"))


@face(
    "evocation",
    "A",
    "At any time: 1 less on it, 1 more on another Light Armor die in anybody's slots.",
    hooks=(evoke,),
    traits=(rounds.STAYS,),
)
def evocation(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


def _may_enchant(battle: Battle, me: Me, now: Happening) -> bool:
    if now.engage is None or not mine(battle, me, now) or now.engage.form == "magic":
        return False
    return bool(rerolling.rolled(battle, now.engage))


@hook(Moment.AFTER_ROLL, "Enchant Weapon: roll a die again", when=_may_enchant)
def enchant(battle: Battle, me: Me, now: Happening) -> None:
    """Turn the die down by 1 for each die of the roll that you reroll, as often as it allows;
    Ethereal is ignored in this engage.
    """
    engage = now.engage
    assert engage is not None
    engage.sleeping.append("ethereal")
    again = False
    while me.die in battle.mat(me.unit).active:
        options = rerolling.rolled(battle, engage)
        chosen = battle.pick(
            Question(
                to=battle.deciders(me.unit),
                why=NamedCode("enchant-weapon"),
                text=f"Enchant Weapon: roll which die {'too' if again else 'again'}?",
                shape=One(options),
                may_pass=again,
                default=() if again else (options[0].key,),
                about=me.unit,
            )
        )
        if not chosen:
            return
        lower(battle, me.die, 1)
        rerolling.roll_again(battle, engage, DieId(chosen), NamedReason("enchant-weapon"))
        again = True


@face(
    "enchant-weapon",
    "A",
    "In an engage outside magic form: 1 less on it to roll a die again and ignore Ethereal.",
    hooks=(enchant,),
    traits=(rounds.STAYS,),
)
def enchant_weapon(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its slot. Using it has a price, so nobody has to."""


def _truly_hurt(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and now.instance is not None and now.instance.true > 0


@hook(Moment.DAMAGE_COMING, "Annulment: prevent true damage", when=_truly_hurt)
def annul_damage(battle: Battle, me: Me, now: Happening) -> None:
    """Turn the die down by 1 for each point of true damage prevented; each point is a use of its
    own, so the last step may exhaust the die.
    """
    assert now.instance is not None
    kind = catalogue_of(battle).dice[battle.state.dice[me.die].kind]
    lowest = min(kind.value(at) for at in range(6) if kind.value(at))
    most = min(now.instance.true, me.value - lowest + TRUE)
    text = "Annulment: prevent how much true damage?"
    points = asking.how_many(battle, me.unit, most, NamedCode("annulment"), text, least=1)
    lower(battle, me.die, points)
    now.instance.prevent_true(points)


def _status_comes(battle: Battle, me: Me, now: Happening) -> bool:
    return my(battle, me, now) and not now.stopped and me.value >= STATUS


@hook(Moment.STATUS_COMING, "Annulment: do not gain the status", when=_status_comes)
def annul_status(battle: Battle, me: Me, now: Happening) -> None:
    """Turn the die down by 2: the status is not gained."""
    lower(battle, me.die, STATUS)
    now.stopped = True


def _opponent(battle: Battle, me: Me, now: Happening) -> UnitId:
    """Return the enemy in the bearer's engage, or that engages the bearer, whose skills work and
    which is no quest unit; "" if there is none.
    """
    assert now.engage is not None
    name = now.engage.target if now.by == me.unit else now.by
    if not name or (now.by != me.unit and me.unit not in now.engage.targets):
        return NOBODY
    unit = battle.unit(name)
    works = unit.side == "enemy" and unit.kind != "quest" and any(active_skills(battle, unit))
    return name if works else NOBODY


def _skilled(battle: Battle, me: Me, now: Happening) -> bool:
    return me.value >= SKILLS and bool(_opponent(battle, me, now))


@hook(Moment.ENGAGE_BEGINS, "Annulment: ignore the enemy's skills", when=_skilled)
def annul_skills(battle: Battle, me: Me, now: Happening) -> None:
    """Turn the die down by 3: every skill of the enemy sleeps in this engage, before it can do
    anything.
    """
    assert now.engage is not None
    battle.silence(now.engage, _opponent(battle, me, now))
    lower(battle, me.die, SKILLS)


@face(
    "annulment",
    "A",
    "Prevents true damage (1 each), a status (2), or an enemy's skills in an engage (3).",
    hooks=(annul_damage, annul_status, annul_skills),
    traits=(rounds.STAYS,),
)
def annulment(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


@face("prodigy", "A", "Helps to rest between battles.", traits=(rounds.STAYS,))
def prodigy(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing in battles: the die helps only in the rest between two of them."""


def _about_to_roll(battle: Battle, me: Me, now: Happening) -> bool:
    if now.engage is None or not mine(battle, me, now) or not now.engage.target:
        return False
    room = now.engage.extra < MAX_ENEMY_COMBAT_DICE
    return room and statuses.may_roll(battle, me.unit)


@hook(Moment.BEFORE_ROLL, "Concentration: 2 more enemy Combat dice", when=_about_to_roll)
def focus(battle: Battle, me: Me, now: Happening) -> None:
    """Turn the die down for 2 enemy Combat dice a step, in magic form too (C-49), up to the six
    dice of the box.
    """
    engage = now.engage
    assert engage is not None
    room = MAX_ENEMY_COMBAT_DICE - engage.extra
    most = min(me.value, (room + ADDED - 1) // ADDED)
    text = "Concentration: reduce it by how much? Each step adds 2 enemy Combat dice."
    steps = asking.how_many(battle, me.unit, most, NamedCode("concentration"), text, least=1)
    lower(battle, me.die, steps)
    engage.add_combat_dice(ADDED * steps, even_in_magic=True)


@face(
    "concentration",
    "A",
    "Before your engage: 1 less on it for 2 more enemy Combat dice.",
    hooks=(focus,),
    traits=(rounds.STAYS,),
)
def concentration(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


def _die(made: Face, name: str, level: int, supply: int, *numbers: int) -> SkillDie:
    """Return a die with the numbers of its icon; the rest of the six faces shows tenacity."""
    blank = ("tenacity",) * (6 - len(numbers))
    return SkillDie(
        DieKind(made.id), name, level, supply, (*blank, *(numbered(made.id, n) for n in numbers))
    )


LINE = SkillLine(
    id=LINE_ID,
    name="Light Armor",
    constellation="mage",
    stat="magicka",
    forms=("magic",),
    dice=(
        _die(grace, "Grace", 1, 1, 1, 1, 2, 2, 3),
        _die(spell_warding, "Spell Warding", 1, 2, 1, 2, 3, 4),
        _die(evocation, "Evocation", 2, 1, 1, 2, 2, 3),
        _die(enchant_weapon, "Enchant Weapon", 2, 1, 1, 2, 2, 3),
        _die(annulment, "Annulment", 3, 1, 2, 3, 4, 5),
        _die(prodigy, "Prodigy", 3, 1, 1, 2, 3, 4),
        _die(concentration, "Concentration", 4, 1, 1, 2, 3),
    ),
    faces=(grace, spell_warding, evocation, enchant_weapon, annulment, prodigy, concentration),
    set="valenwood",
)
