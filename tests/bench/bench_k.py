"""`make bench-k`: which way of choosing a clustering is right how often.

Seven algorithms cluster each data set for k = 2 to 15. The verdict, every criterion, a rule without
constants, the gap statistic, HDBSCAN and DynMSC choose one, or say that there are no clusters. Data
are generated mixtures, kinds of data without clusters and, with PUBLIC=folder, sets that nobody
here made (battery/name.data.gz, name.labels0.gz). Constants are tuned on draws of one seed and on
half of the kinds without clusters (`--half tuning`); what is printed by default are the others.
"""

import argparse
import sys
from dataclasses import asdict

import joblib
import pandas as pd

from aucc_core.datasets.benchmark import read_benchmark
from tests.bench import cases, comparison, evidence, one_group, scenes, shape, tuning
from tests.bench.choosers import RULE, VERDICT, choosers
from tests.bench.clusterings import KS
from tests.bench.harness import print_table
from tests.bench.kept import Kept

SECTIONS = ("structure", "mixtures", "one-group", "public", "shape")
SEEDS = {"tuning": cases.TUNE, "report": cases.REPORT}
FACTORS = ["separation", "k", "d", "shape", "balance", "noise"]


def main(arguments=None):
    asked = _arguments(arguments)
    if asked.write or asked.held_out:
        _tune(asked)
    for section in asked.only:
        RUN[section](asked)


def _tune(asked):
    """Tune anew what is weighed (with PUBLIC=folder) and how curves are read; perhaps write both.

    What is printed is the record of weights that are tuned without the sets that they choose for.
    """
    if asked.public is not None:
        looked = _looked(asked)
        picks = tuning.all_held_out(looked)
        print_table("Public sets left out of all tuning", *tuning.record_table(picks))
        print_table("How often k was right, by share", *tuning.strength_table(picks))
        if asked.write:
            tuning.write(looked, picks)
    if asked.write and "shape" in asked.only:
        shape.write(_shapes(asked, cases.TUNE), _shapes(asked, cases.REPORT))


def _looked(asked):
    """What the verdict sees of the sets that its weights are tuned on."""
    mixed = cases.cases(asked.tuning_mixtures, 0, seed=cases.TUNE)
    everything = list(read_benchmark(asked.public))
    larger = [one for one in everything if one.n > asked.max_objects]
    # Those of which some k that is tried is right.
    larger = [one for one in larger if min(one.true_ks) <= KS[-1]][: asked.tuning_samples]
    kinds = {
        "mixtures": [cases.draw_set(case, seed=cases.TUNE) for case in mixed],
        "scenes": scenes.scenes(asked.tuning_scenes, seed=cases.TUNE),
        "public": [one for one in everything if one.n <= asked.max_objects],
        "sampled": [tuning.sampled(one) for one in larger],
    }
    kept = Kept(asked.keep)
    work = [joblib.delayed(tuning.look)(one, kind, kept) for kind in kinds for one in kinds[kind]]
    return list(_told(asked, "looking", work))


def structure(asked):
    """Whether there are clusters at all, which no algorithm is asked for: quick, so many draws."""
    seed = SEEDS[asked.half]
    none = one_group.one_group_sets(asked.draws, tuning=asked.half == "tuning", seed=seed)
    some = [cases.draw_set(case, seed=seed) for case in _mixtures(asked, seed)]
    if asked.public is not None:
        some += read_benchmark(asked.public, most_objects=asked.max_objects)
    kept = Kept(asked.keep)
    work = [joblib.delayed(evidence.strength_of)(one, kept) for one in [*none, *some]]
    found = list(_told(asked, "structure", work))
    without, with_some = found[: len(none)], found[len(none) :]
    title = f"Clusters seen in {len(none)} sets without any, {asked.half} kinds (95 % interval)"
    print_table(title, *evidence.table_by_kind(none, without))
    strengths = {"without_clusters": without, "with_clusters": with_some}
    table = evidence.table_by_strength(**{name: own for name, own in strengths.items() if own})
    print_table("How many reach a strength", *table)
    if kept.folder:
        rows = {"set": [one.name for one in [*none, *some]], "strength": found}
        pd.DataFrame(rows).to_csv(kept.folder / f"structure-{asked.half}.csv", index=False)


def mixtures(asked):
    made = _mixtures(asked, SEEDS[asked.half])
    sets = [cases.draw_set(case, seed=SEEDS[asked.half]) for case in made]
    outcomes = _outcomes(asked, "mixtures", sets, alone=("kmeans",), findable=-1.0)
    field = outcomes[outcomes["among"] == comparison.FIELD]
    print_table(f"{len(sets)} mixtures, {asked.half} half", *comparison.choice_table(field))
    factors = pd.DataFrame([asdict(case) for case in made], index=[one.name for one in sets])
    print_table("k hit by what makes it hard", *comparison.factor_table(field, factors[FACTORS]))
    own = outcomes[outcomes["among"] == "kmeans"]
    print_table("The same mixtures, k-means alone", *comparison.choice_table(own))


def without_clusters(asked):
    sets = one_group.one_group_sets(
        asked.draws, tuning=asked.half == "tuning", seed=SEEDS[asked.half]
    )
    able = [c for c in _choosers(asked) if c.may_say_none]
    outcomes = _outcomes(asked, "one-group", sets, able)
    title = f"False alarms on {len(sets)} sets without clusters, {asked.half} kinds (95 % interval)"
    print_table(title, *comparison.alarm_table(outcomes))
    print("\nAll other choosers always name a number of clusters.")


def public(asked):
    if asked.public is None:
        print("\nNo folder of public sets was given (PUBLIC=folder); left out.")
        return
    sets = list(read_benchmark(asked.public, most_objects=asked.max_objects))
    outcomes = _outcomes(asked, "public", sets, alone=comparison.ALONE)
    field = outcomes[outcomes["among"] == comparison.FIELD]
    title = f"{len(sets)} public sets of at most {asked.max_objects:,} objects"
    print_table(title, *comparison.choice_table(field))
    shown = [name for name in (VERDICT, RULE, "SWC", "AUCC") if name in set(field["chooser"])]
    print_table("k and ARI of the pick, by set", *comparison.set_table(field, shown))
    for algorithm in comparison.ALONE:
        part = outcomes[outcomes["among"] == algorithm]
        if len(part):
            title = f"k for {algorithm} alone, on the {part['set'].nunique()} sets where some k "
            title += f"has ARI >= {comparison.FINDABLE}"
            print_table(title, *comparison.choice_table(part))


def shapes(asked):
    print()
    print(shape.report(_shapes(asked, SEEDS[asked.half])))


RUN = dict(zip(SECTIONS, (structure, mixtures, without_clusters, public, shapes), strict=True))


def _mixtures(asked, seed):
    return cases.cases(asked.mixtures, 0, seed=seed)


def _choosers(asked):
    return choosers(verdict=not asked.rivals_only)


def _outcomes(asked, section, sets, some=None, **alone):
    """The table of outcomes of all sets, also written beside what is kept."""
    some, kept = some or _choosers(asked), Kept(asked.keep)
    work = [joblib.delayed(comparison.judge)(one, some, kept, **alone) for one in sets]
    rows = [row for found in _told(asked, section, work) for row in found]
    outcomes = comparison.as_table(rows)
    if kept.folder:
        outcomes.to_csv(kept.folder / f"{section}-{asked.half}.csv", index=False)
    return outcomes


def _shapes(asked, seed):
    made = _mixtures(asked, seed)
    work = [joblib.delayed(shape.measure)(case, seed=seed) for case in made]
    return list(_told(asked, f"shape, seed {seed}", work))


def _told(asked, what, work):
    """Results of the work in its order; how far it is goes to stderr."""
    parallel = joblib.Parallel(n_jobs=asked.jobs, return_as="generator")
    for done, found in enumerate(parallel(work), start=1):
        if done % 10 == 0 or done == len(work):
            print(f"  {what}: {done} of {len(work)}", file=sys.stderr, flush=True)
        yield found


def _arguments(arguments):
    parser = argparse.ArgumentParser(prog="make bench-k", description=__doc__.split("\n\n")[1])
    parser.add_argument(
        "--only", type=_sections, default=SECTIONS, help=f"sections: {','.join(SECTIONS)}"
    )
    parser.add_argument("--half", choices=list(SEEDS), default="report", help="of what is drawn")
    parser.add_argument("--mixtures", type=int, default=120, help="so many")
    parser.add_argument("--tuning-mixtures", type=int, default=25, help="so many to tune on")
    parser.add_argument("--tuning-scenes", type=int, default=3, help="of each kind to tune on")
    parser.add_argument(
        "--tuning-samples", type=int, help="so many larger public sets to tune on, through a sample"
    )
    parser.add_argument("--draws", type=int, default=10, help="of each kind without clusters")
    parser.add_argument("--public", metavar="FOLDER", help="folder of benchmark sets")
    parser.add_argument("--max-objects", type=int, default=1100, help="leave larger ones out")
    parser.add_argument("--rivals-only", action="store_true", help="leave the verdict out")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--keep", metavar="FOLDER", help="keep results there, go on from them")
    parser.add_argument(
        "--held-out",
        action="store_true",
        help="tune without each public set in turn (with --public), and print how that went",
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="tune anew: verdicts/tuned.py (with --public), explain/tuned.py",
    )
    return parser.parse_args(arguments)


def _sections(text):
    names = text.split(",")
    for name in names:
        if name not in SECTIONS:
            raise argparse.ArgumentTypeError(f"no section {name!r}; {', '.join(SECTIONS)}")
    return names


if __name__ == "__main__":
    main()
