"""Tests of texts under edit, for the workbench and for editors."""
