"""Repair: finding what the transcriber meant to write.

A broken record is modelled as a good one copied through a noisy channel. `analysis.typos` has the
slips and the cost of writing one text for another, `candidates` the cost of each legal move for a
text, `edits` lists the possible edits of a ply, `search` finds the cheapest sets of edits that make
a game legal to its end, `apply` applies them to the record, `result` turns costs into
probabilities, and `repair` does all of it for one record.
"""
