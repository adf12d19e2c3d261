"""Heavy work in child processes: one queue for all sessions, cancel, progress, shared results.

Start a job from a page, then draw it (``pages.ui.jobs_ui``)::

    from pages.ui import jobs, jobs_ui

    handle = jobs.submit(
        jobs_ui.session_id(),
        "aucc_core.sweep:sweep_steps",          # or a module-level function; never a lambda
        {"dataset": dataset, "ks": (2, 3, 4)},
        digest=jobs.digest_of("sweep", dataset.X, ks),   # same digest: computed once for everyone
        memory=estimate_in_bytes,
        label="Sweep of 3 k",
    )
    st.session_state["explore.job"] = handle
    state = jobs_ui.show(handle)                # progress, queue position, Cancel
    if state.status == "done":
        draw(state.result)

A worker is a function or a generator in an importable module that does not import Streamlit:

>>> def steps(dataset, ks, report):             # `report` is passed if the signature has it
...     for i, k in enumerate(ks):
...         report(i, len(ks), f"k = {k}")
...         yield one_result(dataset, k)         # arrives as an item of `state.partial_results`
...     return whole_result                      # arrives as `state.result`

The handle is a small plain value. It survives a page change, a lost connection and a rerun; the
job lives in the server. `InputError` raised by the worker comes back as its own text in
``state.error``; any other failure as a friendly sentence without paths or data.
"""

from pages.ui.jobs.digests import digest_of
from pages.ui.jobs.state import JobHandle, JobState
from pages.ui.jobs.supervisor import Supervisor, cancel, submit, supervisor

__all__ = ["JobHandle", "JobState", "Supervisor", "cancel", "digest_of", "submit", "supervisor"]
