"""The JSON records of the Abstract Play server."""
