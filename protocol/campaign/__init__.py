"""The events of a session between its battles, each one fact in the past tense.

A session also knows the battle's events of what both have: adventurers, dice, items, tenacity.
"""

from protocol.battle import BattleEvent
from protocol.campaign.days import (
    DayBegan,
    DayPhaseBegan,
    SessionBegan,
    SessionEnded,
)
from protocol.campaign.encounters import (
    BattleFought,
    ChoiceTaken,
    EncounterEnded,
    EncounterLeft,
    EncounterTriggered,
    OverlandCardPlaced,
    RewardRaised,
    RewardsGiven,
    SocialCheckMade,
)
from protocol.campaign.growth import (
    AdventurerRevived,
    DialTurned,
    ItemGiven,
    SavedXpChanged,
    StatTrained,
    Untrained,
)
from protocol.campaign.overland import (
    OverlandTokenPlaced,
    PartyTravelled,
    TownAccessChanged,
)
from protocol.campaign.quests import (
    EffectBegan,
    EffectEnded,
    GuildsOffered,
    KeywordRecorded,
    QuestAccepted,
    QuestsOffered,
    Recorded,
    SideQuestEnded,
    StepEnded,
    StepReached,
    TrackerSet,
    TwistLaid,
)
from protocol.campaign.towns import (
    CardsCleared,
    CardSetAside,
    DeckSearched,
    TownActionGained,
    TownActionTaken,
    TownEntered,
    TownLeft,
    TrainerShown,
)
from protocol.campaign.words import (
    CardPlace,
    DayPhase,
    GivenTo,
    RewardSource,
    SessionResult,
    Term,
    TownActSource,
    TownFeature,
    TravelledHow,
    Triggered,
    XpHow,
)
from protocol.events import Called, Returned

SessionEvent = (
    BattleEvent
    | Called
    | Returned
    | AdventurerRevived
    | BattleFought
    | CardsCleared
    | CardSetAside
    | ChoiceTaken
    | DayBegan
    | DayPhaseBegan
    | DeckSearched
    | DialTurned
    | EffectBegan
    | EffectEnded
    | EncounterEnded
    | EncounterLeft
    | EncounterTriggered
    | GuildsOffered
    | ItemGiven
    | KeywordRecorded
    | OverlandCardPlaced
    | OverlandTokenPlaced
    | PartyTravelled
    | QuestAccepted
    | QuestsOffered
    | Recorded
    | RewardRaised
    | RewardsGiven
    | SavedXpChanged
    | SessionBegan
    | SessionEnded
    | SideQuestEnded
    | SocialCheckMade
    | StatTrained
    | StepEnded
    | StepReached
    | TownAccessChanged
    | TownActionGained
    | TownActionTaken
    | TownEntered
    | TownLeft
    | TrackerSet
    | TrainerShown
    | TwistLaid
    | Untrained
)

__all__ = [
    "AdventurerRevived",
    "BattleFought",
    "CardPlace",
    "CardSetAside",
    "CardsCleared",
    "ChoiceTaken",
    "DayBegan",
    "DayPhase",
    "DayPhaseBegan",
    "DeckSearched",
    "DialTurned",
    "EffectBegan",
    "EffectEnded",
    "EncounterEnded",
    "EncounterLeft",
    "EncounterTriggered",
    "GivenTo",
    "GuildsOffered",
    "ItemGiven",
    "KeywordRecorded",
    "OverlandCardPlaced",
    "OverlandTokenPlaced",
    "PartyTravelled",
    "QuestAccepted",
    "QuestsOffered",
    "Recorded",
    "RewardRaised",
    "RewardSource",
    "RewardsGiven",
    "SavedXpChanged",
    "SessionBegan",
    "SessionEnded",
    "SessionEvent",
    "SessionResult",
    "SideQuestEnded",
    "SocialCheckMade",
    "StatTrained",
    "StepEnded",
    "StepReached",
    "Term",
    "TownAccessChanged",
    "TownActSource",
    "TownActionGained",
    "TownActionTaken",
    "TownEntered",
    "TownFeature",
    "TownLeft",
    "TrackerSet",
    "TrainerShown",
    "TravelledHow",
    "Triggered",
    "TwistLaid",
    "Untrained",
    "XpHow",
]
