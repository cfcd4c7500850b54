"""What is known of games where they are typed, whoever shows it: an editor, or a page.

`document` cuts a text into games, replays those that changed and lists what is found in them;
`offers` and `place` are what may come next and what is shown there; `fixing` writes moves as they
should be, for ``ludograph check --fix``, too; `repairs` and `answers` are what a repair proposes
and what is answered; `history` undoes; `session` is a text under edit in a browser. Nothing here
needs a package of an extra.
"""
