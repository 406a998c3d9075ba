"""The whole system in one thread, under a seeded clock, network and store.

`python -m tests.simulator --seeds 300` (or `make simulate SEEDS=300`) runs that many histories;
`--seed N` runs one again, exactly, and tells what happens in it; `--scripts` lets the store's own
scripts be the store (this needs `lupa`).
"""
