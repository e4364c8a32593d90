"""`radsearch app -i INDEX`: opens the web page."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import click

LOCAL = ("127.0.0.1", "localhost", "::1")


@click.command("app")
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--password-file",
    type=click.Path(path_type=Path),
    help="First line: what a visitor must type before any report is shown.",
)
def command(index: Path, port: int, host: str, password_file: Path | None) -> None:
    """Open the web page on an index; it makes no request to the outside."""
    from radsearch.errors import RadsearchError
    from radsearch.store.manifest import read_manifest

    if importlib.util.find_spec("streamlit") is None:
        raise RadsearchError(
            "the web page needs streamlit, which is not installed: pip install 'radsearch[app]'"
        )
    read_manifest(index)  # says what is wrong before a server starts
    check_password(host, password_file)
    environment = {
        **os.environ,
        "RADSEARCH_INDEX": str(index.resolve()),
        "RADSEARCH_PASSWORD_FILE": str(password_file.resolve()) if password_file else "",
        "HF_HUB_OFFLINE": os.environ.get("HF_HUB_OFFLINE", "1"),
    }
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"radsearch on http://{shown}:{port} (stop with Ctrl+C)", err=True)
    status = subprocess.run(
        [sys.executable, "-m", "streamlit", "run", *arguments(host, port)],
        env=environment,
        check=False,
    ).returncode
    raise SystemExit(status)


def check_password(host: str, password_file: Path | None) -> None:
    """Refuse an empty password; warn where others can connect and there is none.

    Args:
        host: Address to listen on.
        password_file: Holds the password; None = none.

    Raises:
        RadsearchError: If the file is missing or empty.
    """
    from radsearch.errors import RadsearchError

    if password_file is not None:
        if not password_file.is_file():
            raise RadsearchError(f"no password file at '{password_file}'")
        if not password_file.read_text(encoding="utf-8").strip():
            raise RadsearchError(f"password file '{password_file}' is empty: write one into it")
    elif host not in LOCAL:
        click.echo(
            f"radsearch: warning: listening on {host} without a password: whoever reaches this "
            f"machine reads the reports. Give --password-file FILE, or keep to 127.0.0.1",
            err=True,
        )


def arguments(host: str, port: int) -> list[str]:
    """What streamlit is started with: our page, no telemetry, no error details to visitors."""
    from radsearch import webpage

    flags = {
        "server.address": host,
        "server.port": str(port),
        "server.headless": "true",
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
        "runner.magicEnabled": "false",
        "client.showErrorDetails": "none",
        "client.showErrorLinks": "false",
        "client.toolbarMode": "viewer",
        "theme.light.primaryColor": "#146e96",  # theme.primaryColor would switch dark off
        "theme.dark.primaryColor": "#5fb3d6",
    }
    script = Path(str(webpage.__file__)).with_name("start.py")
    # on a local server no page elsewhere may point its own name at this one
    hosts = [f"--server.allowedHosts={name}" for name in LOCAL if host in LOCAL]
    return [str(script), *(f"--{name}={value}" for name, value in flags.items()), *hosts]
