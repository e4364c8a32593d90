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
@click.option("--threads", type=int, help="Cores for the encoder.")
def command(
    index: Path, port: int, host: str, token_file: Path | None, most_at_once: int,
    threads: int | None,
) -> None:  # fmt: skip
    """Serve search, batch, more_like, compare, extract, export, health, metrics over HTTP.

    Documentation: /docs, for programs /openapi.json.
    """
    from radsearch.errors import RadsearchError

    for library in ("fastapi", "uvicorn"):
        if importlib.util.find_spec(library) is None:
            raise RadsearchError(
                f"REST needs {library}, which is not installed: pip install 'radsearch[app]'"
            )
    import uvicorn

    from radsearch.rest.app import make_app, read_token
    from radsearch.searcher import Searcher

    token = read_token(token_file)
    if not token and host not in LOCAL:
        click.echo(
            f"radsearch: warning: listening on {host} without a token: whoever reaches this "
            f"machine reads the reports. Give --token-file FILE, or keep to 127.0.0.1",
            err=True,
        )
    searcher = Searcher.open(index, threads=threads)
    app = make_app(searcher, token=token, local=host in LOCAL, most_at_once=most_at_once)
    click.echo(f"radsearch REST on http://{host}:{port}/docs (stop with Ctrl+C)", err=True)
    uvicorn.run(app, host=host, port=port, log_level="warning")
