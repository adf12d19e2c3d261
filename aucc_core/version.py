"""The version and how to cite, in one place."""

__version__ = "0.1.0"
CITATION = (
    "Jaskowiak, P. A., Costa, I. G., Campello, R. J. G. B. (2022). The area under the ROC curve as "
    "a measure of clustering quality. Data Mining and Knowledge Discovery 36."
)
