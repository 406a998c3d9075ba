"""What comes in: lines of a file, each read when it is asked for."""

import asyncio
import io
import os

from clients.terminal import Lines


async def test_lines_come_one_by_one_without_their_ends_and_then_nothing() -> None:
    lines = Lines(io.StringIO(" first \n\nlast"))
    assert [await lines.read() for _ in range(4)] == ["first", "", "last", None]
    assert not lines.is_terminal


async def test_nothing_is_read_before_it_is_asked_for() -> None:
    """Given a pipe with two lines, when one is asked for, then the other stays in the pipe."""

    class Counted(io.StringIO):
        reads = 0

        def readline(self, *_: object) -> str:  # type: ignore[override]
            self.reads += 1
            return "line\n"

    pipe = Counted()
    lines = Lines(pipe)
    assert pipe.reads == 0
    await lines.read()
    assert pipe.reads == 1


async def test_the_loop_goes_on_while_a_line_is_waited_for_also_after_one_gives_up() -> None:
    """Given a pipe without a line, when a reader gives up, then the next one gets what comes."""
    end, other = os.pipe()
    lines = Lines(os.fdopen(end, "r", encoding="utf-8"))
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    first = asyncio.create_task(lines.read())
    await asyncio.sleep(0)
    first.cancel()
    second = asyncio.create_task(lines.read())
    await asyncio.sleep(0)
    os.write(other, b"one\ntwo\n")
    os.close(other)
    assert await second == "two"
    assert faults == []


async def test_a_file_that_cannot_be_read_is_at_its_end() -> None:
    closed = io.StringIO("line")
    lines = Lines(closed)
    closed.close()
    assert await lines.read() is None
