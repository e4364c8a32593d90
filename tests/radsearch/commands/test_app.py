import pytest
from click.testing import CliRunner

from radsearch.commands.app import arguments, check_password, command
from radsearch.errors import RadsearchError


def test_the_page_is_private_by_default():
    flags = arguments("127.0.0.1", 9000)
    assert flags[0].endswith("start.py")
    assert "--server.address=127.0.0.1" in flags
    assert "--browser.gatherUsageStats=false" in flags
    assert "--client.showErrorDetails=none" in flags
    assert "--server.allowedHosts=127.0.0.1" in flags
    assert not any("allowedHosts" in flag for flag in arguments("0.0.0.0", 9000))


def test_a_wider_address_without_a_password_is_warned_of(tmp_path, capsys):
    check_password("127.0.0.1", None)
    assert capsys.readouterr().err == ""
    check_password("0.0.0.0", None)
    assert "without a password" in capsys.readouterr().err
    file = tmp_path / "p"
    file.write_text("secret")
    check_password("0.0.0.0", file)
    assert capsys.readouterr().err == ""


def test_a_missing_or_empty_password_file_is_refused(tmp_path):
    with pytest.raises(RadsearchError, match="no password file"):
        check_password("127.0.0.1", tmp_path / "none")
    (tmp_path / "empty").write_text("\n")
    with pytest.raises(RadsearchError, match="is empty"):
        check_password("127.0.0.1", tmp_path / "empty")


def test_without_streamlit_the_command_says_what_to_install(index, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(RadsearchError, match=r"pip install 'radsearch\[app\]'"):
        CliRunner().invoke(command, ["-i", str(index)], catch_exceptions=False)


def test_a_missing_index_is_named_before_any_server_starts(tmp_path):
    with pytest.raises(RadsearchError, match="no index at"):
        CliRunner().invoke(command, ["-i", str(tmp_path / "x")], catch_exceptions=False)


def test_serve_without_fastapi_says_what_to_install(index, monkeypatch):
    from radsearch.commands.serve import command as serve

    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(RadsearchError, match=r"pip install 'radsearch\[app\]'"):
        CliRunner().invoke(serve, ["-i", str(index)], catch_exceptions=False)


def test_the_map_command_writes_beside_the_manifest(index, monkeypatch):
    from radsearch.commands.map import command as make_map

    run = CliRunner().invoke(make_map, ["-i", str(index), "--at-most", "12"])
    assert run.exit_code == 0 and "12 reports" in run.output
    (index / "map.parquet").unlink()
