"""Libraries: many games in one file, indexed by the positions that they reach.

`Library` opens and searches a library, `Importer` adds games; `records.library` reads the records,
so that a library is a source like any other. ``docs/library.md`` gives the reasons for the engine,
SQLite, and for the layout of the index.
"""
