"""The small core: distances, ranks, counts, AUCC, Gamma, curve and null; it knows nothing else.

A `Dataset` (inputs) is a table as somebody brought it. `Objects` (objects) is that table with a
distance, and what is computed of both only once. `Distances` (distances) gives the distance of any
pair, by a row of METRICS (metrics; gower is the one for mixed tables). `RankedPairs` (ranked) are
all pairs in order of their distances (ranking, by the keys of ties); with labels they become
`Counts` (counting), and those AUCC and Gamma, a `RocCurve` (curve), a null (null by formulas,
permutation by drawing). `definition` is the same, slow and obvious; `kernels` is what is compiled,
on `threads`; `result` is the `Score` that all engines give. It needs numpy, scipy and numba only.
"""
