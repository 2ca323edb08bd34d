"""What others take for the same answers, on the same scores, in one process.

From the top of the repository:

    cargo build --release --manifest-path clib/Cargo.toml &&
    python3 -m venv target/peers && target/peers/bin/pip install -q -r benches/peers/requirements.txt &&
    target/peers/bin/python benches/peers/run.py

It writes benches/results/peers.md and peers.svg. --quick takes one small shape;
--realtime asks for the scheduler's first-come class while a round is timed (as
root), which keeps other programs out of the numbers. The C++ peers need g++ and
an x86-64 with AVX2. Peers that are not installed are named and skipped.

First every case has to be right: on small matrices full of ties against a sort,
then on the scores that are timed. Then come rounds; in each, every case runs
once, in an order drawn anew, and the read loop three times. A ratio is the
median over the rounds of time per score over time per score of the same round,
so that a slow moment of the machine meets both sides. Slow peers get the first
rows alone, and their time per score stands for the rest.
"""

import os
import sys

sys.dont_write_bytecode = True  # nothing is left behind but the results

# Before NumPy is loaded: one thread for everybody, as the kernel has one, and no
# leftover setting that would have OpenBLAS take this processor for another.
for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"

import argparse
import contextlib
import dataclasses
import gc
import random
import statistics
import time
import typing
import warnings

import numpy

import counting
import data
import evaluators
import kernel
import native
import results

ROOT = os.path.dirname(os.path.dirname(native.HERE))
READ = "read loop"


@dataclasses.dataclass
class Case:
    name: str
    task: str  # "rows" or "both"
    kind: str  # of answer, see data.check
    run: typing.Callable
    share: float  # of the matrix that it works on


def cases(scores, recallk, cpp, medium, few):
    """Everybody, set up for these scores. The slower ones get `medium` or `few`
    rows, and the same share of the columns."""
    medium, few = min(medium, scores.rows), min(few, scores.rows)
    columns = few * scores.columns // scores.rows
    whole = scores.rows
    plan = []
    for backend in recallk.backends:
        plan.append((f"recallk, {backend}", "rows", "ranks", whole, lambda b=backend: recallk.rows(scores, b)))
        plan.append((f"recallk, {backend}", "both", "ranks", whole, lambda b=backend: recallk.both(scores, b)))
    plan += [
        ("C++ count_if", "rows", "ranks", whole, lambda: native.count_if(cpp, scores, whole)),
        ("C++ partial_sort, best 10", "rows", "hits", medium,
         lambda: native.best_ten(cpp.peers_partial_sort, scores, medium)),
        ("C++ nth_element, best 10", "rows", "hits", medium,
         lambda: native.best_ten(cpp.peers_nth_element, scores, medium)),
        ("NumPy, blocks of 64 rows", "rows", "greater", whole, lambda: counting.numpy_rows(scores)),
        ("torch.topk, best 10", "rows", "hits", medium, lambda: evaluators.torch_topk(scores, medium)),
        ("torch.argsort", "rows", "order", few, lambda: evaluators.torch_argsort(scores, few)),
        ("torcheval hit_rate", "rows", "hits", medium, lambda: evaluators.torcheval_hit_rate(scores, medium)),
        ("torchmetrics RetrievalHitRate", "rows", "recall", few,
         lambda: evaluators.torchmetrics_hit_rate(scores, few)),
        ("ranx hit_rate@10", "rows", "recall", min(few, 16),
         lambda: evaluators.ranx_hit_rate(scores, min(few, 16))),
        ("scikit-learn top_k_accuracy_score", "rows", "recall", few, lambda: evaluators.sklearn_top_k(scores, few)),
        ("SciPy rankdata", "rows", "ranks", few, lambda: evaluators.scipy_rankdata(scores, few)),
        ("numba, one loop, no ties", "both", "greater", whole, lambda: counting.numba_both(scores, False)),
        ("numba, one loop", "both", "ranks", whole, lambda: counting.numba_both(scores, True)),
        ("NumPy, blocks of 64 rows", "both", "counts", whole, lambda: counting.numpy_both(scores)),
        ("argsort, as BLIP does", "both", "order", few, lambda: evaluators.argsort_both(scores, few, columns)),
        ("top k, one-hot, as CLIP_benchmark does", "both", "recall", few,
         lambda: evaluators.one_hot_both(scores, few, columns)),
    ]
    ready, missing = [], []
    for name, task, kind, rows, prepare in plan:
        try:
            ready.append(Case(name, task, kind, prepare(), rows / scores.rows))
        except ImportError as error:
            missing.append((name, error))
    return ready, missing


def check_all(ready, truths):
    """Runs every case once, which also compiles what is compiled late."""
    one, rows, columns = truths
    for case in ready:
        answer = case.run()
        if case.task == "rows":
            data.check(case.name, case.kind, answer, one)
        else:
            data.check(case.name + ", rows", case.kind, answer[0], rows)
            data.check(case.name + ", columns", case.kind, answer[1], columns)


def check_read(cpp, scores):
    bits = numpy.bitwise_xor.reduce(scores.scores.view(numpy.uint32), axis=None)
    assert native.reader(cpp, scores.scores)() == bits, READ


@contextlib.contextmanager
def realtime(wanted):
    """Only while a round runs, and only this process."""
    if wanted:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
    try:
        yield
    finally:
        if wanted:
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def timed(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def measure(shape, recallk, cpp, rounds, first_class):
    """Ns per score, ratio to the read loop and ratio to the kernel, by case."""
    scores = data.timed(*shape, seed=1)
    check_read(cpp, scores)
    ready, _ = cases(scores, recallk, cpp, medium=1000, few=64)
    check_all(ready, data.truths(scores, data.counted_truth))
    read = native.reader(cpp, scores.scores)
    cells = scores.scores.size
    times = {(case.task, case.name): [] for case in ready}
    reads = []
    for number in range(rounds):
        order = ready + [None] * 3  # None is the read loop
        random.shuffle(order)
        once = []
        gc.collect()
        with realtime(first_class):
            for case in order:
                read()
                if case is None:
                    once.append(timed(read) / cells * 1e9)
                else:
                    times[case.task, case.name].append(timed(case.run) / (cells * case.share) * 1e9)
        reads.append(statistics.median(once))
        print(f"{shape[0]} x {shape[1]}, round {number + 1} of {rounds}: read {reads[-1]:.4f} ns/score", flush=True)
    best = f"recallk, {recallk.fastest}"
    found = []
    for case in ready:
        mine, ours = times[case.task, case.name], times[case.task, best]
        found.append(results.Row(
            case.name, case.task, case.kind, case.share,
            statistics.median(mine),
            statistics.median(a / b for a, b in zip(mine, reads)),
            statistics.median(a / b for a, b in zip(mine, ours)),
        ))
    return results.Shape(*shape, statistics.median(reads), found)


def main():
    options = argparse.ArgumentParser(description="Peers of recallk on the same scores.")
    options.add_argument("--quick", action="store_true", help="500 x 5000 alone")
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--realtime", action="store_true", help="first-come scheduling while timing (root)")
    options.add_argument("--library", default=os.path.join(ROOT, "clib/target/release/librecallk.so"))
    options.add_argument("--output", default=os.path.join(ROOT, "benches/results"), help="folder of the results")
    chosen = options.parse_args()
    started = time.perf_counter()

    warnings.filterwarnings("ignore")  # of libraries about each other's versions
    with contextlib.suppress(ImportError):
        import torch

        torch.set_num_threads(1)
    recallk, cpp = kernel.Kernel(chosen.library), native.load()

    missing = []
    for shape in ((37, 101), (203, 777)):
        small = data.tied(*shape, seed=shape[0])
        check_read(cpp, small)
        ready, missing = cases(small, recallk, cpp, medium=shape[0], few=shape[0])
        check_all(ready, data.truths(small, data.sorted_truth))
    for name, error in missing:
        print(f"skipped: {name}: {error}")
    print(f"right on small matrices full of ties: {len(ready)} cases")

    shapes = [(500, 5000)] if chosen.quick else [(5000, 25000), (1000, 5000)]
    measured = [measure(shape, recallk, cpp, chosen.rounds, chosen.realtime) for shape in shapes]
    about = results.about(recallk, native.compiler_version(), chosen.rounds, [name for name, _ in missing])
    results.write(chosen.output, measured, about, f"recallk, {recallk.fastest}")
    print(f"took {time.perf_counter() - started:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
