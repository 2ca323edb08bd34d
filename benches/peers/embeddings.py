"""Embeddings to ranks of both directions, next to NumPy, in one run.

From the top of the repository:

    cargo build --release -p recallk-cli &&
    python3 -m venv target/peers && target/peers/bin/pip install -q numpy &&
    target/peers/bin/python benches/peers/embeddings.py

Two references, with as many threads as the command: the matrix product alone
(OpenBLAS sgemm), which only stores the scores; and with --blocked the product in
blocks of rows that are counted in NumPy, both directions with ties, which is what
the command does. The command is timed as a whole, with its start and the reading
of its files. Every round times all of them in an order drawn anew; a ratio is the
median over the rounds of time by time of the same round. --realtime asks for the
scheduler's first-come class (as root), which keeps other programs out.

Before that, ranks are compared: those of NumPy come from sums in another order,
so that a rank may differ where scores are nearly equal; more than one query in a
thousand, or by more than three ranks, is an error.
"""

import os
import sys

sys.dont_write_bytecode = True

# Before NumPy is loaded: no leftover setting has OpenBLAS take this processor for
# another.
for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):
    os.environ.pop(name, None)
if "--threads" in sys.argv:
    os.environ["OPENBLAS_NUM_THREADS"] = sys.argv[sys.argv.index("--threads") + 1]
else:
    os.environ["OPENBLAS_NUM_THREADS"] = "1"

if "--realtime" in sys.argv:  # before OpenBLAS starts its threads, which inherit it
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))

import argparse
import random
import statistics
import subprocess
import tempfile
import time

import numpy

import counting

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def vectors(rows, columns, depth):
    """Columns lean to their rows, as those of a trained encoder do."""
    draw = numpy.random.default_rng(1)
    of_rows = draw.standard_normal((rows, depth), numpy.float32)
    of_columns = draw.standard_normal((columns, depth), numpy.float32)
    of_columns += numpy.float32(0.2) * of_rows[numpy.arange(columns) // (columns // rows)]
    return of_rows, of_columns


def blocked(of_rows, of_columns, height=512):
    """Cells above the best gold and equal to it, of both directions, the golds of
    row i being the columns i * each to (i + 1) * each - 1. The product comes in
    blocks of rows, which are counted in lower ones that stay in the cache."""
    rows, columns = len(of_rows), len(of_columns)
    each = columns // rows
    row_of = numpy.arange(columns) // each
    golds = numpy.einsum("ij,ij->i", of_rows[row_of], of_columns)
    ahead, equal = numpy.empty((2, rows), numpy.int64)
    column_ahead, column_equal = numpy.zeros((2, columns), numpy.int64)
    whole = numpy.empty((min(height, rows), columns), numpy.float32)
    for start in range(0, rows, height):
        end = min(start + height, rows)
        product = numpy.matmul(of_rows[start:end], of_columns.T, out=whole[: end - start])
        own = slice(start * each, end * each)
        # Sums have other bits in other shapes: those of this product tie.
        golds[own] = product[row_of[own] - start, numpy.arange(own.start, own.stop)]
        for at in range(start, end, counting.BLOCK):
            here = slice(at, min(at + counting.BLOCK, end))
            block = product[here.start - start : here.stop - start]
            best = golds[here.start * each : here.stop * each].reshape(-1, each).max(1)[:, None]
            ahead[here] = counting.count_rows(block > best)
            equal[here] = counting.count_rows(block == best)
            column_ahead += (block > golds).view(numpy.uint8).sum(axis=0, dtype=numpy.uint8)
            column_equal += (block == golds).view(numpy.uint8).sum(axis=0, dtype=numpy.uint8)
    return (ahead, equal), (column_ahead, column_equal)


def compare(name, found, ahead):
    apart = numpy.abs(found.astype(numpy.int64) - ahead)
    differ = f"{(apart > 0).sum()} of {len(ahead)} ranks differ by rounding, {apart.max()} at most"
    print(f"{name}: {differ}")
    assert (apart > 0).sum() <= max(1, len(ahead) // 1000) and apart.max() <= 3, name


def timed(run):
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main():
    options = argparse.ArgumentParser(description="Embeddings to ranks, next to NumPy.")
    options.add_argument("--rows", type=int, default=5000)
    options.add_argument("--columns", type=int, default=25000)
    options.add_argument("--depths", type=int, nargs="+", default=[128, 512])
    options.add_argument("--threads", type=int, default=1)
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--memory", default="1G")
    options.add_argument("--blocked", action="store_true", help="against NumPy that counts in blocks")
    options.add_argument("--realtime", action="store_true", help="first-come scheduling (root)")
    options.add_argument("--command", default=os.path.join(ROOT, "target/release/recallk"))
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for depth in chosen.depths:
            measure(chosen, depth, folder)


# In a small process of its own: a child begins with the peak of its parent.
PEAK = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


class Files:
    """Vectors in files, and the command on them."""

    def __init__(self, chosen, folder, rows, columns, depth):
        self.rows, self.columns = vectors(rows, columns, depth)
        names = [os.path.join(folder, name) for name in ("rows.npy", "columns.npy")]
        numpy.save(names[0], self.rows)
        numpy.save(names[1], self.columns)
        self.folder = folder
        self.command = [
            chosen.command, "embeddings", *names, "--per-row", str(columns // rows),
            "--threads", str(chosen.threads), "--memory", chosen.memory, "--format", "csv",
        ]

    def run(self, *more):
        quiet = subprocess.DEVNULL
        subprocess.run([*self.command, *more], check=True, stdout=quiet, stderr=quiet)

    def peak(self):
        """MiB in memory at most, mapped files included."""
        launched = [sys.executable, "-c", PEAK, *self.command]
        return int(subprocess.run(launched, check=True, capture_output=True).stdout) / 2**10

    def compare(self):
        saved = os.path.join(self.folder, "ranks")
        self.run("--save-ranks", saved + ".npy", "--tie-rule", "optimistic")
        for side, (ahead, _) in zip(("rows", "columns"), blocked(self.rows, self.columns)):
            compare(side, numpy.load(f"{saved}.{side}.npy"), ahead)


def measure(chosen, depth, folder):
    Files(chosen, folder, 500, 2500, depth).compare()
    files = Files(chosen, folder, chosen.rows, chosen.columns, depth)
    if chosen.blocked:
        other, reference = "NumPy in blocks", lambda: blocked(files.rows, files.columns)
    else:
        scores = numpy.empty((chosen.rows, chosen.columns), numpy.float32)
        other, reference = "sgemm", lambda: numpy.matmul(files.rows, files.columns.T, out=scores)
    cases = {"recallk": files.run, other: reference}
    times = {name: [] for name in cases}
    if not chosen.blocked:
        reference()  # the pages of the scores are there from now on
    for _ in range(chosen.rounds):
        order = list(cases)
        random.shuffle(order)
        for name in order:
            times[name].append(timed(cases[name]))
    ratios = sorted(mine / theirs for mine, theirs in zip(times["recallk"], times[other]))
    print(
        f"{chosen.rows} x {chosen.columns}, {depth} deep, {chosen.threads} threads: "
        f"recallk {statistics.median(times['recallk']):.3f} s, "
        f"{other} {statistics.median(times[other]):.3f} s, "
        f"ratio {statistics.median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f}); "
        f"peak memory of the command {files.peak():.0f} MiB",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
