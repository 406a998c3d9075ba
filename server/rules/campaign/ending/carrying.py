"""What is carried from one session to the next (p49; SES-5 to SES-11, CMP-1 to CMP-4).

Nothing else of the last state is kept: no closed towns, no side quests, no effects, no counters.
"""

from msgspec import Struct
from msgspec.structs import replace

from protocol.ids import DieId, UnitId
from protocol.option_keys import read_key
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.kernel.state import Adventurer, Card, Die, Settings, Unit
from server.rules.battle.party import GUILD_DECK, Party
from server.rules.campaign.kernel.state import SessionPlan, SessionState
from server.rules.campaign.quests.epilogue import ASSIST

LAST = 3  # sessions of a campaign, the endgame among them (CMP-1)


class Carried(Struct, frozen=True, gc=False):
    """What a campaign's journal and trays hold between two sessions.

    `session` is the number of the next one, `plan` where it is played. `dial` is the XP dial,
    `saved` each adventurer's saved XP, `keywords` are all that were recorded so far, and `assist`
    says that the guild's assist has not been called yet.
    """

    session: int
    plan: SessionPlan
    party: Party
    dial: int
    saved: dict[UnitId, int]
    keywords: tuple[str, ...] = ()
    assist: bool = False


def carried(state: SessionState, catalogue: Catalogue) -> Carried | None:
    """Return what the next session begins with; None if there is none: the campaign is won or
    lost.
    """
    session = state.settings.session
    if state.outcome != "victory" or session >= LAST:
        return None
    return Carried(
        session=session + 1,
        plan=_next_plan(state),
        party=_stored(state, catalogue),
        dial=state.dial,
        saved=state.saved,
        keywords=state.keywords,
        assist=state.settings.assist and state.major != ASSIST,
    )


def resume(carried_: Carried, settings: Settings) -> SessionState:
    """Return the state of the next session, before its set-up. `settings` may have another
    difficulty (DIF-6).
    """
    party = carried_.party
    return SessionState(
        settings=replace(settings, session=carried_.session, assist=carried_.assist),
        plan=carried_.plan,
        day_phase="prepare",
        dial=carried_.dial,
        saved=carried_.saved,
        keywords=carried_.keywords,
        units=party.units,
        adventurers=party.adventurers,
        dice=party.dice,
        serial=party.serial,
    )


def _next_plan(state: SessionState) -> SessionPlan:
    """Return where the next session is played: what the epilogue chose, then the endgame (SES-3,
    SES-4).

    Ours where the rulebook is silent: the party is contracted with the guild whose quest it
    follows, and where an epilogue offered nothing it draws guilds in the province where it is.
    """
    if state.settings.session == LAST - 1:
        return SessionPlan(state.plan.province, state.guild, endgame=True)
    if not state.chosen:
        return SessionPlan(state.plan.province)
    province, guild = read_key(read_key(state.chosen).name)
    return SessionPlan(province, guild, guild)


def _stored(state: SessionState, catalogue: Catalogue) -> Party:
    """Return the party in its trays: adventurers at full HP, all dice in their rows, no item that
    was used up.
    """
    mats = {name: _tidied(state, name, catalogue) for name in state.adventurers}
    return Party(
        # Adventurers alone, and no enchantments: class companions and what is enchanted end with
        # the session (SES-9, SES-10).
        units={name: _rested(state.units[name]) for name in mats},
        adventurers=mats,
        # Made anew without a face: before it is rolled a die's face means nothing (SKL-2).
        dice={name: Die(die.kind, die.owner) for name, die in state.dice.items()},
        # Counted on, so that no id of a card or die comes twice in a campaign.
        serial=state.serial,
    )


def _rested(unit: Unit) -> Unit:
    """Return a chip at full HP, without bonus HP or defeat (SES-7)."""
    return replace(unit, hp=unit.health, bonus=0, fate="", at=None)


def _tidied(state: SessionState, name: UnitId, catalogue: Catalogue) -> Adventurer:
    """Return a mat with its dice in the row, no tenacity and no class extras (SES-7 to SES-10)."""
    mat = state.adventurers[name]
    own = tuple(DieId(die) for die, one in state.dice.items() if one.owner == name)
    home = (*mat.row, *(die for die in own if die not in mat.row))
    return replace(
        mat,
        row=home,
        rolled=(),
        active=(),
        track=(),
        drained=(),
        tokens=0,
        tenacity=0,
        ready=_kept(mat.ready, catalogue),
        pack=_kept(mat.pack, catalogue),
    )


def _kept(cards: tuple[Card, ...], catalogue: Catalogue) -> tuple[Card, ...]:
    """Return the items that stay: none that is expended or a guild's, no pet with HP chips
    (SES-10).
    """
    return tuple(
        card
        for card in cards
        if not card.expended
        and not (catalogue.items[card.item].subtype == "pet" and card.chips)
        and catalogue.items[card.item].deck != GUILD_DECK
    )
