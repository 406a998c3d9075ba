"""What bots do between battles: where the party goes, and which choices it takes."""

from clients.bots.days.travelling import Traveller

__all__ = ["Traveller"]
