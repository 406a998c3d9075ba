"""HP: damage that is dealt, prevented and taken, healing, and bonus HP (p20, p63, p89)."""

from collections.abc import Iterable

from protocol.battle import DamageDealt, HpChanged, Reason, StatusLost
from protocol.ids import UnitId
from protocol.questions import One, Option, Question
from server.rules.battle.adventurer import statuses
from server.rules.battle.components import active_effects
from server.rules.battle.components.catalogue import catalogue_of
from server.rules.battle.damage import defeat
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.damage_instance import DamageInstance
from server.rules.battle.kernel.engagement import Engage
from server.rules.battle.kernel.moments import Happening, Moment
from server.rules.battle.kernel.state import Unit
from server.rules.battle.kernel.values import Stat
from server.rules.battle.kernel.words import Trait
from server.rules.battle.map import priority

ENDS_WITH_1_HP: Trait = "ends-with-1-hp"


def deal(
    battle: Battle,
    unit: UnitId,
    by: UnitId,
    physical: int = 0,
    *,
    true: int = 0,
    how: Reason = "",
    unseen: bool = False,
    sleeping: tuple[str, ...] = (),
) -> DamageInstance:
    """Deal one instance of damage outside an engage's pool. Returns it with what came of it.

    `by` is "" if no unit deals it; `how` is the reason for programs. `unseen` damage leaves its
    dealer in Stealth; the enemy skills named in `sleeping` do not answer it.
    """
    adjacent = bool(by) and battle.adjacent(unit, by)
    instance = DamageInstance(
        unit, by, physical, true, adjacent, how, unseen=unseen, sleeping=sleeping
    )
    return land(battle, instance)


def land(battle: Battle, instance: DamageInstance, engage: Engage | None = None) -> DamageInstance:
    """Apply an instance of damage: defense, prevention, limits, loss of HP, defeat (DMG-1 to
    DMG-9). Returns the same instance, with what came of it.
    """
    target = battle.unit(instance.unit)
    if target.fate or instance.left <= 0:
        return instance
    if instance.by and active_effects.has_skill(battle, instance.by, "arcane"):
        # Before defense, which prevents physical damage alone.
        instance.harden()
    instance.blocked = instance.prevent(defense(battle, instance, engage))
    # Read before anything answers: the damage itself ends Stealth, and some effects depend on
    # whether it came out of Stealth (STS-10).
    instance.hidden = bool(instance.by) and battle.has(instance.by, "stealth")
    battle.at(_about(Moment.DAMAGE_COMING, instance, engage))
    # Effects that answered may have defeated it or taken it off the map.
    if battle.unit(instance.unit).fate:
        return instance
    # A moment of its own: limits on the loss of HP are no prevention, and apply to what nobody has
    # prevented.
    battle.at(_about(Moment.HP_LOSS, instance, engage))
    target = battle.unit(instance.unit)
    # Only physical damage takes bonus HP: true damage skips them (STA-7).
    bonus = min(target.bonus, instance.physical)
    instance.lost = min(target.hp, instance.left - bonus, instance.most)
    instance.taken = bonus + instance.lost
    prevented = instance.dealt - instance.left
    battle.emit(
        DamageDealt(
            instance.unit,
            instance.by,
            instance.dealt,
            prevented,
            bonus,
            instance.lost,
            instance.true,
            instance.how,
        )
    )
    revealed = _source_dealt_damage(battle, instance)
    # Before effects answer that damage was dealt: they depend on who has been defeated.
    # Only the loss of the last HP chip defeats: a unit deployed with none stays in play (C-56;
    # test_a_unit_without_hp_from_the_start_is_not_defeated_by_further_damage).
    if instance.lost and not battle.unit(instance.unit).hp:
        defeat.defeat(battle, instance.unit, instance.by)
    if revealed:
        battle.answer_status_loss(instance.by, "stealth")
    battle.at(_about(Moment.DAMAGE_DEALT, instance, engage))
    return instance


def _about(moment: Moment, instance: DamageInstance, engage: Engage | None) -> Happening:
    return Happening(moment, instance.unit, instance.by, engage, instance)


def defense(
    battle: Battle, instance: DamageInstance, engage: Engage | None, heeded: int = 0
) -> int:
    """Return the points of defense that a unit has against an instance of damage, less those that
    the dealer ignores; `heeded` is how many of the ignored points count after all.

    True damage of the same engage does not reduce it (U-05).
    """
    chip = catalogue_of(battle).chips.get(battle.unit(instance.unit).chip)
    printed = chip.defense if chip else 0
    ignored = engage.ignored.get(instance.unit, 0) if engage else 0
    if instance.by and battle.opposing(instance.by, instance.unit):
        ignored = battle.value(instance.by, Stat.IGNORED, ignored).value
    return max(0, battle.value(instance.unit, Stat.DEFENSE, printed).value - ignored + heeded)


def _source_dealt_damage(battle: Battle, instance: DamageInstance) -> bool:
    """Take Stealth off the unit that dealt damage, and Blind off an enemy (STS-10, STS-6).

    Returns whether it lost Stealth: the caller lets effects answer that after the defeat.
    """
    by = instance.by
    if not by or battle.unit(by).fate:
        return False
    revealed = instance.hidden and not instance.unseen and battle.has(by, "stealth")
    if revealed:
        # Not by `statuses.lose`, which would let effects answer before the defeat is settled.
        battle.emit(StatusLost(by, "stealth"))
    if battle.unit(by).side == "enemy":
        statuses.lose(battle, by, "blind")
    return revealed


def heal(
    battle: Battle,
    unit: UnitId,
    points: int,
    by: UnitId,
    *,
    above: bool = False,
    exact: bool = False,
    may: bool = False,
) -> int:
    """Heal up to `points` HP, to Health at most unless `above` (TRM-1, STA-2). Returns the HP
    gained.

    A unit that heals another party member may choose to heal less, unless the amount was asked
    already (`exact`); one that heals itself may if the text says "may" (`may`, GEN-4).
    """
    target = battle.unit(unit)
    if target.fate:
        return 0
    gained = points if above else max(0, min(points, target.health - target.hp))
    if not exact and gained > 0 and _may_heal_less(battle, unit, by, gained, may):
        gained = _how_much(battle, target, by, gained)
    if gained <= 0:
        return 0
    battle.emit(HpChanged(unit, target.hp + gained, target.bonus, "heal", by))
    battle.at(Happening(Moment.HEALED, unit=unit, by=by, amount=gained))
    return gained


def _may_heal_less(battle: Battle, unit: UnitId, by: UnitId, most: int, may: bool) -> bool:
    """Return whether the healer may choose to heal less, and it makes a difference."""
    if not by or battle.unit(by).side != "party" or (by == unit and not may):
        return False
    hp = battle.unit(unit).hp
    return hp_matters(battle, unit, range(hp, hp + most + 1))


def hp_matters(battle: Battle, unit: UnitId, ways: Iterable[int]) -> bool:
    """Return whether it makes a difference which of these numbers of HP a unit of the party has.

    It does if it changes whom an enemy on the map prefers as the strongest or the weakest, or if
    the unit is promoted by ending a battle with 1 HP.
    """
    party = {one.id: one.hp for one in battle.in_play("party", decoys=True)}
    every = tuple(dict.fromkeys(ways))
    if unit not in party or len(every) < 2:
        return False
    if 1 in every and ENDS_WITH_1_HP in active_effects.traits(battle, unit):
        return True
    return _changes_priorities(battle, [party | {unit: hp} for hp in every])


def _changes_priorities(battle: Battle, ways: list[dict[UnitId, int]]) -> bool:
    # Every enemy prefers either the most HP or the fewest, so at most two comparisons are needed.
    for best in dict.fromkeys(priority.extreme(battle, one.id) for one in battle.in_play("enemy")):
        first = [[one for one, hp in way.items() if hp == best(way.values())] for way in ways]
        if any(one != first[-1] for one in first):
            return True
    return False


def _how_much(battle: Battle, target: Unit, by: UnitId, most: int) -> int:
    """Ask a healer how many HP it heals, `most` by default. Returns the answer."""
    options = tuple(Option(f"{n}", f"Only {n}", f"{target.hp + n} HP then") for n in range(most))
    question = Question(
        to=battle.deciders(by),
        why="heal.less",
        text=f"{target.name} heals {most}, to {target.hp + most} HP. Would you rather heal less?",
        shape=One(options),
        rule="TRM-1",
        may_pass=True,
        about=target.id,
    )
    return int(battle.pick(question) or most)


def gain_bonus(battle: Battle, unit: UnitId, points: int, by: UnitId) -> int:
    """Give bonus HP, which only undefeated adventurers can have (STA-10, STA-15). Returns how many
    were gained.
    """
    target = battle.unit(unit)
    if target.fate or target.kind != "adventurer" or points <= 0:
        return 0
    battle.emit(HpChanged(unit, target.hp, target.bonus + points, "bonus", by))
    return points


def hand_over(battle: Battle, unit: UnitId, chips: int, by: UnitId, why: Reason) -> None:
    """Give a unit HP chips, also above its Health, as this is no healing (STA-2).

    Between battles HP above Health are lost at once, as they are when a battle ends (STA-13).
    """
    chip = battle.unit(unit)
    most = max(chip.hp, chip.health) if battle.between_battles else chip.hp + chips
    hp = min(chip.hp + chips, most)
    if hp != chip.hp and not chip.fate:
        battle.emit(HpChanged(unit, hp, chip.bonus, why, by))


def lose_hp(battle: Battle, unit: UnitId, points: int, by: UnitId, why: Reason) -> int:
    """Take HP from a unit without dealing damage (Siphon, Dark Exchange); losing the last defeats
    it. Returns how many were lost.
    """
    if battle.unit(unit).fate:
        return 0
    now = battle.at(Happening(Moment.HP_LOSS, unit=unit, by=by, amount=points))
    target = battle.unit(unit)
    lost = min(now.amount, target.hp)
    if lost <= 0:
        return 0
    battle.emit(HpChanged(unit, target.hp - lost, target.bonus, why, by))
    if lost == target.hp:
        defeat.defeat(battle, unit, by)
    return lost
