"""Training signals: one a file, seeded, pure rows out."""
