"""Plain sections, which nearly all programs write, one or many at a time; and all others."""
