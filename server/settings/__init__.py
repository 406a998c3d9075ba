"""The settings of an operator, each declared once; read from flags, environment and a file."""

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
