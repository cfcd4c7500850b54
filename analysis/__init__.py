"""What follows from the rules: replays, findings, diagrams, tables, and the command line."""
