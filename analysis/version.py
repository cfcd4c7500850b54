"""The version of ludograph."""

__version__ = "0.1.0"
