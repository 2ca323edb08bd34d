"""One table and one picture of what was measured."""

import dataclasses
import importlib.metadata
import os
import platform

KINDS = {
    "ranks": "rank",
    "greater": "rank, ties ignored",
    "counts": "greater and equal counts",
    "order": "rank, ties anyhow",
    "hits": "hit at 10",
    "recall": "mean hit at 10",
}
TASKS = {"rows": "Rows: one gold per row", "both": "Both directions: best gold per row, gold per column"}
PACKAGES = ("numpy", "numba", "scipy", "scikit-learn", "torch", "torcheval", "torchmetrics", "ranx")


@dataclasses.dataclass
class Row:
    name: str
    task: str
    kind: str
    share: float
    time: float  # ns per score
    to_read: float
    to_kernel: float


@dataclasses.dataclass
class Shape:
    rows: int
    columns: int
    read: float  # ns per score
    cases: list


def first_line(path, start):
    with open(path) as lines:
        return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(start)), "unknown")


def whole(path):
    with open(path) as file:
        return file.read().strip()


def caches():
    folder = "/sys/devices/system/cpu/cpu0/cache"
    found = []
    for index in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if not index.startswith("index"):
            continue
        level, kind, size = (whole(f"{folder}/{index}/{name}") for name in ("level", "type", "size"))
        found.append(f"L{level} {kind.lower()} {size}")
    return ", ".join(found) or "unknown"


def version(package):
    try:
        if package == "torch":  # packaged by distributions without metadata
            import torch

            return f"{package} {torch.__version__}"
        return f"{package} {importlib.metadata.version(package)}"
    except ImportError:
        return None


def about(recallk, compiler, rounds, missing):
    """Lines on the machine and on how it was measured."""
    packages = [found for found in map(version, PACKAGES) if found]
    virtual = " of a virtual machine" if " hypervisor" in first_line("/proc/cpuinfo", "flags") else ""
    lines = [
        f"- {first_line('/proc/cpuinfo', 'model name')}, family {first_line('/proc/cpuinfo', 'cpu family')} "
        f"model {first_line('/proc/cpuinfo', 'model')}, {os.cpu_count()} processors{virtual}; {caches()}",
        f"- Python {platform.python_version()}, {', '.join(packages)}; {compiler}, -O3 -march=native; "
        f"recallk {recallk.version}, fastest here: {recallk.fastest}",
        f"- one thread for everybody; {rounds} rounds; load average {os.getloadavg()[0]:.1f} at the end",
    ]
    if missing:
        lines.append(f"- not installed, skipped: {'; '.join(missing)}")
    return lines


def number(value, most=2):
    """As many decimals as mean something, and no exponent."""
    return f"{value:,.{most if value < 10 else 1 if value < 100 else 0}f}"


def table(shapes, lines, best):
    text = ["# Peers", "", "Written by `benches/peers/run.py`, which says how it measures.", "", *lines]
    for shape in shapes:
        size, rate = shape.rows * shape.columns * 4 / 1e6, 4 / shape.read
        text.append(
            f"- read loop over {shape.rows} x {shape.columns} ({size:.0f} MB): "
            f"{shape.read:.3f} ns per score, {rate:.1f} GB/s"
        )
    text += [
        "",
        f"All scores are f32. `/ read` is the ratio to the read loop, `/ kernel` to {best}, in the same rounds. "
        "Cases with `*` ran on the first rows alone (and on as large a share of the columns); their time per "
        "score is taken for the whole. Hits at 10 answer less than a rank; libraries with metrics of their "
        "own do more than this comparison asks of them, and `evaluators.py` says what of each is timed. recallk "
        "also looks at every score for NaN, which the loops of the peers do not.",
    ]
    for task, title in TASKS.items():
        head = "".join(f" ns/score, {s.rows} x {s.columns} | / read | / kernel |" for s in shapes)
        rule = " ---: | ---: | ---: |" * len(shapes)
        text += ["", f"## {title}", "", "| case | answer |" + head, "| --- | --- |" + rule]
        for row in ordered(shapes[0], task):
            cells = ""
            for shape in shapes:
                same = next(c for c in shape.cases if (c.name, c.task) == (row.name, task))
                star = "*" if same.share < 1 else ""
                cells += f" {number(same.time, 3)}{star} | {number(same.to_read)} | {number(same.to_kernel)} |"
            text.append(f"| {row.name} | {KINDS[row.kind]} |{cells}")
    return "\n".join(text) + "\n"


def ordered(shape, task):
    return sorted((c for c in shape.cases if c.task == task), key=lambda c: c.to_read)


def picture(path, shape):
    """Bars of time relative to the read loop, for the first shape."""
    import matplotlib

    matplotlib.use("Agg")
    # The same file for the same numbers, and text as text.
    matplotlib.rcParams.update({"svg.hashsalt": "peers", "svg.fonttype": "none"})
    from matplotlib import pyplot

    groups = [ordered(shape, task) for task in TASKS]
    figure, panels = pyplot.subplots(
        len(groups), 1, sharex=True, figsize=(9, 7), layout="constrained",
        gridspec_kw={"height_ratios": [len(group) for group in groups]},
    )
    longest = max(row.to_read for group in groups for row in group)
    for panel, group, title in zip(panels, groups, TASKS.values()):
        names = [f"{row.name}{' *' if row.share < 1 else ''}" for row in group]
        colours = ["#1b7837" if row.name.startswith("recallk") else "#8c96a3" for row in group]
        bars = panel.barh(names, [row.to_read - 1 for row in group], left=1, color=colours, height=0.72)
        panel.bar_label(bars, [number(row.to_read) for row in group], padding=3, fontsize=9)
        panel.invert_yaxis()
        panel.set_xscale("log")
        panel.set_xlim(0.95, longest * 2)
        panel.axvline(1, color="black", linewidth=1)
        panel.set_title(title, loc="left", fontsize=10, fontweight="bold")
        panel.tick_params(axis="y", length=0, labelsize=9)
        panel.grid(axis="x", color="#dddddd", linewidth=0.6)
        panel.set_axisbelow(True)
        for side in ("top", "right", "left"):
            panel.spines[side].set_visible(False)
    ticks = [10**n for n in range(8) if 10**n < longest * 2]
    panels[-1].set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    panels[-1].set_xlabel(
        f"time per score, 1 = reading each score once ({shape.rows} x {shape.columns} f32, one thread)\n"
        "* on the first rows alone"
    )
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def write(folder, shapes, lines, best):
    os.makedirs(folder, exist_ok=True)
    text = table(shapes, lines, best)
    with open(os.path.join(folder, "peers.md"), "w") as file:
        file.write(text)
    print(text)
    try:
        picture(os.path.join(folder, "peers.svg"), shapes[0])
    except ImportError as error:
        print(f"skipped: the picture, {error}")
