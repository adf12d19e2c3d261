"""The byte-budgeted store, its sizes, its owners; and the digests that name what is in it."""

import gc
import threading
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from aucc_core.score.inputs import Dataset
from pages.ui.store.digest import digest_of
from pages.ui.store.store import Store, size_of


def test_least_recently_used_goes_first():
    store = Store(budget=2500)
    for name in "ab":
        store.put(name, b"x" * 1000, sessions=("s",))
    store.get("a", "s")
    store.put("c", b"x" * 1000, sessions=("s",))
    assert [bool(store.get(name, "s")) for name in "abc"] == [True, False, True]
    assert store.stats()["bytes"] <= 2500
    assert store.stats()["evicted"] == 1


def test_larger_than_the_budget_is_not_kept_and_evicts_nothing():
    store = Store(budget=2000)
    store.put("small", b"x" * 500, sessions=("s",))
    assert not store.put("large", b"x" * 5000, sessions=("s",))
    assert store.get("small", "s")


def test_putting_again_replaces_and_counts_once():
    store = Store(budget=10_000)
    store.put("a", b"x" * 1000, sessions=("s",))
    store.put("a", b"y" * 2000, sessions=("t",))
    assert store.stats()["bytes"] == size_of(b"y" * 2000)
    assert store.get("a", "s").value == store.get("a", "t").value == b"y" * 2000


def test_a_session_sees_only_what_it_brought():
    store = Store(budget=10_000)
    store.put("upload", "secret", sessions=("alice",))
    assert store.get("upload", "bob") is None
    assert store.grant("upload", "bob")  # bob has presented the same content
    assert store.get("upload", "bob").value == "secret"
    assert not store.grant("nothing", "bob")


def test_what_only_ended_sessions_saw_is_swept():
    store = Store(budget=10_000)
    store.put("own", 1, sessions=("gone",))
    store.put("shared", 2, sessions=("gone", "here"))
    store.forget_sessions(store.sessions() - {"here"})
    assert store.get("shared", "here").value == 2
    assert store.get("shared", "gone") is None
    assert store.stats()["entries"] == 1
    store.forget_sessions(store.sessions())
    assert store.stats() == {"entries": 0, "bytes": 0, "budget_bytes": 10_000, "evicted": 0}


def test_many_threads_leave_the_books_in_order():
    store = Store(budget=50_000)

    def work(seed):
        random = np.random.default_rng(seed)
        for _ in range(300):
            name, session = str(random.integers(40)), str(random.integers(5))
            store.put(name, b"x" * int(random.integers(1, 4000)), sessions=(session,))
            store.get(name, session)
            store.forget_sessions(store.sessions() - {"0", "1", session})

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.stats()["bytes"] == sum(e.size for e in store._entries.values())
    assert store.stats()["bytes"] <= store.budget
    assert set(store._owners) == set(store._entries)


@dataclass(frozen=True)
class Box:
    content: object


@pytest.mark.parametrize(
    "value",
    [
        np.zeros(100_000),
        {"a": np.zeros(50_000), "b": [np.zeros(50_000)]},
        Box((np.zeros(100_000),)),
        Dataset("d", np.zeros((10_000, 10))),
        pd.DataFrame(np.zeros((1000, 100))),
        np.zeros(100_000)[:5],  # a small view keeps all of it alive
        np.array(["x" * 100_000] * 8 + ["y" * 700_000], dtype=object),
    ],
    ids=lambda v: type(v).__name__,
)
def test_sizes_count_the_arrays_inside(value):
    assert 800_000 <= size_of(value) < 850_000


def test_one_array_met_twice_counts_once_and_cycles_end():
    array = np.zeros(1000)
    loop = [array, array]
    loop.append(loop)
    assert 8000 < size_of(loop) < 8500


def test_an_entry_that_left_is_freed():
    class Flag:
        freed = False

        def __del__(self):
            Flag.freed = True

    store = Store(budget=10_000)
    store.put("a", Flag(), sessions=("s",))
    store.forget_sessions(store.sessions())
    gc.collect()
    assert Flag.freed


def test_digests_see_every_entry_of_a_large_array():
    array = np.zeros(1_000_000)
    before = digest_of(array)
    array[777_777] = 1e-9
    assert digest_of(array) != before


DIFFERENT = [
    1, 1.0, "1", b"1", True, None, [1], [[1]], ["1"], {"a": 1}, {"a": 2}, {1}, ("ab", "c"),
    ("a", "bc"), np.array([1]), np.array([1.0]), np.array([[1]]), np.array(["1"]),
    np.array(["1"], dtype=object), np.array([], dtype=float), pd.Series([1]),
    pd.DataFrame({"a": [1]}), pd.DataFrame({"b": [1]}), Box(1), Box("1"), Dataset("d", [[1.0]]),
    Dataset("d", [[2.0]]),
]  # fmt: skip


def test_different_contents_have_different_digests():
    assert len({digest_of(value) for value in DIFFERENT}) == len(DIFFERENT)
    assert digest_of("ab", "c") != digest_of("a", "bc")
    assert digest_of(b"ab", b"c") != digest_of(b"a", b"bc")  # tags alone would not do


def test_equal_contents_have_equal_digests():
    X = np.random.default_rng(0).random((20, 6))
    assert digest_of(Dataset("d", X, labels=["a"] * 20)) == digest_of(
        Dataset("d", X.copy(order="F"), labels=["a"] * 20)
    )
    assert digest_of({"a": 1, "b": {2, 3}}) == digest_of({"b": {3, 2}, "a": 1})


@settings(deadline=None)
@given(some.lists(some.integers()), some.lists(some.integers()))
def test_lists_share_a_digest_only_when_equal(a, b):
    assert (digest_of(a) == digest_of(b)) == (a == b)


def test_what_has_no_content_is_refused():
    with pytest.raises(TypeError, match="No digest for a function"):
        digest_of(lambda: 0)
