"""One Hand and Shield: strike, keep the shield up, strike back (p62, p63)."""

from msgspec.structs import replace

from server.rules.battle import cooldown, plan, targeting
from server.rules.battle import engage as engaging
from server.rules.battle.battle import Battle
from server.rules.battle.components import SkillDie, SkillLine
from server.rules.battle.effects import Me, face, hook, on_target
from server.rules.battle.moments import Happening, Moment
from server.rules.battle.prevention import hurt_by_enemy, its_value
from server.rules.battle.roll import Engage
from server.rules.content import asking, blows
from server.rules.content.reading import value_of

LINE_ID = "one-hand-and-shield"
SHIELD = "shield-discipline"


@hook(Moment.DAMAGE_COMING, "Shield Discipline", when=hurt_by_enemy, prevents=its_value)
def block(battle: Battle, me: Me, now: Happening) -> None:
    """Exhaust the die to prevent X of an enemy's damage."""
    its_value(battle, me, now)
    cooldown.exhaust(battle, me.die, resolved=True)


@face(SHIELD, "A", "Deals its value to the target, then waits to prevent as much.", hooks=(block,))
def shield_discipline(battle: Battle, engage: Engage, die: str) -> None:
    """As it is placed: X damage to the target, if there is one in reach (C-59)."""
    if engage.reaches(battle, engage.target):
        engage.hit(battle, engage.target, value_of(battle, die), die)


@face("heroic-slash-1", "I", "2 damage for each Shield Discipline in your slots.", can=on_target)
def heroic_slash_1(battle: Battle, engage: Engage, die: str) -> None:
    """n Shield Discipline dice in the slots: 2n damage to the target."""
    count = len(cooldown.dice_in(battle, engage.by, "active", SHIELD))
    engage.hit(battle, engage.target, 2 * count, die)


@face("heroic-slash-2", "I", "Exhaust active Shield Discipline dice: 3 damage each.")
def heroic_slash_2(battle: Battle, engage: Engage, die: str) -> None:
    """Exhaust n of them, n and which by choice: 3n damage to the target."""
    unit = engage.by
    shields = cooldown.dice_in(battle, unit, "active", SHIELD)
    notes, text = _notes(battle, unit), "Heroic Slash: which Shield Discipline dice do you exhaust?"
    chosen = asking.some_dice(battle, unit, shields, 0, len(shields), "heroic-slash", notes, text)
    for shield in chosen:
        cooldown.exhaust(battle, shield, resolved=True)
    if engage.reaches(battle, engage.target):
        engage.hit(battle, engage.target, 3 * len(chosen), die)


def _notes(battle: Battle, unit: str) -> dict[str, str]:
    """Of the dice of a mat: what each would prevent in its slot, or that it lies in the track."""
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
    """As many enemy Combat dice as damage was dealt, prevented points included; then exhaust it."""
    assert now.engage is not None
    values = blows.roll(battle, me.unit, now.engage.dealt[me.unit])
    cooldown.exhaust(battle, me.die, resolved=True)
    blows.apply(battle, me.unit, now.by, values, "defensive-posture")


@face(
    "defensive-posture",
    "A",
    "After an adjacent enemy engaged you: strike back with as many enemy Combat dice as it dealt.",
    hooks=(strike_back,),
)
def defensive_posture(battle: Battle, engage: Engage, die: str) -> None:
    """It waits in its slot."""


@face("shield-charge-1", "I", "Recover Shield Discipline dice; 1 damage to the target for each.")
def shield_charge_1(battle: Battle, engage: Engage, die: str) -> None:
    """Recover n out of slots and track, n by choice: n damage to the target."""
    notes = _notes(battle, engage.by)
    text = "Shield Charge: which Shield Discipline dice do you recover?"
    chosen = asking.some_dice(
        battle, engage.by, list(notes), 0, len(notes), "shield-charge", notes, text
    )
    for shield in chosen:
        cooldown.recover(battle, shield)
    if engage.reaches(battle, engage.target):
        engage.hit(battle, engage.target, len(chosen), die)


@face("shield-charge-2", "I", "1 damage for each die of this line that you own.", can=on_target)
def shield_charge_2(battle: Battle, engage: Engage, die: str) -> None:
    """n trained dice of the line, wherever they lie: n damage to the target."""
    kinds = [one.kind for one in battle.state.dice.values() if one.owner == engage.by]
    count = sum(battle.catalogue.line_of[kind].id == LINE_ID for kind in kinds)
    engage.hit(battle, engage.target, count, die)


@face("power-bash", "I", "After this engage: engage again with all your Shield Discipline dice.")
def power_bash(battle: Battle, engage: Engage, die: str) -> None:
    """Take every Shield Discipline die out of slots and track: engage with exactly those dice.

    A weapon may be used as in every engage (ENG-12, ENG-24).
    """
    unit = engage.by

    def bash() -> None:
        shields = list(_notes(battle, unit))
        if not shields or battle.unit(unit).fate:
            return
        for shield in shields:
            cooldown.recover(battle, shield)
        text = "Power Bash: engage with all your Shield Discipline dice. Choose target and weapon."
        asked = plan.question(
            battle, unit, forms=LINE.forms, dice=0, why="power-bash.engage", text=text
        )
        form, near = LINE.forms[0], targeting.targets(battle, unit, LINE.forms[0])[:1]
        usual = (f"form:{form}", *(f"target:{one.id}" for one in near))
        chosen = plan.read(battle.picks(replace(asked, default=usual)))
        again = Engage(unit, form, [chosen.target] if chosen.target else [], shields)
        again.weapon, again.overtaxed = chosen.weapon, chosen.overtaxed
        engaging.granted(battle, again)

    engage.after.append(bash)


def _die(id: str, name: str, level: int, supply: int, *faces: str) -> SkillDie:
    return SkillDie(id, name, level, supply, faces)


T = "tenacity"
LINE = SkillLine(
    id=LINE_ID,
    name="One Hand and Shield",
    constellation="warrior",
    stat="stamina",
    forms=("light-weapon",),
    dice=(
        _die(SHIELD, "Shield Discipline", 1, 7, T, *(f"{SHIELD}:1",) * 4, f"{SHIELD}:2"),
        _die(
            "heroic-slash",
            "Heroic Slash",
            2,
            2,
            T,
            T,
            *("heroic-slash-1",) * 2,
            *("heroic-slash-2",) * 2,
        ),
        _die("defensive-posture", "Defensive Posture", 3, 1, T, T, *("defensive-posture",) * 4),
        _die(
            "shield-charge",
            "Shield Charge",
            3,
            1,
            *("shield-charge-1",) * 3,
            *("shield-charge-2",) * 3,
        ),
        _die("power-bash", "Power Bash", 4, 1, T, T, *("power-bash",) * 4),
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
