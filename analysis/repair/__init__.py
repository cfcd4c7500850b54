"""Repair: what the transcriber meant.

A broken record is taken for a good one that went through a noisy channel: somebody copied it and
slipped. `errors` says which slips there are and how rare each is, `pricing` what it costs to take
one text for another, `course` plays edited games, `candidates` lists the edits that a place allows,
`search` finds the cheapest sets of edits that carry a game to its end, `confidence` turns prices
into probabilities, and `repair` is what all that is for.
"""
