"""Example tables of the Score screen: real files, read like any upload."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aucc_core.dataset import Dataset
from aucc_core.ingest import read_table
from pages.ui.cached import remembered
from pages.ui.jobs import digest_of

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "examples"


@dataclass(frozen=True)
class Example:
    """One file with a title and what it shows."""

    file: str
    title: str
    about: str

    def content(self) -> bytes:
        """The file."""
        return (FOLDER / self.file).read_bytes()


EXAMPLES = {
    "iris": Example(
        "iris.csv",
        "Iris",
        "150 flowers, their species, and two clusterings. The species are not the best clusters: "
        "two of them overlap.",
    ),
    "moons": Example(
        "moons.csv",
        "Moons with noise",
        "Two half circles among scattered points (label −1). AUCC favours round groups: k-means "
        "cuts the moons across and still scores higher.",
    ),
    "cities": Example(
        "cities.csv",
        "Distances of cities",
        "No features, only a distance matrix with labels beside it.",
    ),
}
TEMPLATE = Example("template.csv", "Template", "A small table to fill in.")


def load_example(name: str) -> Dataset:
    """The example's table, read once."""
    example = EXAMPLES[name]
    return remembered(
        digest_of("example", name), lambda: read_table(example.content(), name=example.title)
    )
