"""The second conversation in PROTOCOL.md: a session that calls for a battle, and the session after.

The small game that calls for duels stands in for a campaign: everything but the game's own events
and state is the same, and a page can show it whole.
"""

from protocol.requests import Claim, Create, ListBattles, Ready, Start
from protocol.tables import Settings, TableState
from server.battles.room import Resources
from server.service.game_service import GameService
from server.store.memory import MemoryStore
from tests.protocol.conversation import Talker, counted
from tests.service.clocks import ManualClock
from tests.service.games import GAMES

MOST_ANSWERS = 80


async def recorded() -> str:
    """Play the conversation; gives it as text."""
    with counted():
        return await _talk()


async def _talk() -> str:
    clock = ManualClock()
    service = GameService(Resources(MemoryStore(clock.now), clock, {}), GAMES)
    await service.open()
    ann = Talker(service)
    await _begin(ann)
    await _fight(ann, clock)
    await _end(ann, clock)
    await service.close()
    return "\n".join(["```text", *ann.lines, "```"])


async def _begin(ann: Talker) -> None:
    await ann.hello("Ann")
    ann.lines.clear()
    ann.note("She has said hello. She opens a table for a session, and begins it.")
    settings = Settings("calling", party=1, absence=0, options={"goal": "4", "depth": "1"})
    await ann.ask(Create, settings, "Ann's days")
    await ann.ask(Claim, "1")
    await ann.ask(Ready, True, "four-leaf clover")
    await ann.ask(Start)
    await ann.reaches(1)


async def _fight(ann: Talker, clock: ManualClock) -> None:
    session = ann.battle
    ann.note("Her answer makes the session call for a battle: it has no open question any more,")
    ann.note("and the table names another battle, which she is shown. She sends nothing for that.")
    await ann.answer("1", "duel")
    for _ in range(MOST_ANSWERS):
        if ann.battle != session:
            break
        await clock.advance(0.5)
    ann.note(
        "The battle is played like any other. Its last commit reveals its own seed; then she is"
    )
    ann.note("shown the session again, which has gone on with the battle's outcome.")
    for _ in range(MOST_ANSWERS):
        if ann.battle == session:
            return
        if ann.questions:
            await ann.answer("1", "steady")
        await clock.advance(0.5)
    raise AssertionError("the battle does not end")


async def _end(ann: Talker, clock: ManualClock) -> None:
    ann.note("The session goes on, to its end. The table says what comes next in its campaign.")
    for _ in range(MOST_ANSWERS):
        if ann.last(TableState).phase == "finished":
            break
        if ann.questions:
            keys = [option.key for option in ann.questions[0].shape.options]  # type: ignore[union-attr]
            await ann.answer("1", "all" if "all" in keys else "steady")
        await clock.advance(0.5)
    ann.note("Her battles and campaigns, as a lobby shows them.")
    await ann.ask(ListBattles)
    ann.note("She begins the next session: its opening says which one it follows.")
    await ann.ask(Ready, True, "the same clover")
    await ann.ask(Start)
    await ann.reaches(1)
