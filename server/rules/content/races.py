"""The ten races: starting values and an ability that is used once per battle (p19, p24)."""

from server.rules.battle.effects import Race


def _race(id: str, name: str, figures: tuple[int, int, int, int, int], text: str) -> Race:
    health, stamina, magicka, combat, cooldown = figures
    return Race(id, name, health, stamina, magicka, combat, cooldown, text)


RACES = (
    _race("argonian", "Argonian", (5, 3, 2, 1, 2), "Prevent all of one instance of damage."),
    _race("breton", "Breton", (5, 2, 3, 1, 2), "Keep an overtaxed weapon or armor."),
    _race("dark-elf", "Dark Elf", (4, 2, 3, 2, 2), "Four dice come home for light fatigue."),
    _race("high-elf", "High Elf", (4, 2, 4, 1, 2), "Bring an adventurer back and heal 3."),
    _race("imperial", "Imperial", (5, 2, 2, 2, 2), "Prevent up to 3 damage, gain tenacity."),
    _race("khajiit", "Khajiit", (4, 3, 2, 2, 2), "Pick a lock without rolling, then move."),
    _race("nord", "Nord", (4, 2, 2, 3, 2), "Add enemy Combat dice to a weapon engage."),
    _race("orc", "Orc", (5, 2, 2, 1, 3), "Take another turn for 1 overfatigue."),
    _race("redguard", "Redguard", (4, 3, 2, 3, 1), "Turn fatigue and statuses into HP."),
    _race("wood-elf", "Wood Elf", (5, 3, 1, 2, 2), "Hide up to two party members."),
)
