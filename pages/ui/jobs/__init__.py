"""Heavy work in child processes: one queue for all sessions, cancel, progress, shared results.

Most pages ask `panel.run` for a result, which starts the job, draws it and hands the result out::

    from pages.ui.jobs import panel

    request = panel.JobRequest(
        compare_steps,                                   # the worker, or "module:function"
        {"dataset": study.dataset, "run": spec},         # its arguments
        digest=digest_of("comparison", study.digest, spec),  # same digest: computed once for all
        cost=cost,                                       # refused when the server has less memory
        label="Criteria for 3 k",
    )
    table = panel.run("criteria.job", request)           # where the session keeps the job
    if table is not None:                                # None: it waits, works, or was stopped
        draw(table)

Where a button starts the work, `panel.start_on_click` draws it: its callback remembers the click,
the run that hears of it submits the job, and `panel.show_job` draws that. A worker is a function or
a generator in an importable module that does not import Streamlit::

    def steps(dataset, ks, progress):            # `progress` is passed if the signature has it
        for i, k in enumerate(ks):
            progress(i, len(ks), f"k = {k}")
            yield one_result(dataset, k)         # arrives as an item of `state.partial_results`
        return whole_result                      # arrives as `state.result`

The handle is a small plain value that the panel keeps in session state. It survives a rerun, a page
change and a short loss of the connection, because the job lives in the server. A page that is
reloaded is a new session; it joins the job again when it asks for the same digest before the old
session has ended.
When a session ends, a job that no other session waits for is stopped; when the server stops, all
are. `InputError` raised by the worker comes back as its own text in ``state.error``; any other
failure as a friendly sentence without paths or data.

The files: `queue` (who waits, runs, shares), `job` (what is known of one), `process` (the server's
side of the children), `worker_factory` and `worker` (the programs in the children), `memory` (what
there is), `messages` (what a user reads when a job ends badly), `panel` (how a page draws a job).
"""

from pages.ui.jobs.job import JobState
from pages.ui.jobs.queue import JobHandle, JobQueue, job_queue

__all__ = ["JobHandle", "JobQueue", "JobState", "job_queue"]
