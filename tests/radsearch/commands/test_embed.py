import numpy as np
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from radsearch import load_encoder
from radsearch.commands.embed import command
from radsearch.errors import CorpusError

LINES = ["No pleural effusion.", "", "Small left pneumothorax."]


def run(arguments, text=None):
    return CliRunner().invoke(command, arguments, input=text, catch_exceptions=False)


def test_lines_of_standard_input_become_rows_in_order(tmp_path):
    out = tmp_path / "vectors.npy"
    done = run(["-o", str(out)], "\n".join(LINES) + "\n")
    assert done.exit_code == 0 and done.stdout == "" and "3 x 384" in done.stderr
    vectors = np.load(out)
    assert np.array_equal(vectors, load_encoder().embed(LINES)) and not vectors[1].any()


def test_a_file_with_bom_and_crlf_becomes_parquet_with_its_texts(tmp_path):
    source, out = tmp_path / "texts.txt", tmp_path / "vectors.parquet"
    source.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(LINES).encode())
    run([str(source), "-o", str(out)])
    table = pq.read_table(out)
    assert table["text"].to_pylist() == LINES
    assert np.array_equal(np.stack(table["vector"].to_pylist()), load_encoder().embed(LINES))


def test_no_lines_give_an_empty_file_of_the_right_width_in_a_folder_made_for_it(tmp_path):
    run(["-o", str(tmp_path / "new" / "vectors.npy")], "")
    assert np.load(tmp_path / "new" / "vectors.npy").shape == (0, 384)


def test_another_suffix_or_encoding_is_refused_before_anything_is_written(tmp_path):
    assert run(["-o", str(tmp_path / "vectors.pkl")], "x").exit_code == 2
    source = tmp_path / "texts.txt"
    source.write_bytes("œdème".encode("cp1252"))
    with pytest.raises(CorpusError, match="not UTF-8"):
        run([str(source), "-o", str(tmp_path / "vectors.npy")])
    assert [path.name for path in tmp_path.iterdir()] == ["texts.txt"]
