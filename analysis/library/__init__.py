"""Libraries: many games in one file, indexed by the positions that they reach.

`LibraryFile` opens a library, `search` searches it, and `Importer` adds games. `records.library`
reads the records, so that a library is a source like any other file. ``docs/library.md`` gives the
reasons for the engine, SQLite, and for the layout of the index.
"""
