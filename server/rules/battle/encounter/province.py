"""Facts of the province that a campaign passes to a battle (`Settings.world`), and those that it
reads back.

Without a campaign the weather is sunny, there is no siege, no dominant faction and no unrest.
"""

from protocol.battle import Noted
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.battle import Battle
from server.rules.battle.kernel.state import UNREST

WEATHER = {"sunny": 1, "rainy": 2, "flooding": 3}
"""The steps of Black Marsh's weather, as effects count them."""


def weather(battle: Battle) -> int:
    """Return how bad the weather is: 1 sunny, 2 rainy, 3 flooding."""
    return WEATHER[battle.state.settings.world.get("weather", "sunny")]


def rules(battle: Battle, faction: str) -> bool:
    """Return whether a faction is the dominant one."""
    return battle.state.settings.world.get("dominant", "") == faction


def besieged(battle: Battle) -> bool:
    """Return whether the battle is fought in a town under siege."""
    return battle.state.settings.world.get("siege", "") == "yes"


def unrest(battle: Battle) -> int:
    """Return the unrest of High Rock: what the campaign says and what this battle has added."""
    return int(battle.state.settings.world.get(UNREST, "0")) + unrest_gained(battle)


def unrest_gained(battle: Battle) -> int:
    """Return how many points of unrest this battle has added, which the campaign reads."""
    return notes.count(battle.state, UNREST, "battle")


def raise_unrest(battle: Battle) -> None:
    """Raise unrest by 1, if the battle is fought in High Rock."""
    if battle.state.settings.world.get("province", "") == "HR":
        battle.emit(Noted(UNREST, "battle"))
