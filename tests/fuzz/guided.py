"""`python -m tests.fuzz.guided SECONDS SEED FOLDER TARGET...`: targets under atheris, in turn.

Atheris never returns, and making ready takes longer than a short run: so this process imports and
instruments everything once, and each target runs in a fork of it. It leaves in FOLDER/TARGET what
libFuzzer has `said` and `found`; a line on standard output, `TARGET CODE`, says that it has ended.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import atheris

if TYPE_CHECKING:  # imported for good where atheris can watch it
    from tests.fuzz.targets import Target

LONGEST = 64 * 1024
HANGS = 60
"""Seconds that one input may take."""

# Not the rules' content: it decides nothing about bytes, and instrumenting it takes long.
DECODING = [
    "protocol",
    "server.net",
    "server.service",
    "server.tables",
    "server.players",
    "server.cluster",
    "server.battles",
    "server.commands",
    "server.settings",
]
DECODING += [
    "server.store.redis.address",
    "server.store.routed.topology",
    "clients.sdk.links",
    "jwt",
]
DECODING += ["server.rules.engine", "server.rules.battle.kernel.facts"]
DECODING += ["server.rules.content.packs"]


def main() -> None:
    """SECONDS may be empty: each target then gets its own number of inputs."""
    seconds, seed, folder, *names = sys.argv[1:]
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # log lines of what is fuzzed are no answers
    with atheris.instrument_imports(include=DECODING):
        from tests.fuzz.targets import TARGETS
    for name in names:
        target, place = TARGETS[name], Path(folder, name)
        for part in ("corpus", "found"):
            (place / part).mkdir(parents=True)
        for number, data in enumerate(target.seeds()):
            (place / "corpus" / str(number)).write_bytes(data)
        child = os.fork()
        if child == 0:
            _fuzz(target, place, seconds, seed)
        _, status = os.waitpid(child, 0)
        print(name, os.waitstatus_to_exitcode(status), file=answers, flush=True)


def _fuzz(target: "Target", place: Path, seconds: str, seed: str) -> None:
    said = os.open(place / "said", os.O_WRONLY | os.O_CREAT, 0o600)
    os.dup2(said, 1)
    os.dup2(said, 2)
    length = f"-max_total_time={seconds}" if seconds else f"-runs={target.inputs}"
    flags = [length, f"-max_len={LONGEST}", f"-timeout={HANGS}", f"-seed={seed}"]
    flags += [f"-artifact_prefix={place}/found/", "-print_final_stats=1", "-rss_limit_mb=4096"]
    atheris.Setup([sys.argv[0], *flags, str(place / "corpus")], target.run)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
