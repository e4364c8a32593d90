"""`radsearch serve -i INDEX`: serves the REST interface."""

import importlib.util
from pathlib import Path

import click

LOCAL = ("127.0.0.1", "localhost", "::1")


@click.command("serve")
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option("--port", type=click.IntRange(1, 65535), default=8600, show_default=True)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--token-file", type=click.Path(path_type=Path), help="Holds the bearer token.")
@click.option("--most-at-once", type=click.IntRange(1), default=200, show_default=True,
              help="Requests in work; more get 503.")  # fmt: skip
@click.option("--threads", type=click.IntRange(min=1), help="Cores for the encoder.")
@click.option("--processes", type=click.IntRange(1, 64), default=1, show_default=True,
              help="Servers on the same port; best is one a core.")  # fmt: skip
def command(
    index: Path, port: int, host: str, token_file: Path | None, most_at_once: int,
    threads: int | None, processes: int,
) -> None:  # fmt: skip
    """Serve search, batch, more_like, timeline, compare, extract, export, metrics over HTTP.

    Documentation: /docs, for programs /openapi.json.
    """
    from radsearch.errors import RadsearchError

    for library in ("fastapi", "uvicorn"):
        if importlib.util.find_spec(library) is None:
            raise RadsearchError(
                f"REST needs {library}, which is not installed: pip install 'radsearch[app]'"
            )
    from radsearch.rest.app import read_token
    from radsearch.rest.processes import Settings, run
    from radsearch.store.manifest import read_manifest

    read_manifest(index)  # says what is wrong before a server starts
    token = read_token(token_file)
    if not token and host not in LOCAL:
        click.echo(
            f"radsearch: warning: listening on {host} without a token: whoever reaches this "
            f"machine reads the reports. Give --token-file FILE, or keep to 127.0.0.1",
            err=True,
        )
    settings = Settings(
        index=str(index),
        local=host in LOCAL,
        token_file=str(token_file) if token_file else "",
        most_at_once=-(-most_at_once // processes),
        threads=threads,
        processes=processes,
    )
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"radsearch REST on http://{shown}:{port}/docs (stop with Ctrl+C)", err=True)
    run(settings, host, port)
