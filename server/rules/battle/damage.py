"""Damage: dealt, prevented, taken; and healing (p20, p63, p89)."""

from typing import TYPE_CHECKING

from protocol.battle import DamageDealt, HpChanged, StatusLost
from protocol.questions import One, Option, Question
from server.rules.battle import bearers, defeat, priority, statuses
from server.rules.battle.blow import Blow
from server.rules.battle.effects import Stat
from server.rules.battle.moments import Happening, Moment

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle
    from server.rules.battle.roll import Engage
    from server.rules.battle.state import Unit


def deal(
    battle: "Battle",
    unit: str,
    by: str,
    physical: int = 0,
    *,
    true: int = 0,
    how: str = "",
    unseen: bool = False,
    sleeping: tuple[str, ...] = (),
) -> Blow:
    """Deal one instance of damage outside an engage's pool; `by` is "" where nobody deals it.

    `unseen` damage leaves its dealer in Stealth; the enemy skills that are `sleeping` let it pass.
    """
    adjacent = bool(by) and battle.adjacent(unit, by)
    blow = Blow(unit, by, physical, true, adjacent, how, unseen=unseen, sleeping=sleeping)
    return land(battle, blow)


def land(battle: "Battle", blow: Blow, engage: "Engage | None" = None) -> Blow:
    """Let an instance of damage land: defense, prevention, limits, HP, defeat (DMG-1 to DMG-9)."""
    target = battle.unit(blow.unit)
    if target.fate or blow.left <= 0:
        return blow
    if blow.by and bearers.has_skill(battle, blow.by, "arcane"):
        blow.harden()
    blow.blocked = blow.prevent(defense(battle, blow, engage))
    blow.hidden = bool(blow.by) and battle.has(blow.by, "stealth")
    facts = {"unit": blow.unit, "by": blow.by, "blow": blow, "engage": engage}
    battle.at(Happening(Moment.DAMAGE_COMING, **facts))  # type: ignore[arg-type]
    if battle.unit(blow.unit).fate:
        return blow
    battle.at(Happening(Moment.HP_LOSS, **facts))  # type: ignore[arg-type]
    target = battle.unit(blow.unit)
    bonus = min(target.bonus, blow.physical)
    blow.lost = min(target.hp, blow.left - bonus, blow.most)
    blow.taken = bonus + blow.lost
    prevented = blow.dealt - blow.left
    battle.emit(
        DamageDealt(
            blow.unit, blow.by, blow.dealt, prevented, bonus, blow.lost, blow.true, blow.how
        )
    )
    revealed = _source_dealt_damage(battle, blow)
    if blow.lost and not battle.unit(blow.unit).hp:
        defeat.defeat(battle, blow.unit, blow.by)
    if revealed:
        statuses.answer_loss(battle, blow.by, "stealth")
    battle.at(Happening(Moment.DAMAGE_DEALT, **facts))  # type: ignore[arg-type]
    return blow


def defense(battle: "Battle", blow: Blow, engage: "Engage | None") -> int:
    """The defense of a unit against some damage, without what is ignored of it.

    True damage of the same engage uses none of it up (U-05).
    """
    chip = battle.catalogue.chips.get(battle.unit(blow.unit).chip)
    printed = chip.defense if chip else 0
    ignored = engage.ignored.get(blow.unit, 0) if engage else 0
    if blow.by and battle.opposing(blow.by, blow.unit):
        ignored = battle.value(blow.by, Stat.IGNORED, ignored).value
    return max(0, battle.value(blow.unit, Stat.DEFENSE, printed).value - ignored)


def _source_dealt_damage(battle: "Battle", blow: Blow) -> bool:
    """Who deals damage comes out of Stealth; a blind enemy sees again (STS-10, STS-6).

    True if there was Stealth to lose: effects answer that once the defeat is settled.
    """
    by = blow.by
    if not by or battle.unit(by).fate:
        return False
    revealed = blow.hidden and not blow.unseen and battle.has(by, "stealth")
    if revealed:
        battle.emit(StatusLost(by, "stealth"))
    if battle.unit(by).side == "enemy":
        statuses.lose(battle, by, "blind")
    return revealed


def heal(
    battle: "Battle", unit: str, points: int, by: str, *, above: bool = False, exact: bool = False
) -> int:
    """Heal up to `points`, to Health at most unless `above` (TRM-1, STA-2): what was gained.

    Who heals another party member may choose less, unless it was asked already (`exact`).
    """
    target = battle.unit(unit)
    if target.fate:
        return 0
    gained = points if above else max(0, min(points, target.health - target.hp))
    if not exact and gained > 0 and _may_heal_less(battle, unit, by, gained):
        gained = _how_much(battle, target, by, gained)
    if gained <= 0:
        return 0
    battle.emit(HpChanged(unit, target.hp + gained, target.bonus, "heal", by))
    battle.at(Happening(Moment.HEALED, unit=unit, by=by, amount=gained))
    return gained


def _may_heal_less(battle: "Battle", unit: str, by: str, most: int) -> bool:
    """Whether it is for a healer of the party to choose, and makes a difference: it does where it
    changes who is the strongest or the weakest, and an enemy goes by that.
    """
    party = {one.id: one.hp for one in battle.in_play("party", decoys=True)}
    if not by or by == unit or battle.unit(by).side != "party" or unit not in party:
        return False
    ways = [party | {unit: party[unit] + points} for points in range(most + 1)]
    for best in dict.fromkeys(priority.extreme(battle, one.id) for one in battle.in_play("enemy")):
        first = [[one for one, hp in way.items() if hp == best(way.values())] for way in ways]
        if any(one != first[-1] for one in first):
            return True
    return False


def _how_much(battle: "Battle", target: "Unit", by: str, most: int) -> int:
    """All of it, unless the healer says how much less."""
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


def gain_bonus(battle: "Battle", unit: str, points: int, by: str) -> int:
    """Give bonus HP, which only undefeated adventurers can have (STA-10, STA-15)."""
    target = battle.unit(unit)
    if target.fate or target.kind != "adventurer" or points <= 0:
        return 0
    battle.emit(HpChanged(unit, target.hp, target.bonus + points, "bonus", by))
    return points


def lose_hp(battle: "Battle", unit: str, points: int, by: str, why: str) -> int:
    """HP chips go without being damage (Siphon, Dark Exchange). Returns how many went."""
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
