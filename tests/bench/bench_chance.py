"""How long the expected-value experiment takes: reduced, and the paper's full design.

python -m tests.bench.bench_chance          reduced design, and AUCC on the full one
python -m tests.bench.bench_chance all      also all seven criteria on the full design
"""

from __future__ import annotations

import dataclasses
import sys
import time

from aucc_core.paper.chance import FULL_DESIGN, REDUCED_DESIGN, ChanceDesign, chance_experiment


def run(title: str, design: ChanceDesign) -> None:
    begin = time.perf_counter()
    table = chance_experiment(design, seed=1)
    seconds = time.perf_counter() - begin
    means = table[table["criterion"] == "aucc"].groupby(["balance", "k"])["mean"].mean()
    count = design.n_partitions * len(design.criteria)
    print(
        f"{title}: {count:,} evaluations in {seconds:.1f} s "
        f"({seconds / count * 1e6:.0f} µs each); mean AUCC {means.min():.5f} to {means.max():.5f}"
    )


def main(argv: list[str]) -> int:
    run("warm-up", dataclasses.replace(REDUCED_DESIGN, mixtures=REDUCED_DESIGN.mixtures[:1]))
    run("reduced, seven criteria", REDUCED_DESIGN)
    run("full, AUCC alone", dataclasses.replace(FULL_DESIGN, criteria=("aucc",)))
    if argv == ["all"]:
        run("full, seven criteria", FULL_DESIGN)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
