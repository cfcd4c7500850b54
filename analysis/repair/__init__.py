"""Repair: finding what the transcriber meant to write.

A broken record is modelled as a good record copied through a noisy channel. `analysis.typos` has
the slips, and the cost of each legal move for a written text. A repair is an alignment of the
record with a legal game; `edits` has its operations. `search` finds the cheapest alignments, with
walks of the `beam` and by `retrial` of single plies; `whole` tries other variants and dialects,
and explains games that need no edit. `confidence` turns costs into probabilities, `apply` applies
edits to the record, `result` has the results, and `repair` does all of this for one record.
"""
