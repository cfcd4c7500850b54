"""The workbench: a score sheet, the text typed from it, and the board, in a browser.

`session` is the text under edit with its scans (`sheets`), `place` the board at the caret;
`workbench` saves the text at each change, and answers its page.
"""
