"""Reading what people upload: by content, with every guess said and open to correction.

The files in the order of the work; none imports one that stands below it:

names, child, limits   names as shown; the process that parses binary files; what a file may cost
choices                what a caller may overrule
table                  the values in between: a grid of cells, then named columns
sniff                  what a file is, told from its content
numbers                text cells to numbers, and which decimal mark they use
text_grid              text: bytes to characters, characters to cells
large_text             the same in a process of its own
archives, excel        workbooks, parsed in the child; zip and gzip, bombs refused
arrow_files            Parquet and Feather, parsed in the child
numpy_files            npy and npz
json_files             records, columns, rows or lines, parsed in the child
arff_files             ARFF
containers             the table inside a zip or gzip archive
layout                 which rows are names, units, titles or totals, and which are data
cells                  the formats, and a file of any of them as named columns
columns                what each column holds: numbers, yes/no, dates, codes, text or nothing
roles                  what each column is for: feature, label, id, or nothing
labels                 label columns, and files that hold labels only
matrix                 distance matrices
analysis               a file understood: its columns, their roles, its labels, its distances
words                  columns of words used as features
build                  the `Dataset`, its missing values left out or filled
preview                what a person sees, and may overrule, before taking the data
reader                 `read_table`, `inspect_table`, `read_labels`
"""

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.limits import Limits
from aucc_core.ingest.preview import Preview
from aucc_core.ingest.reader import (
    Inspection,
    inspect_file,
    inspect_table,
    read_labels,
    read_table,
)

__all__ = [
    "Choices",
    "Inspection",
    "Limits",
    "Preview",
    "inspect_file",
    "inspect_table",
    "read_labels",
    "read_table",
]
