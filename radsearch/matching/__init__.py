"""Two reports of one study, matched finding by finding and sentence by sentence. Pure, no model."""
