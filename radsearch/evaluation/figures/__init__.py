"""Figures of the benchmark book as PNG files; need matplotlib, one also scikit-learn."""
