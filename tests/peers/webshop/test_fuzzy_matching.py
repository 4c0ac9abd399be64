"""Two texts are alike exactly when thefuzz, as the original calls it, gives them over 85."""

from __future__ import annotations

from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st
from thefuzz.fuzz import token_set_ratio

from gigpo_envs.webshop.catalogue.opening import Catalogue
from gigpo_envs.webshop.colors import plain_color
from gigpo_envs.webshop.reward import alike

LIMIT = 85
ALPHABET = "abexsl ABE01 -_'\"|.,:/()&%\t\0\x80\xa0\xad½²µÅßéÿİ\u0131\u017fά中ё\u0301\u200d\u2019\u212a😀"


def check(pairs: list[tuple[str, str]]) -> tuple[int, int]:
    """Compare all pairs; return how many are alike and how many come near the limit."""
    ratios = [token_set_ratio(*pair) for pair in pairs]
    assert not [(pair, ratio) for pair, ratio in zip(pairs, ratios, strict=True) if alike(*pair) != (ratio > LIMIT)]
    return sum(ratio > LIMIT for ratio in ratios), sum(abs(ratio - LIMIT) <= 3 for ratio in ratios)


def wanted_and_offered(catalogue: Catalogue, count: int) -> list[str]:
    """Return a sample of attributes, of option values as they are and made plain, and of their pairs as text."""
    products = [catalogue.product(index) for index in range(len(catalogue))]
    attributes = {attribute for product in products for attribute in product.attributes}
    options = {(name, value) for product in products for name, values in product.options for value in values}
    values = {value for _, value in options}
    texts = {*attributes, *values, *map(plain_color, values)}
    random = Random(7)
    return random.sample(sorted(texts), count) + random.sample(sorted(map(str, options)), count // 10)


def test_attributes_and_options_of_products(catalogue: Catalogue) -> None:
    texts = wanted_and_offered(catalogue, 300)
    matched, near = check([(one, other) for one in texts for other in texts])
    assert matched > len(texts)
    assert near > 10


def test_texts_that_differ_a_little(catalogue: Catalogue) -> None:
    random = Random(8)
    pairs = []
    for text in wanted_and_offered(catalogue, 300):
        for _ in range(20):
            words = text.split(" ")
            place, kind = random.randrange(len(words)), random.randrange(4)
            word, at = words[place], random.randrange(len(words[place]) + 1)
            words[place] = (word[:at] + word[at + 1 :], word[:at] + random.choice(ALPHABET) + word[at:], "", word)[kind]
            random.shuffle(words)
            pairs.append((text, " ".join(words)) if random.random() < 0.5 else (" ".join(words), text))
    matched, near = check(pairs)
    assert matched > 1_000
    assert near > 50


@settings(max_examples=1_000, derandomize=True, deadline=None)
@given(st.text(ALPHABET, max_size=12), st.text(ALPHABET, max_size=12))
@example("", "")
@example("é", "é")
@example("中", "中")
@example("x-large", "large")
@example("('color', 'dark navy')", "dark navy")
def test_odd_texts(one: str, other: str) -> None:
    for pair in ((one, other), (one, one), (one + " " + other, other), (one + other, other)):
        assert alike(*pair) == (token_set_ratio(*pair) > LIMIT), pair
