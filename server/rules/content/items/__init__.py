"""Item cards, one file for each subtype."""
