"""The scores everybody gets, and what the answers should be."""

import dataclasses

import numpy


class Data:
    """A score matrix with one gold per row, and with a row for each column."""

    def __init__(self, scores, row_of_column, gold):
        self.scores = numpy.ascontiguousarray(scores, numpy.float32)
        self.rows, self.columns = self.scores.shape
        self.row_of_column = row_of_column.astype(numpy.uint32)
        self.gold = gold.astype(numpy.uint32)
        self.golds = [numpy.flatnonzero(self.row_of_column == i) for i in range(self.rows)]

    def first_columns(self, count):
        """Columns as rows of a matrix of their own, for evaluators that take
        one per direction."""
        return numpy.ascontiguousarray(self.scores[:, :count].T)


@dataclasses.dataclass
class Truth:
    """Per query: ranks by the order of a stable descending sort, ranks with
    ties for and against the gold, and cells equal to the gold, golds included.
    Ranks are None where sorting all would take too long."""

    optimistic: numpy.ndarray
    pessimistic: numpy.ndarray
    equal: numpy.ndarray
    ranks: numpy.ndarray | None = None

    def first(self, count):
        ranks = None if self.ranks is None else self.ranks[:count]
        return Truth(self.optimistic[:count], self.pessimistic[:count], self.equal[:count], ranks)


def tied(rows, columns, seed):
    """Few values, so that most golds are tied; zeros of both signs."""
    random = numpy.random.default_rng(seed)
    scores = numpy.round(random.standard_normal((rows, columns)) * 4) / 4
    row_of_column = random.integers(0, rows, columns)
    row_of_column[random.permutation(columns)[:rows]] = numpy.arange(rows)  # no row without a column
    return Data(scores, row_of_column, random.integers(0, columns, rows))


def timed(rows, columns, seed):
    """Scores where golds stand out, as those of a trained encoder do."""
    random = numpy.random.default_rng(seed)
    scores = random.standard_normal((rows, columns), numpy.float32)
    per_row = columns // rows
    row_of_column = numpy.arange(columns) // per_row
    scores[row_of_column, numpy.arange(columns)] += 3
    return Data(scores, row_of_column, numpy.arange(rows) * per_row + random.integers(0, per_row, rows))


def sorted_truth(scores, golds):
    """By Python's own sort, one query at a time: slow, and hard to get wrong."""
    optimistic, pessimistic, equal, ranks = [], [], [], []
    for row, wanted in zip(scores.tolist(), golds):
        wanted = {int(g) for g in wanted}
        order = sorted(range(len(row)), key=lambda j: -row[j])
        ranks.append(next(place for place, j in enumerate(order) if j in wanted))
        best = max(row[g] for g in wanted)
        others = [x for j, x in enumerate(row) if j not in wanted]
        optimistic.append(sum(x > best for x in others))
        pessimistic.append(sum(x >= best for x in others))
        equal.append(sum(x == best for x in row))
    return Truth(*(numpy.array(x) for x in (optimistic, pessimistic, equal, ranks)))


def counted_truth(scores, golds):
    """For the timed data: no ranks, but bounds that are nearly always one."""
    best = numpy.array([row[wanted].max() for row, wanted in zip(scores, golds)])
    optimistic = numpy.array([(row > b).sum() for row, b in zip(scores, best)])
    equal = numpy.array([(row == b).sum() for row, b in zip(scores, best)])
    best_golds = numpy.array([(row[wanted] == b).sum() for row, wanted, b in zip(scores, golds, best)])
    return Truth(optimistic, optimistic + equal - best_golds, equal)


def truths(data, find):
    """Of rows with one gold, of rows with all their golds, of columns."""
    return (
        find(data.scores, data.gold[:, None]),
        find(data.scores, data.golds),
        find(data.scores.T, data.row_of_column[:, None]),
    )


def check(name, kind, answer, truth):
    """Asserts an answer about len(answer) queries, of one of these kinds:

    ranks    exact ranks, ties in the order of columns
    greater  counts of greater cells alone
    counts   counts of greater and of equal cells
    order    ranks in a sort that may place tied cells anywhere
    hits     hit or not at 10, per query, with ties anywhere
    recall   their mean, and for how many queries

    Where truth has no ranks, hits at 1, 5 and 10 have to be the same ones.
    """
    if kind == "recall":
        mean, queries = answer
        truth = truth.first(queries)
        low, high = (truth.pessimistic < 10).mean(), (truth.optimistic < 10).mean()
        assert low - 1e-6 <= mean <= high + 1e-6, (name, low, mean, high)
        return
    greater = numpy.asarray(answer[0] if kind == "counts" else answer).astype(numpy.int64)
    truth = truth.first(len(greater))
    if kind == "hits":
        assert ((truth.pessimistic < 10) <= greater).all() and (greater <= (truth.optimistic < 10)).all(), name
        return
    if kind in ("greater", "counts"):
        assert (greater == truth.optimistic).all(), name
    if kind == "counts":
        assert (numpy.asarray(answer[1]) == truth.equal).all(), name
    if kind == "ranks" and truth.ranks is not None:
        assert (greater == truth.ranks).all(), name
    assert (truth.optimistic <= greater).all() and (greater <= truth.pessimistic).all(), name
    if truth.ranks is None:
        for k in (1, 5, 10):
            assert (greater < k).sum() == (truth.optimistic < k).sum(), (name, k)
