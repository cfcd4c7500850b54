"""Tests of texts under edit, whoever shows them."""
