"""The table of published sets that can be installed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from gigpo_envs.errors import unknown

ALFWORLD_RELEASES = "https://github.com/alfworld/alfworld/releases/download/"
DRIVE = "https://drive.usercontent.google.com/download?export=download&confirm=t&id="


class Installer(Protocol):
    """Turns published files into what a world reads."""

    def __call__(self, source: Path, folder: Path, edition: str) -> str:
        """Fill ``folder`` from the file or folder ``source`` and return the 32-hex digest of the content.

        ``edition`` is the set's name without its world. Files that cannot be used are a ValueError that names
        file, place and cure.
        """


@dataclass(frozen=True)
class Dataset:
    """One set that can be installed.

    Attributes:
        name: ``"{world}/{edition}"``, also its folder under ``data_root()``.
        description: What it is, in one line.
        source: Where it is published.
        licence: Its licence.
        installer: ``"module:function"``, an ``Installer``.
        files: What to download when no source is given: file name to URL. Empty: a source must be given.
        digest: Content digest of the edition that the published results use; empty where none is known.
        check: ``"module:function"``, called before a download; raises an ImportError that names the extra if
            something is missing that the downloaded files take.
    """

    name: str
    description: str
    source: str
    licence: str
    installer: str
    files: Mapping[str, str] = field(default_factory=dict)
    digest: str = ""
    check: str = ""

    @property
    def world(self) -> str:
        """The world that reads it."""
        return self.name.partition("/")[0]

    @property
    def edition(self) -> str:
        """Its name within the world."""
        return self.name.partition("/")[2]


WEBSHOP = {
    "source": "github.com/princeton-nlp/WebShop (setup.sh)",
    "licence": "MIT, (c) 2023 Princeton Natural Language Processing",
    "installer": "gigpo_envs.webshop.official:install",
    "check": "gigpo_envs.webshop.official:spacy_tagger",
}
WEBSHOP_HUMAN = {"items_human_ins.json": DRIVE + "14Kb5SPBk_jfdLZ_CDBNitW98QLDlKR5O"}

DATASETS: Mapping[str, Dataset] = {
    dataset.name: dataset
    for dataset in (
        Dataset(
            name="webshop/small",
            description="WebShop with 1,000 products: 6,910 synthetic and 13 human goals",
            files={
                "items_shuffle_1000.json": DRIVE + "1EgHdxQ_YxqIQlvvq5iKlCrkEKR6-j0Ib",
                "items_ins_v2_1000.json": DRIVE + "1IduG0xl544V_A_jv3tHXC0kyFi7PnyBu",
                **WEBSHOP_HUMAN,
            },
            digest="a32e91c6a60b56c99d533175a164f094",
            **WEBSHOP,
        ),
        Dataset(
            name="webshop/full",
            description="WebShop with 1.18 million products: 12,087 human goals (5.4 GB to download)",
            files={
                "items_shuffle.json": DRIVE + "1A2whVgOO0euk5O13n2iYDM0bQRkkRduB",
                "items_ins_v2.json": DRIVE + "1s2j6NgHljiZzQNL3veZaAiyW_qDEgBNi",
                **WEBSHOP_HUMAN,
            },
            **WEBSHOP,
        ),
        Dataset(
            name="alfworld/official",
            description="ALFWorld's 3,827 games: 3,553 train, 140 valid_seen, 134 valid_unseen (45 MB to download)",
            source="github.com/alfworld/alfworld (alfworld-download)",
            licence="MIT, (c) 2020 Mohit Shridhar and others",
            installer="gigpo_envs.alfworld.official:install",
            files={"json_2.1.1_tw-pddl.zip": ALFWORLD_RELEASES + "0.2.2/json_2.1.1_tw-pddl.zip"},
            digest="b7c3d9dbb96a610fe6acc82ffa69028b",
        ),
        Dataset(
            name="searchqa/multihop",
            description="HotpotQA, 2WikiMultiHopQA and MuSiQue with a passage corpus",
            source="hotpotqa.github.io, github.com/Alab-NII/2wikimultihop, github.com/StonyBrookNLP/musique",
            licence="CC BY-SA 4.0 (HotpotQA), Apache-2.0 (2WikiMultiHopQA), CC BY 4.0 (MuSiQue); passages CC BY-SA",
            installer="gigpo_envs.search_qa.official:install",
        ),
        Dataset(
            name="searchqa/singlehop",
            description="NQ, TriviaQA, PopQA and Bamboogle with a passage corpus",
            source="huggingface.co/datasets/RUC-NLPIR/FlashRAG_datasets, or each publisher",
            licence="CC BY-SA 3.0 (NQ), MIT (PopQA, Bamboogle), TriviaQA for research; passages CC BY-SA",
            installer="gigpo_envs.search_qa.official:install",
        ),
    )
}


def dataset(name: str) -> Dataset:
    """Return the row of a set.

    Args:
        name: Its name; the name of a world alone serves where the world has one set.

    Raises:
        ValueError: There is no such set, or the world has several.
    """
    if name in DATASETS:
        return DATASETS[name]
    rows = [row for row in DATASETS.values() if row.world == name]
    if len(rows) > 1:
        raise ValueError(f"{name!r} has several data sets: name {' or '.join(repr(row.name) for row in rows)}")
    if not rows:
        raise ValueError(unknown("data set", name, DATASETS))
    return rows[0]
