"""Side quests, as far as a battle has to do with them (p25)."""

from typing import TYPE_CHECKING

from protocol.battle import SideQuestGained
from server.rules.battle.moments import Happening, Moment

if TYPE_CHECKING:
    from server.rules.battle.battle import Battle


def gain_side_quest(battle: "Battle", quest: str) -> None:
    """The party gains a side quest, and what answers that does."""
    battle.emit(SideQuestGained(quest))
    battle.at(Happening(Moment.SIDE_QUEST_GAINED, kind=quest))
