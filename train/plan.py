"""Memory, time and cost of full fine-tuning of a decoder encoder, before a GPU is rented.

Everything is counted from the shapes; the activation count is tested against a measured toy.
"""

from dataclasses import dataclass

import click

BYTES_BF16 = 2
BYTES_STATE = 4 + 4 + 8  # float32 weight, float32 gradient, two float32 moments of AdamW


@dataclass(frozen=True, slots=True)
class Decoder:
    """Shape of a decoder with grouped-query attention and a gated feed-forward part.

    Attributes:
        layers: Blocks.
        hidden: Width.
        heads: Query heads.
        kv_heads: Key and value heads.
        head_dim: Width of a head.
        feed_forward: Inner width of the feed-forward part.
        vocabulary: Rows of the embedding table (tied; an encoder has no output layer).
    """

    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    feed_forward: int
    vocabulary: int


@dataclass(frozen=True, slots=True)
class Workload:
    """One stage as the hardware sees it.

    Attributes:
        batch: Texts of a step over all GPUs (a pair is two).
        tokens: Length to which the texts are cut.
        steps: Optimiser steps.
        chunk: Texts embedded at once on one GPU (gradient caching).
    """

    batch: int
    tokens: int
    steps: int
    chunk: int


@dataclass(frozen=True, slots=True)
class Hardware:
    """What the stage runs on.

    Attributes:
        gpus: How many.
        flops: bf16 FLOP/s that one really gives.
        price: Currency units for one GPU hour.
        shard: Whether weights, gradients and moments are cut over the GPUs.
    """

    gpus: int
    flops: float
    price: float
    shard: bool


MODELS = {
    # Published configuration of each model.
    "Qwen3-Embedding-0.6B": Decoder(28, 1024, 16, 8, 128, 3072, 151_669),
    "Qwen3-Embedding-4B": Decoder(36, 2560, 32, 8, 128, 9728, 151_665),
    "Qwen3-Embedding-8B": Decoder(36, 4096, 32, 8, 128, 12_288, 151_665),
}

WORKLOADS = {
    # Batch and lengths from the paper, tables 8 and 9: 256 short texts up to 240 reports of 9,500
    # tokens at most. Steps and chunks are ours.
    1: Workload(batch=512, tokens=128, steps=4_000, chunk=64),
    2: Workload(batch=480, tokens=1_024, steps=4_000, chunk=8),
    3: Workload(batch=480, tokens=9_500, steps=1_000, chunk=1),
}


def parameters(d: Decoder) -> int:
    """All weights of a decoder encoder.

    >>> parameters(Decoder(1, 4, 2, 1, 2, 8, 10))
    200
    """
    attention = d.hidden * d.head_dim * (2 * d.heads + 2 * d.kv_heads)
    norms = 2 * d.hidden + 2 * d.head_dim
    layer = attention + 3 * d.hidden * d.feed_forward + norms
    return d.layers * layer + d.vocabulary * d.hidden + d.hidden


def activation_bytes(d: Decoder, texts: int, tokens: int, *, checkpointed: bool) -> int:
    """Bytes kept for the backward pass with fused attention in bf16.

    Args:
        d: The decoder.
        texts: Texts at once.
        tokens: Length of each.
        checkpointed: Keep only each layer's input, and one layer's insides at a time.

    Returns:
        Bytes on one GPU, without the workspace of single kernels.
    """
    q, kv = d.heads * d.head_dim, d.kv_heads * d.head_dim
    residual = 2 * (d.hidden * 2 + d.hidden)  # two norms: float32 input, bf16 output
    attention = 2 * q + 2 * kv + (q + kv) + q  # before and behind q/k norm, rotated, value, result
    feed_forward = 4 * d.feed_forward  # gate, its activation, up, their product
    layer = (residual + attention + feed_forward) * BYTES_BF16 * texts * tokens
    if not checkpointed:
        return d.layers * layer
    return d.layers * d.hidden * BYTES_BF16 * texts * tokens + layer


def step_flops(d: Decoder, work: Workload, *, checkpointed: bool) -> float:
    """Floating-point operations of one step over all GPUs, gradient caching included."""
    weights = parameters(d) - d.vocabulary * d.hidden
    tokens = work.batch * work.tokens
    attention = 2 * d.layers * d.heads * d.head_dim * work.tokens  # causal: half of 4
    forward = tokens * (2.0 * weights + attention)
    passes = 1 + 3 + (1 if checkpointed else 0)  # cache, then forward and backward
    return forward * passes


@dataclass(frozen=True, slots=True)
class Plan:
    """What a stage needs.

    Attributes:
        parameters: Weights of the model.
        state_bytes: Weights, gradients and moments on one GPU.
        activation_plain: Activations on one GPU without checkpointing, bytes.
        activation_checkpointed: The same with it.
        step_seconds: Seconds of one step with checkpointing.
        days: Of the whole stage.
        cost: In the unit of the price.
    """

    parameters: int
    state_bytes: float
    activation_plain: int
    activation_checkpointed: int
    step_seconds: float
    days: float
    cost: float


def plan(d: Decoder, work: Workload, hardware: Hardware) -> Plan:
    """Memory, time and cost of one stage."""
    n = parameters(d)
    share = hardware.gpus if hardware.shard else 1
    seconds = step_flops(d, work, checkpointed=True) / (hardware.flops * hardware.gpus)
    days = seconds * work.steps / 86_400
    return Plan(
        parameters=n,
        state_bytes=n * BYTES_STATE / share + n * BYTES_BF16,
        activation_plain=activation_bytes(d, work.chunk, work.tokens, checkpointed=False),
        activation_checkpointed=activation_bytes(d, work.chunk, work.tokens, checkpointed=True),
        step_seconds=seconds,
        days=days,
        cost=days * 24 * hardware.gpus * hardware.price,
    )


@click.command("plan")
@click.option("--stage", type=click.IntRange(1, 3), default=2, show_default=True)
@click.option("--model", type=click.Choice(list(MODELS)), default="Qwen3-Embedding-4B",
              show_default=True)  # fmt: skip
@click.option("--gpus", type=click.IntRange(1), default=8, show_default=True)
@click.option("--flops", default=4e14, show_default=True, help="bf16 FLOP/s that one GPU gives.")
@click.option("--price", default=2.5, show_default=True, help="Cost of one GPU hour.")
@click.option("--steps", type=click.IntRange(1), help="Optimiser steps, if not the stage's own.")
@click.option(
    "--shard/--no-shard",
    default=False,
    show_default=True,
    help="Cut the optimiser's state over the GPUs, which `train large` does not.",
)
def command(
    stage: int, model: str, gpus: int, flops: float, price: float, steps: int | None, shard: bool
) -> None:
    """Print what full fine-tuning of a large encoder needs: memory, step time, days, cost."""
    work = WORKLOADS[stage]
    if steps:
        work = Workload(work.batch, work.tokens, steps, work.chunk)
    found = plan(MODELS[model], work, Hardware(gpus, flops, price, shard))
    gib = 2.0**30
    rows = (
        ("parameters", f"{found.parameters / 1e9:.2f} billion"),
        ("texts a step, tokens, chunk", f"{work.batch} x {work.tokens:,}, {work.chunk} at once"),
        ("weights, gradients, AdamW", f"{found.state_bytes / gib:.1f} GiB a GPU"),
        ("activations", f"{found.activation_plain / gib:.1f} GiB a GPU"),
        ("activations, checkpointed", f"{found.activation_checkpointed / gib:.1f} GiB a GPU"),
        ("step", f"{found.step_seconds:.1f} s at {flops:.1e} FLOP/s on each of {gpus}"),
        ("stage", f"{work.steps:,} steps, {found.days:.2f} days"),
        ("cost", f"{found.cost:,.0f} at {price:g} a GPU hour"),
    )
    click.echo(f"stage {stage}, {model}, {gpus} GPUs")
    for name, value in rows:
        click.echo(f"  {name:<30}{value}")
