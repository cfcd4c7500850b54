"""Sources: files, folders, archives and standard input as lines of text."""
