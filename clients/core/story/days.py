"""Sentences about the days of a session: its phases, encounters, towns, quests, growth."""

from collections.abc import Callable
from typing import Any

from clients.core.names import listed, plural, title
from clients.core.story.telling import Telling
from protocol import campaign as ev
from protocol.events import Called, Event, Returned

PHASES = {
    "prepare": "The session is set up.",
    "create": "The adventurers are created.",
    "new-day": "A new day is due.",
    "overland": "The party is on the road.",
    "encounter": "The encounter begins.",
    "reward": "Rewards are given.",
    "growth": "The adventurers may grow.",
    "end-of-day": "The day ends.",
    "rest": "The party rests.",
    "ending": "The session ends.",
    "over": "The session is over.",
}
KINDS = {
    "quest": "The guild's quest",
    "side-quest": "A side quest",
    "town": "Into town",
    "caravan": "A caravan",
    "card": "On the road",
}
RESULTS = {
    "victory": "The battle is won.",
    "defeat": "The battle is lost.",
    "retreat": "The party has fled from the battle.",
}


def session_ended(t: Telling, event: ev.SessionEnded) -> str:
    """Return the sentence for a session's end."""
    done = "The quest is done!" if event.outcome == "victory" else "All is lost."
    return f"{done} {event.why}".strip()


def triggered(t: Telling, event: ev.EncounterTriggered) -> str:
    """Return the sentence for an encounter that comes."""
    unstable = " (unstable)" if event.unstable else ""
    return f"{KINDS.get(event.kind, 'An encounter')}: {title(event.name)}{unstable}."


def social(t: Telling, event: ev.SocialCheckMade) -> str:
    """Return the sentence for a social check."""
    at = f" at {event.wanted}" if event.wanted else ""
    return f"The social check{at} {'succeeds' if event.success else 'fails'}."


def raised(t: Telling, event: ev.RewardRaised) -> str:
    """Return the sentence for a reward that will be given."""
    earned = [f"{event.xp} XP for all"] if event.xp else []
    earned += [f"{event.bonus} bonus XP"] if event.bonus else []
    return f"Earned: {listed(earned) or 'a reward'}."


def fought(t: Telling, event: ev.BattleFought) -> str:
    """Return the sentence for a battle of the session that is over."""
    if event.all_fell:
        return "The whole party was defeated."
    return RESULTS.get(event.result, "The battle is over.")


def travelled(t: Telling, event: ev.PartyTravelled) -> str:
    """Return the sentence for the party's way over the map."""
    if event.how != "move":
        return "The party finds itself elsewhere."
    extra = f", {event.extra} of them for fatigue" if event.extra else ""
    return f"The party travels {plural(len(event.path), 'hex', 'hexes')}{extra}."


def token(t: Telling, event: ev.OverlandTokenPlaced) -> str:
    """Return the sentence for another token on the map."""
    gone = "is gone from the map" if event.at is None else "is on the move"
    return f"{title(event.token)} {gone}."


def town_action(t: Telling, event: ev.TownActionTaken) -> str:
    """Return the sentence for a town action."""
    about = f" ({title(event.about)})" if event.about else ""
    return f"{t.names.unit(event.unit)}: {title(event.feature).lower()}{about}."


def _open(closed: bool) -> str:
    return "closes its gates" if closed else "opens its gates"


SAY: dict[Any, Callable[[Telling, Any], str]] = {
    ev.SessionBegan: lambda t, event: "Decks, bags and the supply are ready.",
    ev.DayBegan: lambda t, event: f"Day {event.day} begins.",
    ev.DayPhaseBegan: lambda t, event: PHASES.get(event.phase, f"{title(event.phase)}."),
    ev.SessionEnded: session_ended,
    ev.EncounterTriggered: triggered,
    ev.OverlandCardPlaced: lambda t, event: f"The {event.deck} card goes to: {event.where}.",
    ev.ChoiceTaken: lambda t, event: f"The party chooses: {title(event.choice)}.",
    ev.SocialCheckMade: social,
    ev.RewardRaised: raised,
    ev.RewardsGiven: lambda t, event: "The rewards are given.",
    ev.BattleFought: fought,
    ev.EncounterEnded: lambda t, event: (
        f"The encounter has gone {'well' if event.success else 'badly'}."
    ),
    ev.EncounterLeft: lambda t, event: "The day goes on.",
    ev.DialTurned: lambda t, event: f"The XP dial stands at {event.xp}.",
    ev.SavedXpChanged: lambda t, event: f"{t.names.unit(event.unit)} has {event.xp} XP saved.",
    ev.AdventurerRevived: lambda t, event: (
        f"{t.names.unit(event.unit)} stands again with {event.hp} HP."
    ),
    ev.Untrained: lambda t, event: f"{t.names.unit(event.unit)} untrains {title(event.attribute)}.",
    ev.StatTrained: lambda t, event: (
        f"{t.names.unit(event.unit)} trains {title(event.stat)} again."
    ),
    ev.ItemGiven: lambda t, event: (
        f"{t.names.unit(event.unit)} gives an item to {t.names.unit(event.to)}."
    ),
    ev.PartyTravelled: travelled,
    ev.OverlandTokenPlaced: token,
    ev.TownAccessChanged: lambda t, event: f"{title(event.town)} {_open(event.closed)}.",
    ev.GuildsOffered: lambda t, event: (
        f"Guilds that would have the party: {listed([title(guild) for guild in event.guilds])}."
    ),
    ev.QuestAccepted: lambda t, event: f"The party follows the quest of {title(event.guild)}.",
    ev.StepReached: lambda t, event: f"The quest's next step: {event.step}.",
    ev.StepEnded: lambda t, event: (
        f"The quest's step {event.step} is {'done' if event.success else 'failed'}."
    ),
    ev.SideQuestEnded: lambda t, event: f"The side quest {event.quest} is done.",
    ev.QuestsOffered: lambda t, event: "What may come next is told.",
    ev.KeywordRecorded: lambda t, event: (
        f"Written into the journal{', to be remembered' if event.major else ''}: {event.keyword}."
    ),
    ev.TrackerSet: lambda t, event: f"{title(event.tracker)}: {event.value}.",
    ev.TwistLaid: lambda t, event: f"The next battle has a twist: {title(event.twist).lower()}.",
    ev.EffectBegan: lambda t, event: f"In effect: {title(event.what)}.",
    ev.EffectEnded: lambda t, event: f"No longer in effect: {title(event.what)}.",
    ev.Recorded: lambda t, event: f"Noted: {title(event.what)}.",
    ev.TownEntered: lambda t, event: (
        f"The party is in {title(event.town)}: {plural(event.actions, 'action')} each."
    ),
    ev.TrainerShown: lambda t, event: (
        f"Taught here today: {listed([title(line) for line in event.lines]) or 'nothing'}."
    ),
    ev.TownActionTaken: town_action,
    ev.TownActionGained: lambda t, event: f"{t.names.unit(event.unit)} has one action more.",
    ev.CardsCleared: lambda t, event: (
        f"{plural(len(event.cards), f'{event.deck} card')} of the shop are cleared away."
    ),
    ev.CardSetAside: lambda t, event: (
        f"{title(event.item)} {'lies aside' if event.lies else 'lies no longer aside'} for "
        f"{t.names.unit(event.unit)}."
    ),
    ev.DeckSearched: lambda t, event: f"The {event.deck} deck is searched.",
    ev.TownLeft: lambda t, event: "The party leaves town.",
    Called: lambda t, event: "A battle begins.",
    Returned: lambda t, event: "The party comes back from battle.",
}

QUIET: tuple[type[Event], ...] = (
    ev.SessionBegan,
    ev.DayPhaseBegan,
    ev.OverlandCardPlaced,
    ev.RewardsGiven,
    ev.EncounterLeft,
    ev.EffectBegan,
    ev.EffectEnded,
    ev.Recorded,
    ev.TownLeft,
    ev.CardsCleared,
    ev.CardSetAside,
    ev.DeckSearched,
    ev.TrackerSet,
    ev.OverlandTokenPlaced,
    Called,
)
"""What only matters to those who look closely."""
