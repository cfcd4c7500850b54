"""The page for a browser without Python: a folder of files, which any static server serves."""
