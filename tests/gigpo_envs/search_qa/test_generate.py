"""The generated encyclopedia is pure, states its facts, and its questions have one answer each."""

from __future__ import annotations

import gc
import itertools
import os
import re
import subprocess
import sys
import tracemalloc
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gigpo_envs.retrieval import Bm25Index, build_index
from gigpo_envs.retrieval.passages import Passage
from gigpo_envs.search_qa.asking import QUESTIONS_PER_REGION, Asked, ask
from gigpo_envs.search_qa.generate import MOST_PASSAGES, generate
from gigpo_envs.search_qa.graph import Entity, Region, Value
from gigpo_envs.search_qa.question import Question
from gigpo_envs.search_qa.scoring import mentions, normal_form
from gigpo_envs.search_qa.vocabulary.kinds import KINDS, LEADS, LEADS_AGAIN, PASSAGES_PER_REGION
from gigpo_envs.search_qa.vocabulary.names import LONG_STEMS, SHORT_STEMS, Stems
from gigpo_envs.search_qa.vocabulary.relations import BRIDGE_COMPARISONS, COMPARISONS, RELATIONS, ROLES
from gigpo_envs.search_qa.world import build_region
from gigpo_envs.search_qa.writing import write_pages
from gigpo_envs.simulator import TASK_SPLITS

REGIONS = 9
SEED = 5
DIGEST_CODE = (
    "from hashlib import blake2b; from gigpo_envs.search_qa.generate import generate; e = generate(460, 40, 3); "
    "print(blake2b(repr((list(e.passages), list(e.questions))).encode()).hexdigest())"
)


@cache
def passages() -> tuple[Passage, ...]:
    return tuple(generate(REGIONS * PASSAGES_PER_REGION + 70, 0, SEED).passages)


@cache
def questions() -> tuple[Question, ...]:
    return tuple(generate(REGIONS * PASSAGES_PER_REGION + 70, 300, SEED).questions)


@cache
def by_id() -> dict[str, Passage]:
    return {passage.id: passage for passage in passages()}


@cache
def region(number: int) -> tuple[Region, list[tuple[str, str]], tuple[Asked, ...]]:
    built = build_region(Stems(SEED), SEED, number)
    pages = write_pages(built, SEED)
    return built, pages, tuple(ask(built, pages, SEED))


# Purity and sizes -------------------------------------------------------------------------------------------------


@given(st.integers(0, 700), st.integers(0, 2**64 - 1))
@settings(max_examples=8, deadline=None)
def test_size_only_cuts_the_passages(size: int, seed: int) -> None:
    assert list(generate(size, 0, seed).passages) == list(islice(generate(700, 0, seed).passages, size))


def test_the_number_of_questions_is_exact_and_ids_are_in_order() -> None:
    for count in (0, 1, 7, 150):
        found = list(generate(450, count, 2).questions)
        assert [q.id for q in found] == [f"{split}-{i:06d}" for split in TASK_SPLITS for i in range(count)]
        assert all(q.split == q.id.split("-")[0] and q.dataset == "generated" for q in found)


def test_questions_do_not_depend_on_being_read_alone() -> None:
    data = generate(460, 20, 9)
    first = list(data.questions)
    assert list(data.passages) == list(data.passages)
    assert list(data.questions) == first
    few = {q.id: q for q in generate(460, 12, 9).questions}
    assert all(few[q.id] == q for q in first if q.id in few)


def test_two_processes_agree() -> None:
    data = generate(460, 40, 3)
    here = blake2b(repr((list(data.passages), list(data.questions))).encode()).hexdigest()
    for hash_seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed}
        run = subprocess.run(
            [sys.executable, "-c", DIGEST_CODE], capture_output=True, text=True, check=True, env=environment
        )
        assert run.stdout.strip() == here


def test_the_content_is_frozen() -> None:
    """A change here makes other data of the same name: suites that freeze a digest then need a new one."""
    data = generate(450, 30, 0)
    found = repr((list(data.passages), list(data.questions))).encode()
    assert blake2b(found, digest_size=16).hexdigest() == "1b943d291f5b697a90779601c21bc81c"


def test_seeds_give_different_encyclopedias() -> None:
    one, other = ({p.title for p in generate(600, 0, seed).passages} for seed in (0, 1))
    assert not one & other


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ((-1, 0, 0), "passages must be a whole number from 0"),
        ((10, -1, 0), "questions must be a whole number from 0"),
        ((10, 0, -1), "seed must be a whole number from 0"),
        ((10.5, 0, 0), "passages must be a whole number"),
        ((True, 0, 0), "passages must be a whole number"),
        ((10, "5", 0), "questions must be a whole number"),
        ((MOST_PASSAGES + 1, 0, 0), "passages must be at most"),
        ((449, 1, 0), "1 questions a split need at least 450 passages, not 449"),
        ((899, 151, 0), "151 questions a split need at least 900 passages, not 899"),
    ],
)
def test_bad_arguments_are_named(arguments: tuple[Any, ...], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        generate(*arguments)


def test_memory_does_not_grow_with_the_number_of_passages() -> None:
    stream = iter(generate(10**6, 0, 1).passages)
    list(islice(stream, 300))
    tracemalloc.start()
    peaks = []
    for _ in range(4):
        gc.collect()
        tracemalloc.reset_peak()
        for _ in islice(stream, 600):
            pass
        peaks.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
    assert max(peaks) < 4 << 20
    assert peaks[-1] < 1.2 * peaks[1]


# Names ------------------------------------------------------------------------------------------------------------


def test_stems_differ() -> None:
    stems = Stems(3)
    numbers = [*range(60_000), *range(SHORT_STEMS - 500, SHORT_STEMS + 20_000)]
    assert len({stems[number] for number in numbers}) == len(numbers)


@given(st.integers(0, SHORT_STEMS + LONG_STEMS - 1), st.integers(0, SHORT_STEMS + LONG_STEMS - 1))
def test_stems_differ_where_numbers_do(one: int, other: int) -> None:
    stems = Stems(11)
    assert (stems[one] == stems[other]) == (one == other)


def test_regions_share_no_name() -> None:
    seen: dict[str, int] = {}
    for number in range(REGIONS):
        for entity in region(number)[0].entities:
            for name in entity.aliases:
                assert seen.setdefault(normal_form(name), number) == number


# Passages ---------------------------------------------------------------------------------------------------------


def test_passages_are_as_long_as_those_of_wikipedia() -> None:
    lengths = [len(passage.text.split()) for passage in passages()]
    assert min(lengths) >= 60 and max(lengths) <= 110
    assert 70 < sum(lengths) / len(lengths) < 90


def test_ids_are_in_order() -> None:
    assert [passage.id for passage in passages()] == [f"g{i:06d}" for i in range(len(passages()))]


def test_there_are_namesakes_and_longer_articles() -> None:
    titles = Counter(passage.title for passage in passages())
    assert sum(count == 2 for count in titles.values()) >= 14 * REGIONS
    base = Counter(re.sub(r" \(.*\)$", "", title) for title in titles)
    assert sum(count > 1 for count in base.values()) > 5 * REGIONS
    surnames = Counter(e.name.split()[1] for n in range(REGIONS) for e in region(n)[0].entities if e.kind == "person")
    assert min(Counter(surnames.values())) >= 1 and surnames.most_common(1)[0][1] >= 4


def test_texts_read_well() -> None:
    for passage in passages():
        assert not re.search(r"[{}]|  | ,|\.\.|\ba [aeio]|\bthe the\b|\bThe the\b", passage.text)
        assert all(sentence[0].isupper() or sentence[0].isdigit() for sentence in sentences(passage.text))
        assert passage.text.endswith(".")


def test_there_are_many_sentence_patterns() -> None:
    patterns = [pattern for relation in RELATIONS.values() for pattern in relation.sentences]
    patterns += {pattern for kind in KINDS.values() for pattern in kind.fillers}
    patterns += [pattern for leads in (LEADS, LEADS_AGAIN) for some in leads.values() for pattern in some]
    assert len(patterns) == len(set(patterns)) > 200
    assert all(len(relation.sentences) >= 3 for name, relation in RELATIONS.items() if name != "birth")
    # Sentences that are the same but for names and numbers are few: no pattern has more than a small share.
    seen = Counter(
        re.sub(r"[A-Z]\S*|\d\S*", "_", sentence) for passage in passages() for sentence in sentences(passage.text)
    )
    assert len(seen) > 3000
    assert seen.most_common(1)[0][1] < 0.03 * seen.total()


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=\.) (?=[A-Z0-9])", text.replace("(b. ", "(b."))


# Facts, read back from the texts ----------------------------------------------------------------------------------

Triple = tuple[str, str, str]
VALUES = {
    "population": r"[\d,]+",
    "length": r"[\d,]+ kilometres",
    "height": r"[\d,]+ metres",
    "founded": r"\d{4}",
    "opened": r"\d{4}",
    "year": r"\d{4}",
    "industry": r"[a-z-]+",
}
BIRTH = re.compile(r"\d+ [A-Z][a-z]+ \d{4}")


def called(entity: Entity) -> list[str]:
    """Return how the subject of a sentence may be called."""
    names = [
        entity.name,
        entity.full,
        entity.label,
        entity.mention(),
        *([entity.name.split()[-1]] if entity.kind == "person" else []),
    ]
    names = [*names, *(f"the {name}" for name in names)]
    owned = [name + ("'" if name.endswith("s") else "'s") for name in names]
    return [*names, *owned, "it", "its", "he", "his", "she", "her"]


@cache
def triples(number: int) -> frozenset[Triple]:
    """Return what a region's texts state, as title, relation, and title or value, found by the sentences' patterns."""
    built, pages, _ = region(number)
    mentioned: dict[str, str] = {}
    for entity in built.entities:
        mentioned[entity.mention()] = entity.title
    found: set[Triple] = set()
    for (owner, _), (title, text) in zip(built.pages, pages, strict=True):
        entity = built.entities[owner]
        subject = "|".join(sorted(map(re.escape, called(entity)), key=len, reverse=True))
        for sentence in sentences(text):
            for relation, patterns in readers():
                for pattern in patterns:
                    if not (match := pattern.fullmatch(sentence)):
                        continue
                    said = match.groupdict()
                    known = [value for name, value in said.items() if name != "o"]
                    if not all(re.fullmatch(subject, value, re.IGNORECASE) for value in known):
                        continue
                    target = said["o"]
                    if relation in VALUES and re.fullmatch(VALUES[relation], target):
                        found.add((title, relation, target))
                    elif relation not in VALUES and target in mentioned:
                        found.add((title, relation, mentioned[target]))
        if entity.kind == "person" and (born := BIRTH.search(text)):
            found.add((title, "birth", born[0]))
    return frozenset(found)


@cache
def readers() -> list[tuple[str, list[re.Pattern[str]]]]:
    return [(name, [reader(pattern) for pattern in relation.sentences]) for name, relation in RELATIONS.items()]


def reader(pattern: str) -> re.Pattern[str]:
    seen: Counter[str] = Counter()

    def group(match: re.Match[str]) -> str:
        slot = match[1]
        seen[slot] += 1
        return f"(?P<{slot if slot == 'o' else f'{slot}{seen[slot]}'}>.+?)"

    return re.compile(re.sub(r"\\\{(\w)\\\}", group, re.escape(pattern)))


@pytest.mark.parametrize("number", range(3))
def test_texts_state_the_facts_and_no_others(number: int) -> None:
    built = region(number)[0]
    facts = {
        (
            built.entities[fact.subject].title,
            fact.relation,
            fact.object.text if isinstance(fact.object, Value) else built.entities[fact.object].title,
        )
        for fact in built.facts
    }
    assert len(facts) == len(built.facts)
    assert triples(number) == facts


# Questions --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
def test_each_question_has_one_answer_by_what_the_texts_state(number: int) -> None:
    """Works the answers out again, from the facts as they were read back from the texts."""
    built, _, asked = region(number)
    spelled = {entity.title: entity.aliases for entity in built.entities}
    forward: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    back: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for subject, relation, target in triples(number):
        forward[subject, relation].add(target)
        back[target, relation].add(subject)
    for question in asked:
        ends = []
        for chain in question.meaning.chains:
            nodes = {
                entity.title
                for entity in built.entities
                if chain.name in entity.aliases and (not chain.label or entity.label == chain.label)
            }
            (start,) = nodes
            for relation, is_back in chain.hops:
                (node,) = nodes
                nodes = (back if is_back else forward)[node, relation]
            (end,) = nodes
            ends.append((start, end))
        comparison = question.meaning.comparison
        if comparison is None:
            expected = ends[0][1]
        elif comparison.greater is None:
            expected = "yes" if ends[0][1] == ends[1][1] else "no"
        else:
            low, high = sorted(ends, key=lambda end: rank(end[1]))
            assert rank(low[1]) < rank(high[1])
            expected = (high if comparison.greater else low)[0]
        assert question.answers[0] in spelled.get(expected, (expected,))


def rank(value: str) -> tuple[int, int, int]:
    """Return by what a date or a number is compared."""
    if BIRTH.fullmatch(value):
        day, month, year = value.split()
        months = "January February March April May June July August September October November December"
        return int(year), months.split().index(month), int(day)
    return int(re.sub(r"\D", "", value)), 0, 0


@pytest.mark.parametrize("number", range(2))
def test_texts_mean_what_the_questions_mean(number: int) -> None:
    """Every text is among those that its meaning can be put in."""
    for question in region(number)[2]:
        assert question.text in set(wordings(question))


def wordings(question: Asked) -> Iterator[str]:
    names = []
    for chain in question.meaning.chains:
        called = [f"the {chain.label} {chain.name}"] if chain.label else [chain.name, f"the {chain.name}"]
        names.append(called)
    comparison = question.meaning.comparison
    if comparison is not None:
        role = ROLES.get(question.meaning.chains[0].hops[0].relation, "")
        for pattern, one, other in itertools.product(comparison.asks, *names):
            yield pattern.format(x=one, y=other, role=role)
        return
    known = names[0]
    hops = question.meaning.chains[0].hops
    for depth, (relation, is_back) in enumerate(hops):
        row = RELATIONS[relation]
        last = depth == len(hops) - 1
        patterns = (row.back_asks if is_back else row.asks) if last else (row.back_phrases if is_back else row.phrases)
        known = [pattern.format(x=name) for pattern in patterns for name in known]
    yield from (text[0].upper() + text[1:] for text in known)


def test_support_states_what_the_steps_learn() -> None:
    for question in questions():
        assert question.support == tuple(step.passage for step in question.steps)
        assert len(set(question.support)) == len(question.support) == question.hops
        for step in question.steps:
            assert mentions(by_id()[step.passage].text, (step.answer,))
        if "comparison" not in question.kind:
            assert question.steps[-1].answer == question.answers[0]
            for passage in question.support[:-1]:  # each passage is needed
                assert not mentions(by_id()[passage].text, question.answers)


def test_steps_search_only_what_is_known_by_then() -> None:
    """Every word of a query that belongs to a name is in the question or in what an earlier step has learnt."""
    for question in questions():
        known = re.sub(r"'s?\b", "", question.text)
        for step in question.steps:
            names = [word for word in step.query.split() if not word.islower() and normal_form(word)]
            assert names and all(mentions(known, (name,)) for name in names)
            known += f" {step.answer}"


def test_questions_hide_their_answers_and_what_lies_between() -> None:
    for question in questions():
        if "comparison" in question.kind:
            choice = question.answers[0] not in ("yes", "no")
            assert choice == mentions(question.text, question.answers)
            steps = [step for step in question.steps if step.answer != question.answers[0]]
            assert not any(mentions(question.text, (step.answer,)) for step in steps)
        else:
            assert not mentions(question.text, question.answers)
            assert not any(mentions(question.text, (step.answer,)) for step in question.steps)
        assert question.text.endswith("?") and question.text[0].isupper() and "{" not in question.text


def test_answers_are_never_empty_and_aliases_differ() -> None:
    for question in questions():
        forms = [normal_form(answer) for answer in question.answers]
        assert all(forms) and len(set(forms)) == len(forms)


def test_answers_with_and_without_label_are_golden() -> None:
    seen = set()
    for question in questions():
        answer = question.answers[0]
        for pattern, other in (
            (r"Mount (\w+)", r"\1"),
            (r"University of (\w+)", r"\1 University"),
            (r"(\w+) Province", r"\1"),
        ):
            if (match := re.fullmatch(pattern, answer)) and (alias := match.expand(other)) in question.answers:
                seen.add(pattern)
                assert not any(passage.title == alias for passage in passages())
        text = by_id()[question.support[-1]].text
        if "comparison" not in question.kind and f"the river {answer}" in text:
            assert f"river {answer}" in question.answers
            seen.add("river")
    assert len(seen) == 4


def test_no_question_comes_twice() -> None:
    texts = [question.text for question in questions()]
    assert len(set(texts)) == len(texts)
    assert len({question.id for question in questions()}) == len(texts)


def test_all_kinds_are_there() -> None:
    for split in TASK_SPLITS:
        counts = Counter((question.kind, question.hops) for question in questions() if question.split == split)
        assert {key: round(count / 300, 2) for key, count in counts.items()} == {
            ("single", 1): 0.25,
            ("bridge", 2): 0.25,
            ("bridge", 3): 0.25,
            ("comparison", 2): 0.17,
            ("bridge_comparison", 4): 0.08,
        }
    answers = Counter(question.answers[0] for question in questions() if question.answers[0] in ("yes", "no"))
    assert 0.25 < answers["yes"] / answers.total() < 0.75
    choices = [q for q in questions() if "comparison" in q.kind and q.answers[0] not in ("yes", "no")]
    first = [re.sub(r" \(.*\)$", "", by_id()[q.support[0]].title) == q.answers[0] for q in choices]
    share = sum(first) / len(first)
    assert abs(share - 0.5) < 0.12


def test_questions_are_worded_in_many_ways() -> None:
    asks = {pattern for r in RELATIONS.values() for some in (r.asks, r.back_asks) for pattern in some}
    asks |= {
        pattern
        for table in (COMPARISONS, BRIDGE_COMPARISONS)
        for some in table.values()
        for comparison in some
        for pattern in comparison.asks
    }
    assert len(asks) > 180
    used = Counter(re.sub(r"[A-Z]\S*|\d\S*", "_", question.text[1:]) for question in questions())
    assert len(used) > 600


@cache
def abouts() -> dict[str, set[tuple[int, int]]]:
    """Return the entities that each split's questions are about, as region and number."""
    found: dict[str, set[tuple[int, int]]] = {split: set() for split in TASK_SPLITS}
    texts = {question.text: question.split for question in questions()}
    for number in range(REGIONS):
        for asked in region(number)[2]:
            if asked.text in texts:
                found[texts[asked.text]] |= {(number, entity) for entity in asked.about}
    return found


def test_splits_are_disjoint_by_entity() -> None:
    for one, other in itertools.combinations(TASK_SPLITS, 2):
        assert len(abouts()[one]) > 200
        assert not abouts()[one] & abouts()[other]
        supports = [{id for q in questions() if q.split == split for id in q.support} for split in (one, other)]
        assert not supports[0] & supports[1]
        titles = [{by_id()[id].title for id in support} for support in supports]
        assert not titles[0] & titles[1]
        named = [
            {
                name
                for number, entity in abouts()[split]
                for name in map(normal_form, region(number)[0].entities[entity].aliases)
            }
            for split in (one, other)
        ]
        assert not named[0] & named[1]


def test_a_cut_region_is_never_asked_about() -> None:
    whole = REGIONS * PASSAGES_PER_REGION
    assert all(int(id[1:]) < whole for question in questions() for id in question.support)


@pytest.mark.parametrize("seed", range(3))
def test_a_region_has_all_its_questions(seed: int) -> None:
    for number in (0, 10**6):
        built = build_region(Stems(seed), seed, number)
        pages = write_pages(built, seed)
        assert len(pages) == PASSAGES_PER_REGION
        assert len(list(ask(built, pages, seed))) == QUESTIONS_PER_REGION


def test_multi_hop_questions_need_more_than_one_search(tmp_path: Path) -> None:
    build_index(((passage.id, passage.contents) for passage in passages()), tmp_path / "index")
    index = Bm25Index(tmp_path / "index")

    def search(query: str) -> set[str]:
        return {passages()[number].id for number in index.search(query, 3)[0]}

    at_once: dict[bool, list[bool]] = {True: [], False: []}
    by_steps = []
    for question in questions():
        support = set(question.support)
        at_once[question.hops > 1].append(support <= search(question.text))
        by_steps.append(support <= set().union(*(search(step.query) for step in question.steps)))
    assert len(question.steps) <= 4
    assert sum(at_once[True]) / len(at_once[True]) < 0.4
    assert sum(at_once[False]) / len(at_once[False]) > 0.9
    assert sum(by_steps) / len(by_steps) >= 0.98
