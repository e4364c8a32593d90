"""`radsearch info`: what is active on this machine, and what an index holds."""

import json
import platform
from importlib import metadata
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import numpy as np

import radsearch

_LIBRARIES = (
    "lancedb",
    "pyarrow",
    "onnxruntime",
    "tokenizers",
    "numpy",
    "faiss-cpu",
    "faiss-gpu",
    "torch",
    "sentence-transformers",
    "transformers",
    "streamlit",
)


@click.command("info")
@click.option("-i", "--index", type=click.Path(path_type=Path), help="Describe this index too.")
@click.option("--encoder", help="Folder or hub id; the shipped one if not given.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(index: Path | None, encoder: str | None, as_json: bool) -> None:
    """Say what is active: encoder, runtime, FAISS, versions; with -i, what the index holds."""
    facts: dict[str, Any] = {
        "radsearch": radsearch.__version__,
        "python": platform.python_version(),
        "encoder": _encoder(encoder),
        "faiss": _faiss(),
        "libraries": _versions(),
    }
    if index is not None:
        facts["index"] = _index(index)
    if as_json:
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    for name, value in facts.items():
        _show(name, value)


def _show(name: str, value: Any, indent: int = 0) -> None:
    if isinstance(value, dict) and value:
        click.echo(f"{' ' * indent}{name}")
        for key, inner in value.items():
            _show(key, inner, indent + 2)
        return
    text = "none" if value in (None, {}, []) else str(value)
    click.echo(f"{' ' * indent}{name:<{max(1, 24 - indent)}} {text}")


def _encoder(where: str | None) -> dict[str, Any]:
    from radsearch.encoder import load_encoder

    started = perf_counter()
    encoder = load_encoder(where)
    seconds = perf_counter() - started
    return {
        "name": encoder.name,
        "dim": encoder.dim,
        "runtime": getattr(encoder, "runtime", type(encoder).__name__),
        "fingerprint": encoder.fingerprint,
        "parity": f"checked, opened in {seconds:.2f} s",
    }


def _faiss() -> dict[str, Any]:
    """Which FAISS there is, and whether it finds a vector's nearest neighbour."""
    try:
        import faiss  # absent from the base install
    except (ImportError, RuntimeError) as error:  # RuntimeError: faiss-gpu without its CUDA
        reason = "not installed" if isinstance(error, ModuleNotFoundError) else "cannot be loaded"
        return {"state": f"{reason}: exact search on numpy, above 200,000 reports Lance's index"}
    facts: dict[str, Any] = {"state": "active", "version": faiss.__version__}
    try:
        facts["cpu"] = _self_test(faiss, gpu=False)
        devices = faiss.get_num_gpus() if hasattr(faiss, "StandardGpuResources") else 0
        facts["gpu"] = _self_test(faiss, gpu=True) if devices else "none"
    except Exception as error:  # a broken driver raises anything; info must still report
        facts["state"] = f"self-test failed ({type(error).__name__})"
    return facts


def _self_test(faiss: Any, gpu: bool) -> str:
    rows = np.random.default_rng(0).standard_normal((2000, 64)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    index = faiss.IndexFlatIP(64)
    if gpu:
        index = faiss.index_cpu_to_gpu(faiss.StandardGpuResources(), 0, index)
    started = perf_counter()
    index.add(rows)
    _, found = index.search(rows[:100], 1)
    right = int((found[:, 0] == np.arange(100)).sum())
    return f"self-test {right}/100 right in {1000 * (perf_counter() - started):.0f} ms"


def _versions() -> dict[str, str]:
    versions = {}
    for name in _LIBRARIES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return versions


def _index(path: Path) -> dict[str, Any]:
    """The manifest's own words, without its lists of columns and past versions."""
    from radsearch.store.manifest import read_manifest

    manifest = read_manifest(path)
    return {key: value for key, value in manifest.items() if key not in ("columns", "history")}
