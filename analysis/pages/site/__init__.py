"""The page for a browser without Python: a folder of files for any static server."""
