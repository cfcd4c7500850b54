"""What is known of games where they are typed, whoever shows it: an editor, or a page.

`document` cuts a text into games and replays those that changed, `findings` and `offers` are what
stands below a text and what may come next in it, and `fixing` mends what is certain, for
``ludograph check --fix``, too. Nothing here needs a package of an extra.
"""
