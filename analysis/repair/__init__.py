"""Repair: what the transcriber meant.

A broken record is taken for a good one that went through a noisy channel: it was copied, with
slips. `analysis.typos` holds the slips and the price of writing one text for another, `candidates`
prices the legal moves for a text, `edits` lists the edits that a place allows, `search` finds the
cheapest sets of edits that carry a game to its end, `apply` carries them out on the record,
`result` turns prices into probabilities, and `repair` does all of it for one record.
"""
