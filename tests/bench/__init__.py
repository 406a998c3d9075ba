"""`make bench`: every figure of the README, each beside its limit on the same machine."""
