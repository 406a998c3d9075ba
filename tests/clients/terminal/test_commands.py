"""Lines that begin with a slash: talk, undo, bots, who is asked before leaving."""

from clients.sdk import Client, connect
from protocol.ids import PlayerId
from tests.clients.conftest import Serve, site_of
from tests.clients.terminal.person import Person, _ready, _table, den


async def test_talk_pings_presence_and_commands_reach_everybody(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        first, second, to_watch = await den(lead, 2)
        ann, bob, eve = Person().sit(first, "Ann"), Person().sit(second, "Bob"), Person()
        eve.look(to_watch)
        for person in (ann, bob, eve):
            await person.sees("Table 'Den'")
        ann.type("/say Hello Bob", "/ping 3, -2")
        for person in (bob, eve):
            await person.sees("Ann: Hello Bob")
            await person.sees("Ann points at 3,-2.")
        eve.type("/say I watch", "/map", "/who", "1")
        await ann.sees("I watch")
        await eve.sees("There is no battle to show.")
        await eve.sees("seat 1: Ann")
        await eve.sees("Nothing is asked of you now.")
        for person in (ann, bob, eve):
            person.type("/quit")
            assert await person.leaves() == 0


async def test_a_player_takes_an_answer_back(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        ann = Person().sit(link, "Ann")
        await ann.sees("Get ready")
        ann.type("/undo", "1")
        await ann.sees("nothing yet that could be taken back")
        await lead.until(lambda: _ready(lead))
        await lead.start()
        await ann.sees("Choose a race.")
        ann.type("nord")
        await ann.sees("Choose your starting skill line.")
        ann.type("/undo")
        await ann.sees("took back what came after version 1")
        await ann.sees("Choose a race.")
        ann.type("nord")
        await ann.sees("Choose your starting skill line.")
        ann.type("one hand")
        await ann.sees("attribute rows")
        ann.type("/undo")
        await ann.sees("took back what came after version 4")
        await ann.sees("Choose your starting skill line.")
        ann.type("/undo")
        await ann.sees("took back what came after version 3")
        await ann.sees("Choose a race.")
        ann.type("/undo")
        await ann.sees("nothing yet that could be taken back")
        ann.type("/quit")
        await ann.leaves()


async def test_an_undo_that_others_have_to_agree_to_is_voted_on(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        first, second, _ = await den(lead, 2)
        ann, bob = Person().sit(first, "Ann"), Person().sit(second, "Bob")
        for person in (ann, bob):
            await person.sees("Get ready")
            person.type("1")
        await lead.until(lambda: _ready(lead))
        await lead.start()
        await ann.sees("Choose a race.")
        ann.type("nord")
        await ann.sees("starting skill line")
        ann.type("one hand")
        await ann.sees("attribute rows")
        ann.type("d")
        await bob.sees("Choose a race.")
        bob.type("orc")
        await bob.sees("starting skill line")
        ann.type("/undo")
        await bob.sees("Type /yes or /no.")
        bob.type("no")
        await ann.sees("The table does not go back.")
        ann.type("/undo")
        await bob.sees("Type /yes or /no.")
        bob.type("/yes")
        await ann.sees("The undo is granted.")
        await ann.sees("attribute rows")
        for person in (ann, bob):
            person.type("/quit")
            await person.leaves()


async def test_a_bot_can_take_over_and_give_back_a_seat(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        ann = Person().sit(link, "Ann")
        await ann.sees("Get ready")
        ann.type("1")
        await lead.until(lambda: _ready(lead))
        await lead.start()
        await ann.sees("Choose a race.")
        ann.type("/auto", "/bot random")
        await ann.sees("What may be passed is passed for seat 1")
        await lead.until(lambda: bool(lead.view and lead.view.version > 3))
        ann.type("/claim 1", "/quit")
        assert await ann.leaves() == 0


async def test_commands_with_bad_arguments_refuse_and_a_question_mark_helps_everywhere(
    serve: Serve,
) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        ann = Person().sit(link, "Ann")
        await ann.sees("Get ready")
        ann.type("?")
        await ann.sees("d takes the default")
        for line, said in (
            ("/log many", "/log takes a number"),
            ("/undo now", "/undo takes a version"),
            ("/ready perhaps", "/ready takes on or off"),
            ("/auto 3", "/auto takes on or off"),
            ("/map north", "/map takes nothing else"),
            ("/quit later", "/quit takes nothing else"),
        ):
            ann.type(line)
            await ann.sees(said)
        assert not _ready(lead)
        ann.type("/quit")
        assert await ann.leaves() == 0


async def test_the_host_is_asked_before_leaving_others_alone(serve: Serve) -> None:
    async with connect(site_of(await serve()), "Lead") as lead:
        link, _ = await den(lead)
        ann = Person().sit(link, "Ann")
        await ann.sees("Get ready")
        await lead.hand_over("", PlayerId(_member(lead, "Ann")))
        await ann.sees("leader")
        ann.type("/quit")
        await ann.sees("Type /quit once more")
        ann.type("/who")
        ann.type("/quit")
        ann.type("/quit")
        assert await ann.leaves() == 0


def _member(client: Client, name: str) -> str:
    return str(next(one.player for one in _table(client).members if one.name == name))
