from pathlib import Path

import numpy as np
from click.testing import CliRunner

from train.__main__ import group
from train.fit import draw
from train.signals.registry import open_signal
from train.stages_ablation import ABLATION


def test_each_run_lacks_one_signal_and_keeps_the_rest() -> None:
    full, *others = ABLATION
    for stage in others:
        assert stage.steps == full.steps and stage.seed == full.seed
        assert {p.signal for p in stage.parts} != {p.signal for p in full.parts}
        assert len(set(stage.parts) & set(full.parts)) >= 3


def test_without_rewordings_no_meaning_has_two_wordings() -> None:
    stage = next(stage for stage in ABLATION if stage.name == "without-rewordings")
    signals = {part.signal: open_signal(part.signal) for part in stage.parts}
    rows = {p.signal: r for p, (r, _) in zip(stage.parts, draw(stage, signals, 0), strict=True)}
    for name in ("families_without_rewordings", "study_contrasts_without_rewordings"):
        assert rows[name] and all(len(v.texts) == 1 for row in rows[name] for v in row.variants)


def test_without_thoughts_no_level_of_a_thought_is_drawn() -> None:
    from train.signals.pairs import read_studies
    from train.signals.registry import DATA

    studies = read_studies(DATA / "corpus")
    levels = ("evidence", "pattern", "reasoning", "thought")
    views = [(name, text) for study in studies for name, text in study.views.items()]
    sections = " ".join(text for name, text in views if name not in levels)
    thoughts = {text for name, text in views if name in levels and text not in sections}
    assert len(thoughts) > 5_000
    signal = open_signal("reports_without_thoughts")
    drawn = [pair for seed in range(3) for pair in signal.draw(np.random.default_rng(seed), 60)]
    assert not {text for pair in drawn for text in (pair.left, pair.right)} & thoughts


def test_a_stage_that_there_is_not_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    asked = ["fit", "--stages", "ablation", "--model", "nowhere", "--only", "small-1"]
    result = CliRunner().invoke(group, [*asked, "--out", str(tmp_path)])
    assert result.exit_code == 2
    assert "no stage 'small-1' in ablation" in result.output and "without-radsim" in result.output
