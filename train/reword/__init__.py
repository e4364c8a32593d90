"""Rewordings and thoughts for a user's reports, by a language model that the user names."""
