"""The error of a command, which ends it with a message."""

FAILED, USAGE, UNVERIFIED = 1, 2, 3  # exit codes; a wrong call has 2, as with argparse


class Failure(Exception):
    """A command cannot do what it was asked. The text is one line for whoever typed the command;
    `main` prints it and exits with `code`.
    """

    def __init__(self, text: str, code: int = FAILED) -> None:
        super().__init__(text)
        self.code = code
