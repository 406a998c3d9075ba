"""What every rule of a session stands on: its state and what each event changes of it (`facts`),
and the running `Session`. Other packages import its modules.
"""

__all__ = [
    "facts",
    "printed",
    "session",
    "state",
]
