"""Test vectors for other programs."""

VERSION = "1.2"
"""The version of the vectors: cases are added with the second number."""
