"""Typing and scanning slips: what they cost, and the legal texts nearest to a written one."""
