"""Losses: one a file, a function of tensors and a module that embeds."""
