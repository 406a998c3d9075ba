"""The events of a battle, each one fact in the past tense. Units are named by id ("a1", "e2").

`unit` is always whom it happened to, `by` who did it ("" where nobody in particular did).
"""

from protocol.battle.course import (
    Achieved,
    ActionTaken,
    AdventurerCreated,
    BattleEnded,
    ClassChosen,
    ClassesOffered,
    DecksMade,
    EngageBegan,
    EngageEnded,
    MapLaid,
    Noted,
    OrderSet,
    PhaseBegan,
    Promoted,
    RoundBegan,
    Told,
    TurnBegan,
    TurnEnded,
    TurnGranted,
    TurnStepped,
)
from protocol.battle.dice import (
    DiceGathered,
    DiceShown,
    DieActivated,
    DieDrained,
    DieExhausted,
    DieRecovered,
    DieSetIn,
    DieSetOn,
    FatigueCleared,
    FatigueGained,
    FatigueSetOn,
    TokenMoved,
    TokenRemoved,
    TrackReplaced,
)
from protocol.battle.goods import (
    CacheOpened,
    CardCycled,
    DeckRebuilt,
    Enchanted,
    ItemGained,
    ItemMoved,
    ItemSpent,
    LockShown,
)
from protocol.battle.units import (
    DamageDealt,
    FallenTaken,
    FormChanged,
    HpChanged,
    StatChanged,
    StatusGained,
    StatusLost,
    TenacityChanged,
    UnitDefeated,
    UnitDeployed,
    UnitMoved,
    UnitPlaced,
    UnitRemoved,
    UnitTurned,
)
from protocol.events import Answered, BeatBegan, BeatRestarted, Drawn, Rolled, Undone

BattleEvent = (
    BeatBegan
    | Answered
    | Rolled
    | Drawn
    | Undone
    | BeatRestarted
    | AdventurerCreated
    | MapLaid
    | DecksMade
    | PhaseBegan
    | OrderSet
    | RoundBegan
    | TurnBegan
    | TurnStepped
    | TurnEnded
    | TurnGranted
    | ActionTaken
    | UnitDeployed
    | UnitMoved
    | UnitPlaced
    | UnitDefeated
    | FallenTaken
    | UnitRemoved
    | UnitTurned
    | FormChanged
    | DiceGathered
    | DiceShown
    | DieExhausted
    | DieDrained
    | DieRecovered
    | DieActivated
    | DieSetIn
    | DieSetOn
    | FatigueGained
    | TrackReplaced
    | TokenRemoved
    | TokenMoved
    | FatigueSetOn
    | FatigueCleared
    | StatusGained
    | StatusLost
    | TenacityChanged
    | DamageDealt
    | HpChanged
    | StatChanged
    | CacheOpened
    | LockShown
    | CardCycled
    | ItemGained
    | DeckRebuilt
    | Enchanted
    | ItemMoved
    | ItemSpent
    | Noted
    | Achieved
    | ClassesOffered
    | ClassChosen
    | Promoted
    | EngageBegan
    | EngageEnded
    | Told
    | BattleEnded
)

__all__ = [
    "Achieved",
    "ActionTaken",
    "AdventurerCreated",
    "BattleEnded",
    "BattleEvent",
    "CacheOpened",
    "CardCycled",
    "ClassChosen",
    "ClassesOffered",
    "DamageDealt",
    "DeckRebuilt",
    "DecksMade",
    "DiceGathered",
    "DiceShown",
    "DieActivated",
    "DieDrained",
    "DieExhausted",
    "DieRecovered",
    "DieSetIn",
    "DieSetOn",
    "Enchanted",
    "EngageBegan",
    "EngageEnded",
    "FallenTaken",
    "FatigueCleared",
    "FatigueGained",
    "FatigueSetOn",
    "FormChanged",
    "HpChanged",
    "ItemGained",
    "ItemMoved",
    "ItemSpent",
    "LockShown",
    "MapLaid",
    "Noted",
    "OrderSet",
    "PhaseBegan",
    "Promoted",
    "RoundBegan",
    "StatChanged",
    "StatusGained",
    "StatusLost",
    "TenacityChanged",
    "TokenMoved",
    "TokenRemoved",
    "Told",
    "TrackReplaced",
    "TurnBegan",
    "TurnEnded",
    "TurnGranted",
    "TurnStepped",
    "UnitDefeated",
    "UnitDeployed",
    "UnitMoved",
    "UnitPlaced",
    "UnitRemoved",
    "UnitTurned",
]
