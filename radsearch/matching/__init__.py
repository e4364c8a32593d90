"""Two reports of one study, matched by findings and by sentences. Loads no model."""
