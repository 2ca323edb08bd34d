"""Run: pip install numpy scikit-learn pytrec-eval-terrier; python ffi-tests/python/metrics.py [librecallk.so]

A development check beside the tests: metrics of every gold through the C ABI
against trec_eval (by pytrec_eval) and scikit-learn, on random scores without
ties, where all of them must agree.
"""

import ctypes
import pathlib
import sys

import numpy
import pytrec_eval
from sklearn.metrics import average_precision_score, ndcg_score

ROOT = pathlib.Path(__file__).resolve().parents[2]
ALL = 2**32 - 1
PRECISION, RECALL, R_PRECISION, AP, AP_CAPPED, AP_AT_R, NDCG = range(1, 8)
LINEAR, EXPONENTIAL = 0, 1
KS = (1, 3, 5, 10, 100)
NEAR = 1e-12


class Matrix(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("rows", ctypes.c_size_t),
        ("columns", ctypes.c_size_t),
        ("row_stride", ctypes.c_ssize_t),
        ("column_stride", ctypes.c_ssize_t),
        ("dtype", ctypes.c_int32),
        ("flags", ctypes.c_uint32),
    ]


class Golds(ctypes.Structure):
    _fields_ = [
        ("offsets", ctypes.c_void_p),
        ("offsets_len", ctypes.c_size_t),
        ("items", ctypes.c_void_p),
        ("items_len", ctypes.c_size_t),
        ("queries", ctypes.c_void_p),
        ("queries_len", ctypes.c_size_t),
    ]


class Kernel:
    def __init__(self, path):
        self.library = ctypes.CDLL(str(path))

    def call(self, name, *arguments):
        """Arrays become a pointer and a length; the detail is NULL."""
        given = []
        for argument in arguments:
            if isinstance(argument, numpy.ndarray):
                pointer = ctypes.c_void_p(argument.ctypes.data if argument.size else None)
                given += [pointer, ctypes.c_size_t(argument.size)]
            else:
                given.append(argument)
        status = getattr(self.library, "recallk_" + name)(*given, None)
        if status != 0:
            raise RuntimeError(f"{name}: status {status}")

    def gold_ranks(self, scores, offsets, items):
        rows, columns = scores.shape
        matrix = Matrix(scores.ctypes.data, rows, columns, columns, 1, 1, 0)
        golds = Golds(offsets.ctypes.data, offsets.size, items.ctypes.data, items.size, None, 0)
        scratch = numpy.zeros(3 * int(numpy.diff(offsets).max()), numpy.uint64)
        ranks = numpy.zeros(items.size, numpy.uint32)
        memory = (ctypes.c_void_p(scratch.ctypes.data), ctypes.c_size_t(scratch.nbytes))
        self.call("gold_ranks", ctypes.byref(matrix), ctypes.byref(golds), None, *memory, ranks)
        return ranks

    def gold_metric(self, ranking, metric, k):
        each, mean = numpy.zeros(ranking.offsets.size - 1), ctypes.c_double()
        metric, k = ctypes.c_int32(metric), ctypes.c_uint32(k)
        arrays = (ranking.offsets, ranking.sorted, ranking.size)
        self.call("gold_metric", *arrays, metric, k, each, ctypes.byref(mean))
        return each, mean.value

    def graded_ndcg(self, ranking, gain, k):
        each, mean = numpy.zeros(ranking.offsets.size - 1), ctypes.c_double()
        scratch = numpy.zeros(2 * int(numpy.diff(ranking.offsets).max()), numpy.uint64)
        memory = (ctypes.c_void_p(scratch.ctypes.data), ctypes.c_size_t(scratch.nbytes))
        arrays = (ranking.offsets, ranking.ranks, ranking.grades, ranking.size)
        gain, k = ctypes.c_int32(gain), ctypes.c_uint32(k)
        self.call("graded_ndcg", *arrays, gain, k, *memory, each, ctypes.byref(mean))
        return each, mean.value


class Ranking:
    """Scores without ties, some golds of each row with grades 1 to 4, and
    `absent` golds that are no items."""

    def __init__(self, kernel, random, rows, columns, absent):
        cells = [random.permutation(columns) for _ in range(rows)]
        self.scores = numpy.array(cells, numpy.float32)
        self.relevance = numpy.zeros((rows, columns))
        self.absent, ranks, grades = absent, [], []
        for row in range(rows):
            golds = random.choice(columns, random.integers(1, min(columns, 40)), replace=False)
            self.relevance[row, golds] = random.integers(1, 5, golds.size)
        sets = [numpy.flatnonzero(row) for row in self.relevance]
        ends = numpy.cumsum([0] + [golds.size for golds in sets]).astype(numpy.uint64)
        found = kernel.gold_ranks(self.scores, ends, numpy.concatenate(sets).astype(numpy.uint32))
        for row, golds in enumerate(sets):
            ranks += [found[int(ends[row]) : int(ends[row + 1])], numpy.full(absent, columns)]
            grades += [self.relevance[row, golds], numpy.full(absent, 2)]
        self.offsets = ends + numpy.arange(rows + 1).astype(numpy.uint64) * numpy.uint64(absent)
        self.ranks = numpy.concatenate(ranks).astype(numpy.uint32)
        self.grades = numpy.concatenate(grades).astype(numpy.float64)
        self.sorted, self.size = self.ranks.copy(), numpy.array([columns], numpy.uint32)
        kernel.call("sort_ranks", self.offsets, self.sorted)


def trec(ranking):
    """Values of each query by trec_eval's names."""
    qrels, run = {}, {}
    for row, (scores, grades) in enumerate(zip(ranking.scores, ranking.relevance)):
        golds = {f"d{item}": int(grades[item]) for item in numpy.flatnonzero(grades)}
        golds.update({f"absent{k}": 2 for k in range(ranking.absent)})
        qrels[f"{row:06}"] = golds
        run[f"{row:06}"] = {f"d{item}": float(score) for item, score in enumerate(scores)}
    cuts = ",".join(map(str, KS))
    names = {f"{name}.{cuts}" for name in ("P", "recall", "map_cut", "ndcg_cut")}
    values = pytrec_eval.RelevanceEvaluator(qrels, names | {"Rprec", "map", "ndcg"}).evaluate(run)
    queries = sorted(values)
    return {name: numpy.array([values[query][name] for query in queries]) for name in values[queries[0]]}


def compare(found, wanted, what, worst):
    each, mean = found
    error = max(numpy.abs(each - wanted).max(), abs(mean - wanted.mean()))
    worst[what] = max(worst.get(what, 0), error)


def check(kernel, ranking, worst):
    of_trec = trec(ranking)
    metric = lambda name, k=ALL: kernel.gold_metric(ranking, name, k)
    for k in KS:
        for name, number in (("P", PRECISION), ("recall", RECALL), ("map_cut", AP)):
            compare(metric(number, k), of_trec[f"{name}_{k}"], f"trec_eval {name}", worst)
        graded = kernel.graded_ndcg(ranking, LINEAR, k)
        compare(graded, of_trec[f"ndcg_cut_{k}"], "trec_eval ndcg_cut", worst)
    compare(metric(R_PRECISION), of_trec["Rprec"], "trec_eval Rprec", worst)
    compare(metric(AP), of_trec["map"], "trec_eval map", worst)
    compare(kernel.graded_ndcg(ranking, LINEAR, ALL), of_trec["ndcg"], "trec_eval ndcg", worst)
    if ranking.absent > 0:
        return
    # scikit-learn knows items only.
    binary = (ranking.relevance > 0).astype(float)
    rows = list(zip(binary, ranking.relevance, ranking.scores))
    wanted = numpy.array([average_precision_score(truth, scores) for truth, _, scores in rows])
    compare(metric(AP), wanted, "scikit-learn average_precision_score", worst)
    for k in KS:
        ndcg = lambda truth, scores: ndcg_score([truth], [scores], k=k)
        wanted = numpy.array([ndcg(truth, scores) for truth, _, scores in rows])
        compare(metric(NDCG, k), wanted, "scikit-learn ndcg_score, binary", worst)
        wanted = numpy.array([ndcg(grades, scores) for _, grades, scores in rows])
        compare(kernel.graded_ndcg(ranking, LINEAR, k), wanted, "scikit-learn ndcg_score, g", worst)
        wanted = numpy.array([ndcg(2**grades - 1, scores) for _, grades, scores in rows])
        found = kernel.graded_ndcg(ranking, EXPONENTIAL, k)
        compare(found, wanted, "scikit-learn ndcg_score, 2^g - 1", worst)


def main():
    library = ROOT / "clib/target/release/librecallk.so"
    kernel = Kernel(sys.argv[1] if len(sys.argv) > 1 else library)
    random, worst = numpy.random.default_rng(7), {}
    for rows, columns, absent in ((200, 60, 0), (200, 60, 3), (100, 500, 0), (50, 2000, 1)):
        check(kernel, Ranking(kernel, random, rows, columns, absent), worst)
    for what, error in worst.items():
        print(f"{what:40} largest difference {error:.1e}")
    wrong = [what for what, error in worst.items() if not error < NEAR]
    print(f"{len(worst)} comparisons, {len(wrong)} differ by {NEAR} or more {wrong or ''}".rstrip())
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
