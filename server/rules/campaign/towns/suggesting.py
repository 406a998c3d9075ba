"""What is suggested to an adventurer in a town: done when its clock runs out, and by bots.

In this order: the inn if the adventurer is in a bad condition; a second and a third skill line;
items that fit; potions; the inn for anything left to heal. Nothing is suggested that costs anything
but the action.
"""

from collections.abc import Sequence

from protocol.ids import ItemId, LineId, UnitId
from protocol.option_keys import read_key
from server.rules.battle.adventurer import inventory
from server.rules.campaign.adventurers import together
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.towns.features import Act

TIRED = 5
"""Dice on a track from which on an adventurer is badly off: more than a Recovery step mends."""
LINES, CARDS = 3, 6
"""Skill lines with Combat, and items, that an adventurer is content with."""


def suggested(session: Session, unit: UnitId, acts: Sequence[Act]) -> str:
    """Return the key of the suggested option, `together.DONE` if there is none."""
    mat, chip = session.battle.mat(unit), session.battle.unit(unit)
    by_feature: dict[str, list[Act]] = {}
    for act in acts:
        by_feature.setdefault(act.feature, []).append(act)
    wishes: list[Act] = []
    if 2 * chip.hp <= chip.health or len(mat.track) >= TIRED:
        wishes += by_feature.get("inn", [])
    if len(mat.lines) < LINES:
        wishes += by_feature.get("trainer", [])
    if len(inventory.carried(session.battle, unit)) < CARDS:
        wishes += _fitting(session, unit, by_feature.get("shop", []))
    wishes += by_feature.get("alchemy-station", [])
    if chip.hp < chip.health or mat.track:
        wishes += by_feature.get("inn", [])
    return wishes[0].option.key if wishes else together.DONE


def _fitting(session: Session, unit: UnitId, acts: Sequence[Act]) -> list[Act]:
    """Return the acts that take cards for the forms of an adventurer's lines, or for any form;
    legendary ones first.
    """
    own = {form for name in session.battle.mat(unit).lines[1:] for form in _forms(session, name)}
    items = session.catalogue.items
    fits = [
        act for act in acts if not own.isdisjoint(items[ItemId(act.about)].forms or own or {""})
    ]
    return sorted(fits, key=lambda act: read_key(read_key(act.option.key).name).kind != "legendary")


def _forms(session: Session, line: LineId) -> tuple[str, ...]:
    return session.catalogue.lines[line].forms
