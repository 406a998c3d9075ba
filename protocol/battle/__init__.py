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
    EnemiesOrdered,
    EngageBegan,
    EngageEnded,
    MapLaid,
    Noted,
    OrderSet,
    PhaseBegan,
    Promoted,
    RaceReadied,
    RoundBegan,
    Spared,
    Told,
    TurnBegan,
    TurnEnded,
    TurnGranted,
    TurnStepped,
)
from protocol.battle.delve import (
    CachePlaced,
    CardDiscarded,
    CardLaid,
    CardRevealed,
    CardSetAside,
    DelveBegan,
    SkyshardGained,
    TileDrawn,
    TilePlaced,
    TileRemoved,
    TileReturned,
    TrapTried,
    TrapTriggered,
    XpEarned,
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
    ChipReturned,
    DeckOrdered,
    DeckRebuilt,
    DeckShuffled,
    Enchanted,
    EnchantmentSpent,
    ItemDrawn,
    ItemGained,
    ItemMoved,
    ItemSpent,
    LockShown,
)
from protocol.battle.ground import (
    CacheMoved,
    CounterSet,
    GroundChanged,
    Tallied,
    UnitRoused,
)
from protocol.battle.growth import Advanced, LineTrained
from protocol.battle.sheets import (
    SideQuestDiscarded,
    SideQuestGained,
    StatusLaid,
    StatusLifted,
    TokenPlaced,
    TokensChanged,
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
from protocol.battle.words import (
    Action,
    Attribute,
    BattleResult,
    Fate,
    Fatigue,
    Form,
    NamedReason,
    Phase,
    PlaceOfDice,
    PlaceOfItems,
    PlaceOfTokens,
    Reason,
    RulesReason,
    Scope,
    Side,
    SpentHow,
    Stat,
    Status,
    Step,
    UnitKind,
)
from protocol.events import (
    Answered,
    BattleStopped,
    BeatBegan,
    BeatRestarted,
    Drawn,
    Rolled,
    Undone,
)

BattleEvent = (
    BeatBegan
    | Answered
    | Rolled
    | Drawn
    | Undone
    | BeatRestarted
    | BattleStopped
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
    | GroundChanged
    | CacheMoved
    | Tallied
    | UnitRoused
    | CounterSet
    | TokensChanged
    | TokenPlaced
    | StatusLaid
    | StatusLifted
    | SideQuestDiscarded
    | SideQuestGained
    | CacheOpened
    | LockShown
    | CardCycled
    | ItemDrawn
    | DeckShuffled
    | DeckOrdered
    | ItemGained
    | DeckRebuilt
    | Enchanted
    | EnchantmentSpent
    | ChipReturned
    | Advanced
    | LineTrained
    | ItemMoved
    | ItemSpent
    | EnemiesOrdered
    | Noted
    | Achieved
    | ClassesOffered
    | ClassChosen
    | Promoted
    | RaceReadied
    | DelveBegan
    | TileDrawn
    | TileReturned
    | CardRevealed
    | CardSetAside
    | CardDiscarded
    | TilePlaced
    | TileRemoved
    | CachePlaced
    | CardLaid
    | SkyshardGained
    | TrapTriggered
    | TrapTried
    | XpEarned
    | EngageBegan
    | EngageEnded
    | Spared
    | Told
    | BattleEnded
)

__all__ = [
    "Achieved",
    "Action",
    "ActionTaken",
    "Advanced",
    "AdventurerCreated",
    "Attribute",
    "BattleEnded",
    "BattleEvent",
    "BattleResult",
    "CacheMoved",
    "CacheOpened",
    "CachePlaced",
    "CardCycled",
    "CardDiscarded",
    "CardLaid",
    "CardRevealed",
    "CardSetAside",
    "ChipReturned",
    "ClassChosen",
    "ClassesOffered",
    "CounterSet",
    "DamageDealt",
    "DeckOrdered",
    "DeckRebuilt",
    "DeckShuffled",
    "DecksMade",
    "DelveBegan",
    "DiceGathered",
    "DiceShown",
    "DieActivated",
    "DieDrained",
    "DieExhausted",
    "DieRecovered",
    "DieSetIn",
    "DieSetOn",
    "Enchanted",
    "EnchantmentSpent",
    "EnemiesOrdered",
    "EngageBegan",
    "EngageEnded",
    "FallenTaken",
    "Fate",
    "Fatigue",
    "FatigueCleared",
    "FatigueGained",
    "FatigueSetOn",
    "Form",
    "FormChanged",
    "GroundChanged",
    "HpChanged",
    "ItemDrawn",
    "ItemGained",
    "ItemMoved",
    "ItemSpent",
    "LineTrained",
    "LockShown",
    "MapLaid",
    "NamedReason",
    "Noted",
    "OrderSet",
    "Phase",
    "PhaseBegan",
    "PlaceOfDice",
    "PlaceOfItems",
    "PlaceOfTokens",
    "Promoted",
    "RaceReadied",
    "Reason",
    "RoundBegan",
    "RulesReason",
    "Scope",
    "Side",
    "SideQuestDiscarded",
    "SideQuestGained",
    "SkyshardGained",
    "Spared",
    "SpentHow",
    "Stat",
    "StatChanged",
    "Status",
    "StatusGained",
    "StatusLaid",
    "StatusLifted",
    "StatusLost",
    "Step",
    "Tallied",
    "TenacityChanged",
    "TileDrawn",
    "TilePlaced",
    "TileRemoved",
    "TileReturned",
    "TokenMoved",
    "TokenPlaced",
    "TokenRemoved",
    "TokensChanged",
    "Told",
    "TrackReplaced",
    "TrapTried",
    "TrapTriggered",
    "TurnBegan",
    "TurnEnded",
    "TurnGranted",
    "TurnStepped",
    "UnitDefeated",
    "UnitDeployed",
    "UnitKind",
    "UnitMoved",
    "UnitPlaced",
    "UnitRemoved",
    "UnitRoused",
    "UnitTurned",
    "XpEarned",
]
