"""What is printed on the components, gathered in one catalogue (`catalogue.py`)."""
