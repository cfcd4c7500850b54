"""The language server: checking and completing games while they are typed in an editor.

`analysis.editing` has documents, their findings and completions, and is shared with the workbench
in the browser; the other modules here answer one kind of request each, and `server` connects to the
editor.
"""
