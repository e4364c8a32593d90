import json

import pyarrow as pa
import pyarrow.parquet as pq
from click.testing import CliRunner

from radsearch.cli import group

REFERENCE, CANDIDATE = "Small left effusion. No pneumothorax.", "Small right effusion."


def run(*arguments):
    result = CliRunner().invoke(group, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_compare_prints_both_texts_findings_and_errors():
    output = run("compare", REFERENCE, CANDIDATE, "--no-encoder")
    assert REFERENCE in output
    assert "laterality" in output
    assert "left > right" in output
    assert "actionable errors 1" in output


def test_compare_reads_files_and_writes_json(tmp_path):
    for name, text in (("r.txt", REFERENCE), ("c.txt", CANDIDATE)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    record = json.loads(
        run("compare", str(tmp_path / "r.txt"), str(tmp_path / "c.txt"), "--json", "--no-encoder")
    )
    assert record["n_actionable"] == 1
    assert record["errors_by_kind"]["laterality"] == 1
    span = record["errors"][0]["reference_spans"][0]
    assert REFERENCE[span["start"] : span["end"]] == "effusion"


def test_bench_drafts_names_the_worst_by_id_and_prints_no_text(tmp_path):
    def write(name, *texts):
        table = pa.table({"report_id": ["r1", "r2"], "findings": list(texts)})
        pq.write_table(table, tmp_path / name)
        return str(tmp_path / name)

    reference = write("refs.parquet", "Large left pneumothorax.", "Clear lungs.")
    good = write("good.parquet", "Large left pneumothorax.", "Clear lungs.")
    bad = write("bad.parquet", "Large right pneumothorax.", "Clear lungs.")
    arguments = ("--reference", reference, "--candidate", bad, "--candidate2", good)
    output = run("bench", "drafts", *arguments, "--no-encoder")
    assert "laterality 1" in output
    assert output.index("r1") < output.index("r2")
    assert "p = " in output
    assert "pneumothorax" not in output
    assert "pneumothorax" in run("bench", "drafts", *arguments, "--no-encoder", "--show-text")
