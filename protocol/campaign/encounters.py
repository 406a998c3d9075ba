"""Events of encounters away from battles: what was triggered, which cards, which choices."""

from typing import Literal

from protocol.battle import BattleResult
from protocol.campaign.words import CardPlace, RewardSource, Triggered
from protocol.events import Event
from protocol.ids import Text


class EncounterTriggered(Event, frozen=True, array_like=True, tag="encounter"):
    """An encounter comes today: `kind` is quest, side-quest, town, caravan or card.

    `name` is the step, the side quest, the town or the overland card. `unstable` if an unstable
    landmark brought it.
    """

    kind: Text[Triggered]
    name: str
    unstable: bool = False


class OverlandCardPlaced(Event, frozen=True, array_like=True, tag="overland-card"):
    """An overland card that was drawn lies elsewhere now.

    `where` is icon (it lies on the table to the end of the day), discard, bottom, top, kept (a side
    quest that the party follows) or given-up (one that it follows no more).
    """

    deck: str
    card: str
    where: Text[CardPlace]


class ChoiceTaken(Event, frozen=True, array_like=True, tag="choice"):
    """The party took a choice of the encounter's."""

    choice: str


class SocialCheckMade(Event, frozen=True, array_like=True, tag="social"):
    """A social check was made: `wanted` is what dice and tenacity had to give together, 0 where it
    succeeded by itself.
    """

    check: str
    wanted: int
    success: bool


class RewardRaised(Event, frozen=True, array_like=True, tag="reward"):
    """The next Reward Phase gives so much XP more to the dial and everybody, and `bonus` to
    adventurers alone. `source` is what else it rewards ("": nothing): a step or a side-quest of a
    `name`, or unstable.
    """

    xp: int = 0
    bonus: int = 0
    source: Text[RewardSource | Literal[""]] = ""
    name: str = ""


class RewardsGiven(Event, frozen=True, array_like=True, tag="rewarded"):
    """All that was owed has been given."""


class BattleFought(Event, frozen=True, array_like=True, tag="fought"):
    """The encounter's battle is over: victory, defeat or retreat.

    `all_fell` if the whole party was defeated; `facts` are figures that quests may ask for.
    """

    result: Text[BattleResult]
    all_fell: bool
    facts: dict[str, int]


class EncounterEnded(Event, frozen=True, array_like=True, tag="encounter-over"):
    """The day's encounter is resolved."""

    success: bool


class EncounterLeft(Event, frozen=True, array_like=True, tag="encounter-left"):
    """The day goes on: what the encounter gave has been given."""
