"""Interactive repair: questions about doubtful plies, checked answers, and their journal."""
