"""Preparing a session (p12, p13; SET-1 to SET-13), and an endgame (p51; END-1, END-5)."""

from protocol.campaign import (
    DayPhaseBegan,
    GuildsOffered,
    PartyTravelled,
    QuestAccepted,
    SessionBegan,
)
from protocol.ids import ItemId
from protocol.questions import One, Option, Question
from server.rules.battle.kernel.state import Deck
from server.rules.battle.party import GUILD_DECK
from server.rules.battle.setup import battle_setup
from server.rules.campaign.components.words import Deck as DeckName
from server.rules.campaign.kernel import printed
from server.rules.campaign.kernel.session import Session
from server.rules.campaign.outcomes import keywords, moments
from server.rules.campaign.quests import steps
from server.rules.engine.patch import plain

GENERAL_CARDS = 4  # general cards of each type that a session uses (SET-4)
GUILDS = 3  # guild cards that are drawn, of which the party keeps one (SET-12)


def prepare(session: Session) -> None:
    """Make the decks, choose the guild, and place the party where its quest begins."""
    # The second ones take the item decks' places: they lack the cards that adventurers bring.
    decks = {**_decks(session), **_brought(session)}
    gauge = session.province.effect.gauge
    # Before the quest: it sets all trackers anew, and would wipe out those of the first step.
    session.emit(SessionBegan(plain(decks), dict(battle_setup.SUPPLY), {gauge.id: gauge.start}))
    if session.is_endgame():
        _begin_endgame(session)
    else:
        _begin_quest(session)
    moments.at(session, "session-starts")
    session.emit(DayPhaseBegan("new-day"))


def _decks(session: Session) -> dict[str, Deck]:
    """Return the item decks, the overland decks and the side quests, each shuffled (SET-3 to
    SET-6).
    """
    names: tuple[DeckName, DeckName] = ("peaceful", "conflict")
    return {
        **battle_setup.item_decks(session.catalogue),
        **{name: _overland(session, name) for name in names},
        "side-quests": Deck(cards=dict.fromkeys(session.atlas.side_quests, 1)),
        GUILD_DECK: _of_guilds(session),
    }


def _of_guilds(session: Session) -> Deck:
    """Return the deck of guild items: as many of each as there are status dice, which stand for
    them.
    """
    items = session.catalogue.items.values()
    count = battle_setup.SUPPLY["status"]
    return Deck(cards={one.id: count for one in items if one.deck == GUILD_DECK})


def _overland(session: Session, name: DeckName) -> Deck:
    """Return a deck of the province's cards of a type, with four of the general ones (SET-4)."""
    own = [card.id for card in session.province.cards if card.deck == name]
    general = [card for card in session.atlas.cards.values() if not card.province]
    left = {card.id: 1 for card in general if card.deck == name}
    for _ in range(GENERAL_CARDS):
        # Under a name that is no deck's: the decks are not there yet, and such a draw moves no
        # card.
        card = session.game.draw(f"general-{name}", left)
        if card is None:
            break
        own.append(card)
        del left[card]
    return Deck(cards=dict.fromkeys(own, 1))


def _brought(session: Session) -> dict[str, Deck]:
    """Return the item decks without the cards that adventurers have from the last session."""
    held = [
        card.item for mat in session.state.adventurers.values() for card in (*mat.ready, *mat.pack)
    ]
    whole = battle_setup.item_decks(session.catalogue)
    return {
        name: Deck(cards={item: n - held.count(ItemId(item)) for item, n in deck.cards.items()})
        for name, deck in whole.items()
    }


def _begin_quest(session: Session) -> None:
    plan = session.state.plan
    guild = plan.guild or _chosen_guild(session)
    session.emit(QuestAccepted(guild, plan.quest or guild))
    quest = printed.quest_of(session)
    assert quest is not None, f"{session.province.name} has no quest of {session.state.quest}"
    # Before the step begins: tokens that follow the party are put where it stands.
    session.emit(PartyTravelled((session.mark(quest.start)[0],), how="start"))
    steps.begin(session, quest.steps[0])


def _chosen_guild(session: Session) -> str:
    """Draw three guild cards, of which the party keeps one (SET-12). Returns its id.

    Guilds without a quest in this province are not drawn.
    """
    left = {name: 1 for name in session.atlas.guilds if name in session.province.quests}
    drawn: list[str] = []
    while left and len(drawn) < GUILDS:
        guild = session.game.draw("guilds", left)
        assert guild is not None
        drawn.append(guild)
        del left[guild]
    session.emit(GuildsOffered(tuple(drawn)))
    options = tuple(_guild_option(session, guild) for guild in drawn)
    return session.choose(
        Question(
            to=session.seats,
            why="session.guild",
            text="Which guild is the party contracted with?",
            shape=One(options),
            rule="SET-12",
            default=(options[0].key,),
        )
    )


def _guild_option(session: Session, guild: str) -> Option:
    quest = session.province.quests[guild]
    return Option(guild, session.atlas.guilds[guild].name, f"{quest.title}. {quest.text}")


def _begin_endgame(session: Session) -> None:
    """Set an endgame up: its trackers, its opening outcomes, and what keywords do to it (END-5).
    There is no party token.
    """
    endgame = printed.endgame_of(session)
    steps.start_trackers(session, endgame.trackers)
    moments.do(session, endgame.start)
    keywords.act(session, 0)
