"""The explorer: a page that goes through the positions of a library, move by move."""
