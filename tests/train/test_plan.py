import pytest
import torch
from click.testing import CliRunner

from train.plan import (
    MODELS,
    WORKLOADS,
    Decoder,
    Hardware,
    activation_bytes,
    command,
    parameters,
    plan,
    step_flops,
)

TOY = Decoder(
    layers=2, hidden=64, heads=4, kv_heads=2, head_dim=16, feed_forward=160, vocabulary=50
)


@pytest.fixture(scope="module")
def toy() -> torch.nn.Module:
    from transformers import Qwen3Config, Qwen3Model

    config = Qwen3Config(
        vocab_size=50, hidden_size=64, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=2, head_dim=16, intermediate_size=160, max_position_embeddings=128,
        use_cache=False,
    )  # fmt: skip
    return Qwen3Model(config)


def test_weights_are_counted_exactly(toy: torch.nn.Module) -> None:
    assert parameters(TOY) == sum(p.numel() for p in toy.parameters())


def test_the_4b_has_four_billion_weights() -> None:
    assert parameters(MODELS["Qwen3-Embedding-4B"]) == pytest.approx(4.02e9, rel=0.01)


def test_activations_are_within_a_third_of_what_autograd_keeps(toy: torch.nn.Module) -> None:
    kept: dict[int, int] = {}
    weights = {p.untyped_storage().data_ptr() for p in toy.parameters()}

    def pack(x: torch.Tensor) -> torch.Tensor:
        storage = x.untyped_storage()
        if storage.data_ptr() not in weights and x.dim() > 1:
            kept[storage.data_ptr()] = storage.nbytes()
        return x

    half = toy.to(torch.bfloat16)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda x: x):
        out = half(torch.randint(0, 50, (8, 64))).last_hidden_state
    out.sum().backward()
    measured = sum(kept.values())
    counted = activation_bytes(TOY, 8, 64, checkpointed=False)
    assert counted == pytest.approx(measured, rel=1 / 3)


def test_checkpointing_saves_memory_and_costs_a_fourth_more_work() -> None:
    d, work = MODELS["Qwen3-Embedding-4B"], WORKLOADS[2]
    plain = activation_bytes(d, 8, 1024, checkpointed=False)
    assert activation_bytes(d, 8, 1024, checkpointed=True) < plain / 10
    ratio = step_flops(d, work, checkpointed=True) / step_flops(d, work, checkpointed=False)
    assert ratio == pytest.approx(1.25)


def test_more_gpus_take_less_time_at_the_same_cost() -> None:
    d = MODELS["Qwen3-Embedding-4B"]
    one, eight = (plan(d, WORKLOADS[2], Hardware(n, 4e14, 2.5, True)) for n in (1, 8))
    assert one.days == pytest.approx(8 * eight.days)
    assert one.cost == pytest.approx(eight.cost)
    assert eight.state_bytes < one.state_bytes


def test_the_command_counts_what_train_large_does_unless_told_otherwise() -> None:
    whole, cut = (
        next(
            line
            for line in CliRunner().invoke(command, flags).output.splitlines()
            if "AdamW" in line
        )
        for flags in ([], ["--shard"])
    )
    assert "67.4 GiB" in whole and "15.0 GiB" in cut


def test_the_command_prints_memory_time_and_cost() -> None:
    result = CliRunner().invoke(command, ["--stage", "2", "--gpus", "8"])
    assert result.exit_code == 0
    for word in ("4.02 billion", "GiB a GPU", "days", "GPU hour"):
        assert word in result.output
