"""One Hand and Shield, in light-weapon form: damage, prevention, and damage in return (p62,
p63).
"""

from msgspec.structs import replace

from protocol.battle import NamedReason
from protocol.ids import DieId, LineId, NamedCode, UnitId
from protocol.option_keys import option_key
from server.rules.battle.adventurer import cooldown, track
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.components.effects import face, hook
from server.rules.battle.components.printed import SkillLine, numbered, skill_die
from server.rules.battle.damage import hurt_by_enemy, prevention
from server.rules.battle.engage import dealing, on_target, plan
from server.rules.battle.engage import engage_action as engaging
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.me import Me
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.words import Trait
from server.rules.battle.map import targeting
from server.rules.content import asking, enemy_combat_dice
from server.rules.content.reading import value_of

LINE_ID = LineId("one-hand-and-shield")
SHIELD = "shield-discipline"
PLAIN: tuple[Trait, ...] = ("plain",)


@hook(Moment.DAMAGE_COMING, "Shield Discipline", when=hurt_by_enemy, prevents=prevention.its_value)
def block(battle: Battle, me: Me, now: Happening) -> None:
    """Exhaust the die to prevent damage of an enemy."""
    prevention.its_value(battle, me, now)
    track.exhaust(battle, me.die, resolved=True)


@face(SHIELD, "A", "Deals its value to the target, then waits to prevent as much.", hooks=(block,))
def shield_discipline(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal X damage to the target as the die is placed in a slot, if there is a target in reach
    (C-59).
    """
    if dealing.reaches(battle, engage, engage.target):
        dealing.hit(battle, engage, engage.target, value_of(battle, die), die)


@face("heroic-slash-1", "I", "2 damage per active Shield Discipline.", can=on_target, traits=PLAIN)
def heroic_slash_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 2 damage to the target for each Shield Discipline die in the slots."""
    count = len(cooldown.dice_in(battle, engage.by, "active", SHIELD))
    dealing.hit(battle, engage, engage.target, 2 * count, die)


@face("heroic-slash-2", "I", "Exhaust active Shield Discipline dice: 3 damage each.")
def heroic_slash_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Exhaust Shield Discipline dice of the slots, any number that the player chooses, and deal 3
    damage to the target for each.
    """
    unit = engage.by
    shields = cooldown.dice_in(battle, unit, "active", SHIELD)
    notes, text = _notes(battle, unit), "Heroic Slash: which Shield Discipline dice do you exhaust?"
    chosen = asking.some_dice(
        battle, unit, shields, 0, len(shields), NamedCode("heroic-slash"), notes, text
    )
    for shield in chosen:
        track.exhaust(battle, shield, resolved=True)
    if dealing.reaches(battle, engage, engage.target):
        dealing.hit(battle, engage, engage.target, 3 * len(chosen), die)


def _notes(battle: Battle, unit: UnitId) -> dict[DieId, str]:
    """Return what to tell of each Shield Discipline die of a mat: what it would prevent in its
    slot, or that it lies in the track.
    """
    shields = cooldown.dice_in(battle, unit, "active", SHIELD)
    active = {die: f"prevents {value_of(battle, die)} in its slot" for die in shields}
    return active | dict.fromkeys(cooldown.dice_in(battle, unit, "track", SHIELD), "in the track")


def _adjacent_engage_over(battle: Battle, me: Me, now: Happening) -> bool:
    return (
        now.unit == me.unit
        and now.engage is not None
        and now.engage.dealt.get(me.unit, 0) > 0
        and not battle.unit(now.by).fate
        and battle.unit(now.by).side == "enemy"
        and battle.adjacent(me.unit, now.by)
    )


@hook(Moment.ENGAGED, "Defensive Posture: strike back", when=_adjacent_engage_over)
def strike_back(battle: Battle, me: Me, now: Happening) -> None:
    """Roll as many enemy Combat dice as damage was dealt, prevented points included, against that
    enemy; exhaust this die.
    """
    assert now.engage is not None
    values = enemy_combat_dice.roll(battle, me.unit, now.engage.dealt[me.unit])
    track.exhaust(battle, me.die, resolved=True)
    enemy_combat_dice.apply(battle, me.unit, now.by, values, NamedReason("defensive-posture"))


@face(
    "defensive-posture",
    "A",
    "After an adjacent enemy engaged you: strike back with as many enemy Combat dice as it dealt.",
    hooks=(strike_back,),
)
def defensive_posture(battle: Battle, engage: Engage, die: DieId) -> None:
    """Do nothing now: the die waits in its active slot for its hooks."""


@face("shield-charge-1", "I", "Recover Shield Discipline dice; 1 damage to the target for each.")
def shield_charge_1(battle: Battle, engage: Engage, die: DieId) -> None:
    """Recover Shield Discipline dice out of slots and track, any number that the player chooses,
    and deal 1 damage to the target for each.
    """
    notes = _notes(battle, engage.by)
    text = "Shield Charge: which Shield Discipline dice do you recover?"
    chosen = asking.some_dice(
        battle, engage.by, list(notes), 0, len(notes), NamedCode("shield-charge"), notes, text
    )
    # Recovered with or without a target in reach: only the damage needs one.
    for shield in chosen:
        cooldown.recover(battle, shield)
    if dealing.reaches(battle, engage, engage.target):
        dealing.hit(battle, engage, engage.target, len(chosen), die)


@face(
    "shield-charge-2",
    "I",
    "1 damage for each die of this line that you own.",
    can=on_target,
    traits=PLAIN,
)
def shield_charge_2(battle: Battle, engage: Engage, die: DieId) -> None:
    """Deal 1 damage to the target for each trained die of the line, wherever it lies."""
    kinds = [one.kind for one in battle.state.dice.values() if one.owner == engage.by]
    count = sum(catalogue_of(battle).line_of[kind].id == LINE_ID for kind in kinds)
    dealing.hit(battle, engage, engage.target, count, die)


@face("power-bash", "I", "After this engage: engage again with all your Shield Discipline dice.")
def power_bash(battle: Battle, engage: Engage, die: DieId) -> None:
    """After this engage: take every Shield Discipline die out of slots and track, and engage with
    exactly those dice.

    A weapon may be used as in every engage (ENG-12, ENG-24).
    """
    unit = engage.by

    def bash() -> None:
        # Looked up once the engage is over: its own dice have gone to slots and track by then
        # (test_power_bash_engages_once_more_with_exactly_the_dice_of_slots_and_track).
        shields = list(_notes(battle, unit))
        if not shields or battle.unit(unit).fate:
            return
        for shield in shields:
            cooldown.recover(battle, shield)
        text = "Power Bash: engage with all your Shield Discipline dice. Choose target and weapon."
        asked = plan.question(
            battle, unit, forms=LINE.forms, dice=0, why=NamedCode("power-bash.engage"), text=text
        )
        form, near = LINE.forms[0], targeting.targets(battle, unit, LINE.forms[0])[:1]
        usual = (option_key("form", form), *(option_key("target", one.id) for one in near))
        chosen = plan.read(battle.picks(replace(asked, default=usual)))
        again = Engage(unit, form, [chosen.target] if chosen.target else [], shields)
        again.weapon, again.overtaxed = chosen.weapon, chosen.overtaxed
        engaging.granted(battle, again)

    engage.after.append(bash)


T = "tenacity"
LINE = SkillLine(
    id=LINE_ID,
    name="One Hand and Shield",
    constellation="warrior",
    stat="stamina",
    forms=("light-weapon",),
    dice=(
        skill_die(
            SHIELD, "Shield Discipline", 1, 7, T, *(numbered(SHIELD, 1),) * 4, numbered(SHIELD, 2)
        ),
        skill_die(
            "heroic-slash",
            "Heroic Slash",
            2,
            2,
            T,
            T,
            *("heroic-slash-1",) * 2,
            *("heroic-slash-2",) * 2,
        ),
        skill_die(
            "defensive-posture", "Defensive Posture", 3, 1, T, T, *("defensive-posture",) * 4
        ),
        skill_die(
            "shield-charge",
            "Shield Charge",
            3,
            1,
            *("shield-charge-1",) * 3,
            *("shield-charge-2",) * 3,
        ),
        skill_die("power-bash", "Power Bash", 4, 1, T, T, *("power-bash",) * 4),
    ),
    faces=(
        shield_discipline,
        heroic_slash_1,
        heroic_slash_2,
        defensive_posture,
        shield_charge_1,
        shield_charge_2,
        power_bash,
    ),
)
