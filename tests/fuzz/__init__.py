"""Fuzzing: odd inputs of every kind, made from good ones, and the laws that they must keep.

``python -m tests.fuzz --inputs 100000 --seed 7`` runs any number of inputs; the tests run a
few hundred inputs, always the same. Inputs that break a law are made small and kept in ``found``;
the tests check them from then on.

* `tests.fuzz.seeds`: the original inputs, good and bad.
* `tests.fuzz.changes`: how texts, JSON, tables, trees and bytes are changed.
* `tests.fuzz.packages`: archives, compressed files and Parquet, with odd fields in their headers.
* `tests.fuzz.kinds`: the kinds of inputs: how each is made, and the laws that check it.
* `tests.fuzz.laws`, `tests.fuzz.commands`: the laws of files and of commands.

An input depends only on its number and the seed of the run. Hypothesis is used where one law has
one kind of input, such as move texts, conditions and position strings, in the tests of packages.
A loop can run for hours, and continue after a failure.
"""
