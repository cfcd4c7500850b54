"""Pages in a browser: escaped elements, a page shell with a content security policy, game
viewers.
"""
