"""Libraries: many games in one file, indexed by the positions that they reach.

`Library` opens one and answers questions, `Importer` adds games; `records.library` reads the games
themselves, so that a library is a source like any other. ``docs/library.md`` gives the reasons for
the engine, SQLite, and for the way in which the index is packed into it.
"""
