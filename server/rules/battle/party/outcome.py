"""The outcome of a battle, as a function of its last state alone."""

from collections import Counter

from msgspec import Struct, field

from protocol.battle import BattleResult
from protocol.ids import Text
from server.rules.battle.kernel import notes
from server.rules.battle.kernel.state import ASSIST, UNREST, BattleState
from server.rules.battle.party.types import DEFEATED, Party, Supply, party_of, supply_of
from server.rules.engine.patch import Op, put


class Outcome(Struct, frozen=True, gc=False):
    """The end of a battle: "victory", "defeat" or "retreat", the party and the supply.

    `all_fell` says that the whole party was defeated, `bonus` is the XP that the battle itself
    gives each adventurer (RWD-5), `assist` says that the guild's assist was used. `rounds` and
    `skyshards` are how many were played and gained, `fallen` counts the chips on the defeated
    stack. `tally` are the encounter's own counts, with the unrest that was raised, `achievements`
    the adventurers that earned them.
    """

    result: Text[BattleResult]
    party: Party
    supply: Supply
    all_fell: bool = False
    bonus: int = 0
    assist: bool = False
    rounds: int = 0
    skyshards: int = 0
    fallen: dict[str, int] = field(default_factory=dict)
    tally: dict[str, int] = field(default_factory=dict)
    achievements: dict[str, str] = field(default_factory=dict)


def outcome_of(state: BattleState) -> Outcome:
    """Return the outcome of a battle that is over and cleaned up. Raises AssertionError before."""
    assert state.phase == "over", "only a battle that is over has an outcome"
    assert state.outcome, "a battle that is over was decided"
    return Outcome(
        result=state.outcome,
        party=party_of(state),
        supply=supply_of(state),
        all_fell=all(state.units[name].fate == DEFEATED for name in state.adventurers),
        bonus=state.xp,
        assist=notes.count(state, ASSIST, "battle") > 0,
        rounds=state.rounds,
        skyshards=state.delve.gained if state.delve is not None else 0,
        fallen=dict(Counter(state.units[name].chip for name in state.fallen)),
        tally=state.tally | _unrest(state),
        achievements=state.achievements,
    )


def _unrest(state: BattleState) -> dict[str, int]:
    # Left out at 0, so that outcomes of old battles stay equal to those in their journals.
    risen = notes.count(state, UNREST, "battle")
    return {UNREST: risen} if risen else {}


def taken_up(outcome: Outcome) -> tuple[Op, ...]:
    """Return the operations that put a battle's party and supply into the state of the game that
    called for it.
    """
    party, supply = outcome.party, outcome.supply
    return (
        put("units", party.units),
        put("adventurers", party.adventurers),
        put("dice", party.dice),
        put("enchantments", party.enchantments),
        put("side_quests", party.side_quests),
        put("serial", party.serial),
        put("supply", supply.box),
        # Deck by deck: a session has further decks, which a battle does not know and must not drop.
        *(put(f"decks/{name}", deck) for name, deck in supply.decks.items()),
    )
