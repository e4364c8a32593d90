"""What a report says: sections, sentences, findings with attributes, RadSim. Pure, no model."""
