"""Tests of the language server: most in this process, a few over standard input and output."""
