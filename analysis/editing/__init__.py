"""Editing games while they are typed, for editors and pages alike.

`document` cuts a text into games, replays those that changed and lists their findings; `offers` has
the completions at a place; `fixing` writes moves canonically, also for ``ludograph check --fix``;
`repairs` proposes repairs as edits of the text; `history` has undo and redo. Nothing here needs a
package of an extra.
"""
