"""Fuzzing: odd inputs of every kind, made from good ones, and the laws that each has to keep.

``python -m tests.fuzz --inputs 100000 --jobs 2 --seed 7`` runs it for as long as is wanted; the
tests run a few thousand inputs, always the same. What broke a law is made small and kept in
``found``, where the tests check it from then on.

* `tests.fuzz.seeds`: good and bad inputs to begin with.
* `tests.fuzz.mutators`, `tests.fuzz.structures`: how an input is changed, as text and by its
  structure; `tests.fuzz.packages` packs inputs into archives.
* `tests.fuzz.kinds`: the kinds of inputs: what is mutated how, and checked by which laws.
* `tests.fuzz.laws`, `tests.fuzz.commands`, `tests.fuzz.strings`: the laws of files, of commands and
  of short strings.
* `tests.fuzz.run`: the loop: budget, time limit, failures made small and kept.

An input that shows findings not seen together before joins the seeds of the run, as one that
reaches new code does where coverage is measured. So the inputs depend on the seed of the run and on
the readers, and on nothing else.
"""
