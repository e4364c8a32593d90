"""Random sentence-transformers models of a few thousand weights, made without the network."""

import re
from pathlib import Path
from typing import Any

WORDS = (
    "no small moderate large left right bilateral pleural effusion pneumothorax lung lungs clear "
    "heart normal size nodule mm upper lower lobe opacity acute fracture is the of in seen and"
).split()


def save_bert(folder: Path, *, max_tokens: int = 32, prompts: Any = None) -> Path:
    """A BERT with mean pooling; returns `folder`."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer
    from transformers import BertConfig, BertModel

    torch.manual_seed(0)
    inner = folder.parent / f"{folder.name}-inner"
    tokenizer = _word_tokenizer()
    tokenizer.save_pretrained(inner)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        intermediate_size=64,
        max_position_embeddings=64,
        pad_token_id=tokenizer.pad_token_id,
    )
    BertModel(config).save_pretrained(inner)
    transformer = Transformer(str(inner), max_seq_length=max_tokens)
    pooling = Pooling(32, pooling_mode="mean")
    modules = [transformer, pooling, Normalize()]
    SentenceTransformer(modules=modules, device="cpu", prompts=prompts).save_pretrained(
        str(folder), create_model_card=False
    )
    return folder


def save_qwen3(folder: Path, *, max_tokens: int = 160) -> Path:
    """A Qwen3 decoder with left padding, an end token and last-token pooling, as Embedding has."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer
    from transformers import Qwen3Config, Qwen3Model

    torch.manual_seed(0)
    inner = folder.parent / f"{folder.name}-inner"
    tokenizer = _byte_tokenizer()
    tokenizer.save_pretrained(inner)
    config = Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=8,
        intermediate_size=64,
        max_position_embeddings=256,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.pad_token_id,
        bos_token_id=None,
    )
    Qwen3Model(config).save_pretrained(inner)
    transformer = Transformer(str(inner), max_seq_length=max_tokens)
    pooling = Pooling(32, pooling_mode="lasttoken", include_prompt=True)
    modules = [transformer, pooling, Normalize()]
    prompts = {"query": "Instruct: find\nQuery:", "document": ""}
    SentenceTransformer(modules=modules, device="cpu", prompts=prompts).save_pretrained(
        str(folder), create_model_card=False
    )
    return folder


def _word_tokenizer() -> Any:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    letters = sorted(set(re.sub(r"\s", "", "".join(WORDS) + "0123456789.,;:-")))
    pieces = [*special, *letters, *("##" + letter for letter in letters), *WORDS]
    vocabulary = {piece: code for code, piece in enumerate(dict.fromkeys(pieces))}
    backend = Tokenizer(models.WordPiece(vocab=vocabulary, unk_token="[UNK]"))
    backend.normalizer = normalizers.BertNormalizer(lowercase=True)
    backend.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    backend.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        special_tokens=[(name, vocabulary[name]) for name in ("[CLS]", "[SEP]")],
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=backend,
        unk_token="[UNK]",
        pad_token="[PAD]",
        cls_token="[CLS]",
        sep_token="[SEP]",
    )


def _byte_tokenizer() -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    end = "<|endoftext|>"
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {piece: code for code, piece in enumerate([end, *alphabet])}
    backend = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    backend.post_processor = processors.TemplateProcessing(
        single=f"$A {end}", special_tokens=[(end, vocabulary[end])]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=backend, pad_token=end, eos_token=end, padding_side="left"
    )
