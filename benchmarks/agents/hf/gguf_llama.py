"""A Llama model in the GGUF format, converted to the layout of ``save_pretrained`` with weights of 32 bits.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md. Only what small chat models need is read: the
architecture ``llama`` with tied embeddings, and a byte-level BPE that splits digits (``smollm``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from gguf import GGUFReader, TokenType, dequantize
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

# Name in the file: name in the model. In a layer both have its number before them.
_WHOLE = {"token_embd.weight": "model.embed_tokens.weight", "output_norm.weight": "model.norm.weight"}
_LAYER = {
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}


def convert(file: Path, folder: Path) -> None:
    """Write model and tokenizer of a GGUF file into a folder.

    Args:
        file: The GGUF file.
        folder: Where ``save_pretrained`` writes.

    Raises:
        ValueError: The file is of a kind that is not read here.
    """
    reader = GGUFReader(file)
    fields = {name: field.contents() for name, field in reader.fields.items()}
    for name, known in (("general.architecture", "llama"), ("tokenizer.ggml.pre", "smollm")):
        if fields.get(name) != known:
            raise ValueError(f"{file}: {name} is {fields.get(name)!r}, but only {known!r} is read here")
    _model(fields, reader).save_pretrained(folder)
    _tokenizer(fields).save_pretrained(folder)


def _model(fields: dict[str, Any], reader: GGUFReader) -> Any:
    heads, groups = fields["llama.attention.head_count"], fields["llama.attention.head_count_kv"]
    model: Any = LlamaForCausalLM(  # type: ignore[no-untyped-call]
        LlamaConfig(
            vocab_size=len(fields["tokenizer.ggml.tokens"]),
            hidden_size=fields["llama.embedding_length"],
            intermediate_size=fields["llama.feed_forward_length"],
            num_hidden_layers=fields["llama.block_count"],
            num_attention_heads=heads,
            num_key_value_heads=groups,
            max_position_embeddings=fields["llama.context_length"],
            rms_norm_eps=fields["llama.attention.layer_norm_rms_epsilon"],
            rope_parameters={"rope_type": "default", "rope_theta": fields["llama.rope.freq_base"]},
            tie_word_embeddings=True,
            bos_token_id=fields["tokenizer.ggml.bos_token_id"],
            eos_token_id=fields["tokenizer.ggml.eos_token_id"],
            pad_token_id=fields["tokenizer.ggml.padding_token_id"],
        )
    )
    weights = {}
    for tensor in reader.tensors:
        values = dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        if tensor.name in _WHOLE:
            weights[_WHOLE[tensor.name]] = values
            continue
        _, number, kind, _ = tensor.name.split(".")
        if kind in ("attn_q", "attn_k"):
            values = _unpermuted(values, heads if kind == "attn_q" else groups)
        weights[f"model.layers.{number}.{_LAYER[kind]}.weight"] = values
    weights["lm_head.weight"] = weights["model.embed_tokens.weight"]
    model.load_state_dict({name: torch.from_numpy(values) for name, values in weights.items()})
    return model


def _unpermuted(weight: npt.NDArray[np.float32], heads: int) -> npt.NDArray[np.float32]:
    """Return a projection with its rows in the model's order: llama.cpp has the two halves of each head interleaved."""
    rows, columns = weight.shape
    parts = weight.reshape(heads, rows // heads // 2, 2, columns).swapaxes(1, 2)
    return np.ascontiguousarray(parts).reshape(rows, columns)


def _tokenizer(fields: dict[str, Any]) -> Any:
    tokens = fields["tokenizer.ggml.tokens"]
    merges = [tuple(merge.split(" ")) for merge in fields["tokenizer.ggml.merges"]]
    inner = Tokenizer(models.BPE({token: number for number, token in enumerate(tokens)}, merges))
    inner.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    inner.decoder = decoders.ByteLevel()
    control = [
        token
        for token, kind in zip(tokens, fields["tokenizer.ggml.token_type"], strict=True)
        if kind == TokenType.CONTROL
    ]
    inner.add_special_tokens([AddedToken(token, normalized=False, special=True) for token in control])
    tokenizer: Any = PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=inner,
        bos_token=tokens[fields["tokenizer.ggml.bos_token_id"]],
        eos_token=tokens[fields["tokenizer.ggml.eos_token_id"]],
        pad_token=tokens[fields["tokenizer.ggml.padding_token_id"]],
        model_max_length=fields["llama.context_length"],
    )
    tokenizer.chat_template = fields.get("tokenizer.chat_template")
    return tokenizer
