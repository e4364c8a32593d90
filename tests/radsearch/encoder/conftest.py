import pytest

from tests.tiny_models import save_bert, save_qwen3


@pytest.fixture(scope="session")
def bert(tmp_path_factory):
    """Folder of a tiny sentence-transformers BERT."""
    return save_bert(tmp_path_factory.mktemp("bert") / "tiny-bert")


@pytest.fixture(scope="session")
def qwen3(tmp_path_factory):
    """Folder of a tiny sentence-transformers Qwen3."""
    return save_qwen3(tmp_path_factory.mktemp("qwen3") / "tiny-qwen3")


@pytest.fixture(scope="session")
def exported(bert, tmp_path_factory):
    """The tiny BERT, exported with both precisions and the source's own files."""
    from train.export import export

    out = tmp_path_factory.mktemp("exported") / "encoder"
    export(bert, out, keep_fp32=True, keep_torch=True)
    return out
