"""`radsearch verify`: is the index whole, and does its engine find what exact search finds?"""

import json
from pathlib import Path

import click


@click.command()
@click.option("-i", "--index", type=click.Path(path_type=Path), required=True, help="Index folder.")
@click.option("--wanted", type=click.FloatRange(0, 1), default=None, help="Least recall; 0.98.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(index: Path, wanted: float | None, as_json: bool) -> None:
    """Measure recall@10 of the live engines against exact search, and check the counts.

    The result is stored in the manifest. Exit status 1 if recall is below 0.98 or rows are missing.
    """
    from radsearch.errors import StoreError
    from radsearch.store.lance_store import open_store
    from radsearch.store.recall import WANTED, check_counts, measure_recall, store_recall

    store = open_store(index)
    faults = check_counts(store)
    recall = measure_recall(store)
    store_recall(store, recall)
    least = WANTED if wanted is None else wanted
    faults += [
        f"recall of {section} by {store.manifest['engine'][section]} is {value:.3f}, "
        f"wanted {least:.2f}"
        for section, value in recall.items()
        if value < least
    ]
    if as_json:
        click.echo(json.dumps({"recall": recall, "faults": faults}))
    else:
        for section, value in recall.items():
            name = store.manifest["engine"][section]
            click.echo(f"{section:<12} {name:<12} recall@10 {value:.4f}")
    if faults:
        raise StoreError(
            f"index '{index}' fails: {'; '.join(faults)}. "
            f"Delete '{index}/faiss' to have its caches built again, or index again"
        )
