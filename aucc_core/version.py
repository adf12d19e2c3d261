"""The version, what it computes with and how to cite, in one place."""

__version__ = "0.1.0"
# Packages whose versions a result names: numbers may depend on them.
PACKAGES = ("numpy", "scipy", "pandas", "scikit-learn", "numba")
CITATION = (
    "Jaskowiak, P. A., Costa, I. G., Campello, R. J. G. B. (2022). The area under the ROC curve as "
    "a measure of clustering quality. Data Mining and Knowledge Discovery 36."
)
