"""Reading what people upload: by content, with every guess said and open to correction."""

from aucc_core.ingest.choices import Choices
from aucc_core.ingest.limits import Limits
from aucc_core.ingest.preview import Preview
from aucc_core.ingest.reader import inspect_table, read_labels, read_table

__all__ = ["Choices", "Limits", "Preview", "inspect_table", "read_labels", "read_table"]
