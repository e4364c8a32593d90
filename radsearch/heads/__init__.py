"""Frozen embedding -> tags with status, attributes."""
