import gzip
from pathlib import Path

import numpy as np
import pytest

from radsearch.errors import CorpusError
from train.__main__ import group
from train.rows import Family
from train.signals.captions import Captions, bare, captions_of, read_captions, wrong_steps
from train.signals.extracted import findings_of
from train.signals.registry import open_signal
from train.stages import CAPTIONS

TEXTS = {
    "a": "Axial CT showing a 9 mm solid nodule in the right upper lobe (white arrow).",
    "b": "Chest radiograph. Moderate left pleural effusion with mild cardiomegaly is seen.",
    "c": "Radiographie du thorax montrant une opacité du lobe supérieur droit.",
    "d": "No pneumothorax is seen in the left lung.",
    "e": "The arrow points to the left kidney and its cyst.",
    "f": "Image of the instrument that was used in the study.",
}


def write(path: Path, licences: str = "") -> Path:
    lines = [f'{key},"{text}",{licences or "CC BY"}' for key, text in TEXTS.items()]
    text = "\n".join(["roco_id,caption,licence", *lines]) + "\n"
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


@pytest.fixture
def signal(tmp_path: Path) -> Captions:
    return Captions.read(write(tmp_path / "captions.csv.gz"))


def rows(families: list[Family]) -> list[tuple[str, ...]]:
    return [v.texts for family in families for v in family.variants]


def test_a_folder_gives_what_its_files_give(tmp_path: Path) -> None:
    one = list(read_captions(write(tmp_path / "captions.csv.gz")))
    assert list(read_captions(tmp_path)) == one
    assert [c.key for c in one] == ["a/0", "b/1", "d/0", "f/0"]
    assert "arrow" not in one[0].text


def test_figures_that_may_not_be_used_are_left_out(tmp_path: Path) -> None:
    assert list(read_captions(write(tmp_path / "captions.csv", "CC BY-NC"))) == []


def test_a_file_without_captions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"found no \*\.csv"):
        list(read_captions(tmp_path))
    (tmp_path / "t.csv").write_text("title\nx\n")
    with pytest.raises(CorpusError, match="has columns title, wanted one that is called caption"):
        list(read_captions(tmp_path))


def test_the_bare_form_states_the_same_findings() -> None:
    (caption,) = captions_of("a", TEXTS["a"])
    assert bare(caption.text) == "9 mm solid nodule in the right upper lobe."
    assert bare("No pneumothorax is seen.") == "No pneumothorax is seen."


def test_each_step_is_wrong_in_one_attribute_more() -> None:
    text = "9 mm solid nodule in the right upper lobe."
    for seed in range(10):
        steps = wrong_steps(text, np.random.default_rng(seed), 3)
        assert steps
        axes, copies = zip(*steps, strict=True)
        assert len(set(axes)) == len(axes)
        assert len({text, *copies}) == len(copies) + 1
        assert all(findings_of(copy) != findings_of(text) for copy in copies)


def test_families_are_graded_and_keep_the_sentence_beside_its_bare_form(signal: Captions) -> None:
    families = [f for seed in range(5) for f in signal.draw(np.random.default_rng(seed), 9)]
    figures = {family.key.split("/")[1]: family for family in families}
    assert sorted(figures) == ["a", "b", "d"]  # f states no finding
    assert len(figures["a"].variants[0].texts) == 2
    for family in families:
        first, *wrong = family.variants
        assert [v.distance for v in family.variants] == list(range(len(wrong) + 1))
        assert not {v.texts[0] for v in wrong} & set(first.texts)


def test_a_draw_depends_on_its_seed_alone(signal: Captions) -> None:
    def drawn(seed: int) -> list[tuple[str, ...]]:
        return rows(signal.draw(np.random.default_rng(seed), 3))

    assert drawn(1) == drawn(1)
    assert any(drawn(1) != drawn(seed) for seed in range(2, 6))
    assert len(signal.draw(np.random.default_rng(1), 2)) == 2


def test_the_signal_wants_a_place_to_read_from(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no signal is called 'captions'"):
        open_signal(CAPTIONS.signal)
    found = open_signal(CAPTIONS.signal, captions=write(tmp_path / "captions.csv"))
    assert found.draw(np.random.default_rng(0), 1)
    assert "captions" in {option.name for option in group.commands["fit"].params}
