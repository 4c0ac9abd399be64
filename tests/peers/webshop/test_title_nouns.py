"""spaCy tags the titles of the small set as the published noun lists have them."""

from __future__ import annotations

from gigpo_envs.webshop.catalogue.cleaning import clean
from gigpo_envs.webshop.official import find_files, read, spacy_tagger, with_nouns
from tests.shared_data import shared


def test_every_title_of_the_small_set_is_tagged_as_published() -> None:
    entries = list(clean(read(find_files(shared("webshop")))))
    untagged = [entry._replace(tagged=False) for entry in entries]
    tagged = list(with_nouns(untagged, spacy_tagger))
    assert len(tagged) == 1000
    assert [entry.product.nouns for entry in tagged] == [entry.product.nouns for entry in entries]
