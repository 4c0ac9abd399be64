from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gigpo_envs.retrieval.porter import stem

# The examples of Porter's paper, step by step, carried through to the end; then the later extensions and short words.
EXAMPLES = """
caresses caress, ponies poni, ties ti, caress caress, cats cat, feed feed, agreed agre, plastered plaster,
bled bled, motoring motor, sing sing, conflated conflat, troubled troubl, sized size, hopping hop, tanned tan,
falling fall, hissing hiss, fizzed fizz, failing fail, filing file, happy happi, sky sky, relational relat,
conditional condit, rational ration, valenci valenc, hesitanci hesit, digitizer digit, conformabli conform,
radicalli radic, differentli differ, vileli vile, analogousli analog, vietnamization vietnam, predication predic,
operator oper, feudalism feudal, decisiveness decis, hopefulness hope, callousness callous, formaliti formal,
sensitiviti sensit, sensibiliti sensibl, triplicate triplic, formative form, formalize formal, electriciti electr,
electrical electr, hopeful hope, goodness good, revival reviv, allowance allow, inference infer, airliner airlin,
gyroscopic gyroscop, adjustable adjust, defensible defens, irritant irrit, replacement replac, adjustment adjust,
dependent depend, adoption adopt, homologou homolog, communism commun, activate activ, angulariti angular,
homologous homolog, effective effect, bowdlerize bowdler, probate probat, rate rate, cease ceas, controll control,
roll roll, apologi apolog, possibly possibl, as as, ion ion, s s, y y, yyy yyi, aed a, eed eed, 3.5ing 3.5ing,
cliché cliché, clichés cliché
"""
PAIRS = [tuple(pair.split()) for pair in EXAMPLES.split(",")]


@pytest.mark.parametrize(("word", "expected"), PAIRS)
def test_examples(word: str, expected: str) -> None:
    assert stem(word) == expected


@given(st.text("aeioustlrnybcdgw", max_size=12))
def test_a_stem_is_no_longer_than_the_word_and_keeps_its_start(word: str) -> None:
    result = stem(word)
    assert len(result) <= len(word)
    assert result[: len(result) - 2] == word[: max(len(result) - 2, 0)]
