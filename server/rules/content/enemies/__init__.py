"""Enemy skills, one file for each moment at which they act."""
