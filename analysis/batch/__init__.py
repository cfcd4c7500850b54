"""Whole collections: read in pieces, worked by one process or many, results in order.

    with local_pool(jobs=2) as pool:
        for done in Flow(task, pool, Reading()).run(["games/"]):
            print(done.value)

A task takes a `RecordBatch` and returns what is wanted of its records; it has to be picklable, and
so has what it returns. The results are the same for any number of jobs.
"""

from analysis.batch.marks import Checkpoint, SourceChanged, TaskResult
from analysis.batch.pipeline import Pipeline
from analysis.batch.pools import Pool, WorkerLost, local_pool
from analysis.batch.reading import InputOptions
from analysis.batch.work import RecordBatch, Task

__all__ = [
    "Checkpoint",
    "InputOptions",
    "Pipeline",
    "Pool",
    "RecordBatch",
    "SourceChanged",
    "Task",
    "TaskResult",
    "WorkerLost",
    "local_pool",
]
