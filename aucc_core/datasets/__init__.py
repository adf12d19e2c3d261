"""Data sets to try things on: real tables, drawn mixtures and the paper's worked examples."""

from aucc_core.datasets.entry import DatasetEntry, Setting
from aucc_core.datasets.registry import DATASETS, load_dataset

__all__ = ["DATASETS", "DatasetEntry", "Setting", "load_dataset"]
