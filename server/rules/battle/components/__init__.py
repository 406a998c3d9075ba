"""What can be printed on a component and what it does: the kinds of content function (`effects`),
the components (`printed`, `encounters`, `delve_parts`), the catalogue that holds them, and which
effects are active for a unit now (`active_effects`), sorted by moment (`bearings`). Other packages
import its modules.
"""

__all__ = [
    "active_effects",
    "bearings",
    "catalogue",
    "delve_parts",
    "effects",
    "encounters",
    "printed",
]
