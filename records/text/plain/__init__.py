"""Plain sections: what nearly all programs write, read one at a time or many at once."""
