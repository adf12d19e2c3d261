"""Data sets to try things on: real tables, downloads, drawn mixtures and the paper's examples."""

from aucc_core.datasets.entry import DatasetEntry, Setting
from aucc_core.datasets.registry import DATASETS, find_dataset, load_dataset

__all__ = ["DATASETS", "DatasetEntry", "Setting", "find_dataset", "load_dataset"]
