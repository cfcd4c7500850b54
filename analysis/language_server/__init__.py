"""The language server: what is known of games, where they are typed.

`editing` knows documents, their findings and the moves that may come next, and is shared with the
workbench in the browser; each other module answers one kind of request about a document, and
`server` speaks with the editor.
"""
