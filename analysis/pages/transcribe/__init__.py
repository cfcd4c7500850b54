"""The workbench: a score sheet, the text typed from it, and the board, in a browser.

`saved` and `history` store the text, `sheets` has the recognised plies of the scan, `workbench`
joins them with the edited document, and `endpoints` answers the page.
"""
