"""What happens at a moment: forced and optional effects (`offers`), class interrupts, the window
for effects that may be used at any time, and the texts that players read.
"""

from server.rules.battle.windows import interrupts, offers
from server.rules.battle.windows.anytime import ANYTIME, AnytimeWindow

__all__ = [
    "ANYTIME",
    "AnytimeWindow",
    "interrupts",
    "offers",
]
