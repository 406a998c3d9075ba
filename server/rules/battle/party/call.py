"""The call for a battle, which a campaign makes: its settings, the party and the supply."""

from msgspec import Struct

from server.rules.battle.kernel.state import BattleState, Settings
from server.rules.battle.party.types import Party, Supply


class Call(Struct, frozen=True, gc=False):
    """A call for a battle: its settings, and the party and supply that it begins with."""

    settings: Settings
    party: Party
    supply: Supply


def called(call: Call) -> BattleState:
    """Return the first state of the battle that is called for, about to be set up: its adventurers
    exist already.

    A defeated adventurer is part of it and stays off the map. Raises ValueError if all are.
    """
    party = call.party
    if not any(party.units[name].hp for name in party.adventurers):
        raise ValueError("A battle needs an adventurer who stands.")
    return BattleState(
        settings=call.settings,
        phase="setup",
        round=1,
        units=dict(party.units),
        adventurers=party.adventurers,
        dice=party.dice,
        side_quests=party.side_quests,
        supply=dict(call.supply.box),
        decks=dict(call.supply.decks),
        enchantments=party.enchantments,
        serial=party.serial,
    )
