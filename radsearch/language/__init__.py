"""What a report says: sections, sentences, findings with attributes, RadSim. Pure, no model."""

# Eager on purpose: `extract`, `radsim` name a module and its function; these lines settle which.
from radsearch.language.extract import extract
from radsearch.language.finding import Finding
from radsearch.language.radsim import Similarity, radsim
from radsearch.language.radsim_matrix import radsim_matrix

__all__ = ["Finding", "Similarity", "extract", "radsim", "radsim_matrix"]
