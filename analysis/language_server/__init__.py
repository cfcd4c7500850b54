"""The language server: what is known of games, where they are typed.

`document` cuts a text into games and replays those that changed; each other module answers one kind
of request about a document, and `server` speaks with the editor. `fixing` mends what is certain in
a text, for the server and for ``ludograph check --fix``; it needs no package of an extra.
"""
