"""Components: the kinds of content function that they consist of (`effects`), what is printed on
them (`printed`, `encounters`, `delve_parts`), the catalogue that holds them, and which effects are
active now (`active_effects`, those of dice in `dice_effects`), sorted by unit and moment
(`unit_effects`). Other packages import its modules.
"""

__all__ = [
    "active_effects",
    "catalogue",
    "delve_parts",
    "dice_effects",
    "effects",
    "encounters",
    "printed",
    "unit_effects",
]
