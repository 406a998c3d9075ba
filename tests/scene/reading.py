"""What a scene's open questions say."""

from protocol.questions import options_of
from tests.scene.scene import Scene


def noted(scene: Scene, why: str) -> dict[str, str]:
    """What an open question says of each effect that it offers, by the effect's own key."""
    options = options_of(scene.asked(why).shape)
    return {option.key.rpartition(".")[2]: option.note for option in options}
