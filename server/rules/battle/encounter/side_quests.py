"""Side quests that are gained in a battle (p25)."""

from protocol.battle import SideQuestGained
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.moments import Happening, Moment


def gain_side_quest(battle: Battle, quest: str) -> None:
    """Give the party a side quest, and let effects answer that."""
    battle.emit(SideQuestGained(quest))
    battle.at(Happening(Moment.SIDE_QUEST_GAINED, kind=quest))
