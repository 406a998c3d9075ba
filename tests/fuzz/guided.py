"""`python -m tests.fuzz.guided TARGET [FLAGS OF LIBFUZZER] CORPUS`: one target under atheris."""

import sys
from pathlib import Path

import atheris

# Not the rules' content: it decides nothing about bytes, and instrumenting it takes long.
DECODING = ["protocol", "server.rooms", "server.commands", "server.rules.engine"]
DECODING += ["server.rules.battle.facts", "server.rules.content.packs"]


def main() -> None:
    with atheris.instrument_imports(include=DECODING):
        from tests.fuzz.targets import TARGETS
    target = TARGETS[sys.argv.pop(1)]
    for number, data in enumerate(target.seeds()):
        Path(sys.argv[-1], str(number)).write_bytes(data)
    atheris.Setup(sys.argv, target.run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
