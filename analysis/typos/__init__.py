"""Slips of writing: which there are, what each costs, and which legal texts are near."""
