"""All building blocks of provinces, by name."""

from server.rules.content.provinces.blocks import OutcomeBlock, RequirementBlock
from server.rules.content.provinces.does_flow import FLOW
from server.rules.content.provinces.does_map import MAP
from server.rules.content.provinces.does_people import PEOPLE
from server.rules.content.provinces.needs import NEEDS as OTHERS
from server.rules.content.provinces.needs_map import PLACES

__all__ = ["DOES", "NEEDS"]

NEEDS: dict[str, type[RequirementBlock]] = {**PLACES, **OTHERS}
DOES: dict[str, type[OutcomeBlock]] = {**PEOPLE, **MAP, **FLOW}
