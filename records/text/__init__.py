"""The text format: games as they are typed and printed."""
