"""Long runs that look for defects, and for what grows: `make soak` and `make soak-tables`."""
