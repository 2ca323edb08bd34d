"""Evaluators and libraries that people run today. Those that come as scripts are
written anew after what they do. Setting up is not timed: tensors, targets,
dictionaries, and the second matrix of those that take one per direction."""

import numpy


def argsort_both(data, rows, columns):
    """BLIP, ALBEF and LAVIS: argsort each row, reverse it, look where the golds
    are, and keep the best; once per direction, each with its matrix."""
    turned = data.first_columns(columns)
    wanted = [[int(i)] for i in data.row_of_column]

    def ranks(scores, golds):
        found = numpy.empty(len(scores), numpy.int64)
        for i, row in enumerate(scores):
            order = numpy.argsort(row)[::-1]
            found[i] = min(numpy.where(order == gold)[0][0] for gold in golds[i])
        return found

    return lambda: (ranks(data.scores[:rows], data.golds), ranks(turned, wanted))


def one_hot_both(data, rows, columns):
    """CLIP_benchmark: the top k of a batch of queries as one-hot vectors over
    the gallery, times the matrix of positives. One k, here 10."""
    import torch

    turned = tensor(data.first_columns(columns))
    positive = torch.zeros(data.rows, data.columns, dtype=torch.bool)
    positive[torch.tensor(data.row_of_column.tolist()), torch.arange(data.columns)] = True
    of_rows, of_columns = positive[:rows], positive[:, :columns].T.contiguous()
    scores = tensor(data.scores)[:rows]

    def recall(scores, positive, k=10, batch=64):
        hits = []
        for at in range(0, len(scores), batch):
            top = torch.topk(scores[at : at + batch], min(k, scores.shape[1]), dim=1)[1]
            hot = torch.nn.functional.one_hot(top, num_classes=scores.shape[1])
            true_positives = (hot.sum(dim=1) * positive[at : at + batch]).sum(dim=1)
            hits.append(true_positives > 0)
        return torch.cat(hits).float().mean().item(), len(scores)

    return lambda: (recall(scores, of_rows), recall(turned, of_columns))


def torch_topk(data, rows):
    import torch

    scores, gold = tensor(data.scores)[:rows], indices(data.gold)[:rows, None]
    return lambda: (torch.topk(scores, 10, dim=1)[1] == gold).any(dim=1).tolist()


def torch_argsort(data, rows):
    import torch

    scores, gold = tensor(data.scores)[:rows], indices(data.gold)[:rows, None]
    return lambda: (torch.argsort(scores, dim=1, descending=True) == gold).int().argmax(dim=1).tolist()


def torcheval_hit_rate(data, rows):
    from torcheval.metrics.functional import hit_rate

    scores, gold = tensor(data.scores)[:rows], indices(data.gold)[:rows]
    return lambda: hit_rate(scores, gold, k=10).tolist()


def torchmetrics_hit_rate(data, rows):
    import torch
    from torchmetrics.retrieval import RetrievalHitRate

    scores = tensor(data.scores)[:rows].flatten()
    queries = torch.arange(rows).repeat_interleave(data.columns)
    target = torch.zeros(rows, data.columns, dtype=torch.bool)
    target[torch.arange(rows), indices(data.gold)[:rows]] = True
    target = target.flatten()
    return lambda: (RetrievalHitRate(top_k=10)(scores, target, indexes=queries).item(), rows)


def ranx_hit_rate(data, rows):
    """With the building of the Run, which is where it is sorted, but not that
    of the dictionaries, which is Python's work."""
    import ranx

    names = [str(j) for j in range(data.columns)]
    scores = {str(i): dict(zip(names, data.scores[i].tolist())) for i in range(rows)}
    golds = ranx.Qrels({str(i): {str(data.gold[i]): 1} for i in range(rows)})
    return lambda: (float(ranx.evaluate(golds, ranx.Run(scores), "hit_rate@10")), rows)


def sklearn_top_k(data, rows):
    from sklearn.metrics import top_k_accuracy_score

    labels, gold, scores = numpy.arange(data.columns), data.gold[:rows], data.scores[:rows]
    return lambda: (top_k_accuracy_score(gold, scores, k=10, labels=labels), rows)


def scipy_rankdata(data, rows):
    """The rank of every cell, tied ones in the order of columns."""
    from scipy.stats import rankdata

    scores, gold = data.scores[:rows], data.gold[:rows]
    return lambda: rankdata(-scores, method="ordinal", axis=1)[numpy.arange(rows), gold] - 1


def tensor(array):
    """The same buffer as a tensor, also where torch was built for another NumPy."""
    import torch

    return torch.frombuffer(array, dtype=torch.float32).reshape(array.shape)


def indices(array):
    import torch

    return torch.tensor(array.tolist())
