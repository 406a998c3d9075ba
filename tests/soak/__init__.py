"""Long runs that look for defects: `python -m tests.soak` (or `make soak`)."""
