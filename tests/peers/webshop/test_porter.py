"""Stems are those of NLTK's and of Lucene's Porter."""

from __future__ import annotations

from random import Random

from nltk.stem.porter import PorterStemmer

from gigpo_envs.retrieval.porter import stem
from gigpo_envs.retrieval.words import split
from gigpo_envs.webshop.catalogue.documents import document
from gigpo_envs.webshop.catalogue.opening import Catalogue
from tests.peers.webshop import lucene

STARTS = ("", "b", "st", "tr", "yo", "ca", "fil", "happ", "relat", "conduc", "gener", "oper", "hyd", "x", "é", "3")
MIDDLES = ("", "a", "e", "i", "y", "at", "bl", "iz", "ll", "ss", "nn", "tt", "wy", "logi", "bli", "ion", "ent", "iv")
ENDINGS = (
    "s ss es ies sses ed eed ing edly y ational tional enci anci izer bli alli entli eli ousli ization ation ator "
    "alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic "
    "able ible ant ement ment ent sion tion ion ou ism ate iti ous ive ize e le ll"
)


def check(words: list[str]) -> None:
    nltk = PorterStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)
    assert not [word for word in words if stem(word) != nltk.stem(word, to_lowercase=False)]
    stems = lucene.analyze(" ".join(words), "stemmer")
    assert len(stems) == len(words)
    assert not [(word, other) for word, other in zip(words, stems, strict=True) if stem(word) != other]


def test_the_words_of_a_catalogue(catalogue: Catalogue) -> None:
    texts = [document(catalogue.product(index)) for index in range(len(catalogue))]
    texts += [row[1].lower() for kind in ("synthetic", "human") for row in catalogue.store.lines[kind]]
    words = sorted({word for text in texts for word in split(text)})
    assert len(words) > 2_000
    check([word for word in words if max(word) <= "\uffff"])  # Java's characters are halves of those beyond


def test_words_made_of_suffixes() -> None:
    endings = ("", *ENDINGS.split())
    random = Random(5)
    words = [start + middle + ending for start in STARTS for middle in MIDDLES for ending in endings]
    words += [
        random.choice(STARTS) + random.choice(MIDDLES) + random.choice(endings) + random.choice(endings)
        for _ in range(5_000)
    ]
    check([word for word in words if word])


def test_random_words() -> None:
    random = Random(6)
    check(["".join(random.choices("aeiouylstngedbcr", k=random.randrange(1, 14))) for _ in range(10_000)])
    check(["".join(random.choices("aeiouybcdfghjklmnpqrstvwxz0'.é中", k=random.randrange(1, 9))) for _ in range(5_000)])
