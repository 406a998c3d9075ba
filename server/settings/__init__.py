"""What an operator can set: every setting, declared once, from flags, environment or file."""

from server.settings.declaration import (
    PREFIX,
    UNITS,
    Settings,
    add_arguments,
    describe,
    load,
    networks_of,
)
from server.settings.values import BadSetting

__all__ = [
    "PREFIX",
    "UNITS",
    "BadSetting",
    "Settings",
    "add_arguments",
    "describe",
    "load",
    "networks_of",
]
