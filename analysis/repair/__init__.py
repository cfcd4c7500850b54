"""Repair: finding what the transcriber meant to write.

A broken record is modelled as a good record copied through a noisy channel. `analysis.typos` has
the slips, and the cost of each legal move for a written text. `edits` lists the possible edits of a
ply, `search` finds the cheapest sets of edits that make a game legal to its end, `apply` applies
them to the record, `confidence` turns costs into probabilities, `result` has the results, and
`repair` does all of this for one record.
"""
