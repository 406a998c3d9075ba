"""How property tests run everywhere."""

from hypothesis import settings

# An example takes as long as the machine has else to do: a limit of 200 ms fails by load alone, and
# pytest-timeout ends what hangs.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
