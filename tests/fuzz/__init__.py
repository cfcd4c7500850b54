"""Fuzzing: odd inputs of every kind, made from good ones, and the laws that each has to keep.

``python -m tests.fuzz --inputs 100000 --seed 7`` runs it for as long as is wanted; the tests run a
few hundred inputs, always the same. What broke a law is made small and kept in ``found``, where the
tests check it from then on.

* `tests.fuzz.seeds`: good and bad inputs to begin with.
* `tests.fuzz.changes`: how texts, JSON, tables, trees and bytes are changed.
* `tests.fuzz.packages`: archives, compressed files and Parquet, with odd fields in their headers.
* `tests.fuzz.kinds`: the kinds of inputs: what is changed how, and checked by which laws.
* `tests.fuzz.laws`, `tests.fuzz.commands`: the laws of files and of commands.

An input depends on its number and the seed of the run alone. Hypothesis is used where one law has
one kind of input, in the tests of the rooms, such as move texts, conditions and position strings; a
run of hours that goes on after a failure is a loop.
"""
