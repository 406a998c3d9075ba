"""`hexwarden`: every command. The composition root; each command stands in `server/commands`."""

import argparse
import sys
from collections.abc import Callable, Sequence

from protocol.plain_text import shown
from server.commands import (
    admin,
    campaign,
    content,
    doctor,
    encounters,
    join,
    play,
    replay,
    schema,
    serve,
    simulate,
    tables,
    verify,
)
from server.commands.failure import Failure

COMMANDS = (
    play,
    serve,
    join,
    tables,
    encounters,
    content,
    simulate,
    campaign,
    replay,
    verify,
    schema,
    doctor,
    admin,
)


def parser() -> argparse.ArgumentParser:
    """Return the whole command line."""
    top = argparse.ArgumentParser(
        prog="hexwarden",
        description="Play the battles of a co-operative, dice-driven hex adventure online.",
        epilog="Exit codes: 0 done, 1 failed, 2 wrong usage or setting, 3 verification failed.",
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for module in COMMANDS:
        module.add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit code."""
    args = parser().parse_args(argv)
    run: Callable[[argparse.Namespace], int] = args.run
    try:
        return run(args)
    except Failure as failure:
        print(f"hexwarden: {shown(str(failure))}", file=sys.stderr)
        return failure.code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 0


if __name__ == "__main__":
    sys.exit(main())
