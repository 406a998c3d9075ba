"""Sessions of a campaign: each province as an entry that a table can play."""

from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from protocol.ids import SeatId
from server.battles import Built, CalledFor, Ending, NextSession, Options, Seats, Setup
from server.commands.headless_session import START_DIAL
from server.commands.packs.loading import Content, content, words
from server.commands.setups import ASKS, ASSIST, DIFFICULTIES, JAILBREAK, USUAL, VALENWOOD, named
from server.rules.battle.components.catalogue import Catalogue
from server.rules.battle.kernel.state import BattleState, Settings
from server.rules.battle.party import Call, Party, called, outcome_of, party_of
from server.rules.battle.rules import BattleRules
from server.rules.campaign.components.province import Atlas, Province
from server.rules.campaign.ending import carried, resume
from server.rules.campaign.kernel.state import SessionPlan, SessionState
from server.rules.campaign.rules import CampaignRules, start, start_after
from server.rules.campaign.towns import may_need
from server.rules.content.fingerprint import RULES, fingerprint
from server.rules.content.provinces import shipped
from server.rules.options import Choice, Flag, refuse_undeclared

SESSION_RULES = (*RULES, "server.rules.campaign")
"""Return what a session was played with; its battles pin those of battles alone."""


CAMPAIGN = Choice("campaign", ("go-on", "anew"), usual="go-on")
"""Whether a start goes on with the campaign that the table keeps, or begins another one."""


PROLOGUE = Flag("prologue")
"""Whether the party is that of the Jailbreak which the table has played, with its classes."""


class SessionCalls:
    """The battles that sessions call for, which begin with the session's party and supply."""

    def __init__(self, atlas: Atlas, catalogue: Catalogue) -> None:
        self._atlas, self._catalogue = atlas, catalogue

    def battle(self, spec: Any, seats: Seats) -> CalledFor:
        """Return the battle of a call, ready to begin. Raises ValueError if nobody of the party can
        fight.
        """
        call = msgspec.convert(spec, Call)
        rules = BattleRules(self._catalogue, fingerprint(RULES))
        settings = call.settings
        return CalledFor(settings.encounter, settings.difficulty, Built(rules, called(call)))

    def outcome(self, spec: Any, state: BattleState) -> object:
        """Return the outcome of a battle for its session, from the battle's last state."""
        return outcome_of(state)

    def comes_next(self, state: SessionState) -> Ending:
        """Return what follows a session in its campaign: what the epilogue chose, then the endgame
        of that province. A lost session loses the campaign, a won endgame wins it.
        """
        kept = carried(state, self._catalogue)
        if kept is not None:
            return NextSession(kept.session, kept.plan.province, kept.plan.quest)
        return "won" if state.outcome == "victory" else "lost"

    def go_on(self, state: SessionState, seats: Seats, difficulty: str, options: Options) -> Built:
        """Return the session that follows one which was won, with the same party. Raises
        ValueError.
        """
        kept = carried(state, self._catalogue)
        if kept is None:
            raise ValueError("This campaign is over.")
        if tuple(map(SeatId, seats)) != state.settings.party:
            count = len(state.settings.party)
            raise ValueError(f"This campaign has a party of {count}: give the table as many seats.")
        province = self._atlas.provinces.get(kept.plan.province)
        if province is None or (kept.plan.endgame and province.endgame is None):
            raise ValueError(f"There is no session to play in {kept.plan.province!r} here.")
        settings = replace(state.settings, difficulty=_difficulty(difficulty))
        rules = CampaignRules(self._atlas, self._catalogue, fingerprint(SESSION_RULES))
        return Built(rules, resume(kept, settings))


def sessions(played: Content | None = None) -> tuple[Setup, ...]:
    """Return the first session in each province that has quests."""
    box, atlas = played or content(), shipped.atlas()
    calls = SessionCalls(atlas, box.catalogue)
    return tuple(_session(one, atlas, box, calls) for one in atlas.provinces.values() if one.quests)


def _session(province: Province, atlas: Atlas, box: Content, calls: SessionCalls) -> Setup:
    guild = Choice("guild", tuple(province.quests))
    declared = (guild, CAMPAIGN, PROLOGUE, VALENWOOD, ASSIST, ASKS)
    rules = CampaignRules(atlas, box.catalogue, fingerprint(SESSION_RULES))

    def planned(seats: Seats, difficulty: str, options: Options) -> tuple[SessionPlan, Settings]:
        chosen = _difficulty(difficulty)
        refuse_undeclared(declared, options)
        CAMPAIGN.of(options)
        PROLOGUE.of(options)
        settings = Settings(
            "",
            chosen,
            START_DIAL,
            valenwood=VALENWOOD.of(options),
            party=tuple(map(SeatId, seats)),
            assist=ASSIST.of(options),
            asks_all=ASKS.of(options) == "all",
            names={},
        )
        return SessionPlan(province.id, guild.of(options), guild.of(options)), settings

    def build(seats: Seats, difficulty: str, options: Options) -> Built:
        return Built(rules, start(*planned(seats, difficulty, options)))

    def after_prologue(
        state: BattleState, seats: Seats, difficulty: str, options: Options
    ) -> Built:
        plan, settings = planned(seats, difficulty, options)
        return Built(rules, start_after(plan, settings, _grown(state, settings.party)))

    return Setup(
        province.id,
        build,
        words=partial(words, box),
        options=declared,
        difficulties=DIFFICULTIES,
        usual=USUAL,
        content=box.fingerprint,
        calls=calls,
        day=_day,
        prologue=JAILBREAK,
        named=named,
        after_prologue=after_prologue,
        keeps_back=may_need,
    )


def _grown(state: BattleState, seats: Seats) -> Party:
    """Return the adventurers as the Jailbreak left them. Raises ValueError if it was played with
    other seats, or ended before everybody had a class.
    """
    if seats != state.settings.party:
        count = len(state.settings.party)
        raise ValueError(f"The Jailbreak was played by {count}: give the table as many seats.")
    party = party_of(state)
    if not all(mat.cls for mat in party.adventurers.values()):
        raise ValueError("The Jailbreak was left before anybody had a class: play it again.")
    return party


def _difficulty(given: str) -> str:
    """Return the difficulty that a table's options name. Raises ValueError."""
    chosen = given or USUAL
    if chosen not in DIFFICULTIES:
        raise ValueError(f"Difficulty is one of {', '.join(DIFFICULTIES)}, not {chosen!r}.")
    return chosen


def _day(state: SessionState) -> int:
    return state.day
