"""The events of a skirmish, each one fact in the past tense."""

from protocol.events import EngineEvent
from protocol.skirmish.course import (
    FirstSideSet,
    MatchEnded,
    PhaseEntered,
    Recruited,
    RosterDrafted,
    RoutTested,
    SideMustered,
    SideTurnBegan,
    SideTurnEnded,
    TokenDropped,
    TokenSecured,
    TokenTaken,
    UnitStationed,
    VanguardSettled,
)
from protocol.skirmish.engages import (
    DistanceSet,
    EngageDeclared,
    EngageFailed,
    EngageSucceeded,
    FearChecked,
    LegChecked,
    NobodyIntercepted,
    PathIntercepted,
    PathMeasured,
    RoomMade,
)
from protocol.skirmish.fights import (
    AttackRolled,
    CombatBegan,
    CombatEnded,
    ShotDeclared,
    SpellBegan,
    SpellEnded,
    SpellTried,
    TargetProtected,
)
from protocol.skirmish.points import Mil, Point
from protocol.skirmish.units import (
    CheckMade,
    GearLost,
    InjurySet,
    PairsEnded,
    PairsMade,
    UnitFell,
    UnitLost,
    UnitMarked,
    UnitPathed,
    UnitRaised,
    UnitShifted,
    WoundsSet,
)
from protocol.skirmish.words import (
    CheckedStat,
    CheckReason,
    EngageFailure,
    Injury,
    InjuryReason,
    LegKind,
    Mark,
    MatchEnding,
    Movement,
    Phase,
    ShiftReason,
    SpellId,
)

SkirmishEvent = (
    EngineEvent
    | AttackRolled
    | CheckMade
    | CombatBegan
    | CombatEnded
    | DistanceSet
    | EngageDeclared
    | EngageFailed
    | EngageSucceeded
    | FearChecked
    | FirstSideSet
    | GearLost
    | InjurySet
    | LegChecked
    | MatchEnded
    | NobodyIntercepted
    | PairsEnded
    | PairsMade
    | PathIntercepted
    | PathMeasured
    | PhaseEntered
    | RoomMade
    | RosterDrafted
    | RoutTested
    | ShotDeclared
    | SideMustered
    | SideTurnBegan
    | SideTurnEnded
    | SpellBegan
    | SpellEnded
    | SpellTried
    | TargetProtected
    | TokenDropped
    | TokenSecured
    | TokenTaken
    | UnitFell
    | UnitLost
    | UnitMarked
    | UnitPathed
    | UnitRaised
    | UnitShifted
    | UnitStationed
    | VanguardSettled
    | WoundsSet
)

__all__ = [
    "AttackRolled",
    "CheckMade",
    "CheckReason",
    "CheckedStat",
    "CombatBegan",
    "CombatEnded",
    "DistanceSet",
    "EngageDeclared",
    "EngageFailed",
    "EngageFailure",
    "EngageSucceeded",
    "FearChecked",
    "FirstSideSet",
    "GearLost",
    "Injury",
    "InjuryReason",
    "InjurySet",
    "LegChecked",
    "LegKind",
    "Mark",
    "MatchEnded",
    "MatchEnding",
    "Mil",
    "Movement",
    "NobodyIntercepted",
    "PairsEnded",
    "PairsMade",
    "PathIntercepted",
    "PathMeasured",
    "Phase",
    "PhaseEntered",
    "Point",
    "Recruited",
    "RoomMade",
    "RosterDrafted",
    "RoutTested",
    "ShiftReason",
    "ShotDeclared",
    "SideMustered",
    "SideTurnBegan",
    "SideTurnEnded",
    "SkirmishEvent",
    "SpellBegan",
    "SpellEnded",
    "SpellId",
    "SpellTried",
    "TargetProtected",
    "TokenDropped",
    "TokenSecured",
    "TokenTaken",
    "UnitFell",
    "UnitLost",
    "UnitMarked",
    "UnitPathed",
    "UnitRaised",
    "UnitShifted",
    "UnitStationed",
    "VanguardSettled",
    "WoundsSet",
]
