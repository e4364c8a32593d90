"""An engine that counts common words: what an adapter of a real peer looks like, without one."""

import json
import re
import sys


def words(text):
    return set(re.findall(r"\w+", text.lower()))


class Fake:
    def build(self, galleries, folder):
        held = {item.name: dict(zip(item.ids, item.texts, strict=True)) for item in galleries}
        (folder / "held.json").write_text(json.dumps(held))

    def open(self, folder, encoder):
        self._encoder = encoder
        self._held = json.loads((folder / "held.json").read_text())

    def search(self, question):
        sys.stdout.write("a library that prints\n")
        if question.mode == "dense":
            self._encoder.embed([question.text], question.kind)
        asked = words(question.text)
        found = [
            (-len(asked & words(text)), name, text)
            for name, text in self._held[question.gallery].items()
            if not question.within or name in question.within
        ]
        return [(name, text) for _, name, text in sorted(found)[: question.k]]
