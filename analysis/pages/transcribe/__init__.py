"""The workbench: a score sheet, the text that is typed from it, and the board, in a browser.

`saved` and `history` keep the text, `sheets` what is known of the scan, `workbench` joins them to
the document under edit, and `endpoints` answers the page.
"""
