"""Whole collections: read in pieces, worked by one process or many, results in order.

    with local_pool(jobs=2) as pool:
        for done in Flow(task, pool, Reading()).run(["games/"]):
            print(done.value)

A task takes a `Batch` of records and returns what is wanted of them; it has to be picklable, and so
has what it returns. The results are the same for any number of jobs.
"""

from analysis.batch.marks import Changed, Done, Mark
from analysis.batch.pipeline import Flow
from analysis.batch.pools import Lost, Pool, local_pool
from analysis.batch.reading import Reading
from analysis.batch.work import Batch, Task

__all__ = [
    "Batch",
    "Changed",
    "Done",
    "Flow",
    "Lost",
    "Mark",
    "Pool",
    "Reading",
    "Task",
    "local_pool",
]
