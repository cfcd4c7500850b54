"""Batches: sources are read in pieces and processed by workers; results keep their order.

    with local_workers(jobs=2) as workers:
        for result in Pipeline(task, workers, InputOptions()).run(["games/"]):
            print(result)

A task takes a `RecordBatch` and returns a value. Both the task and the value have to be picklable.
The results are the same for any number of workers. Workers come from `analysis.batch.executors`, or
for a cluster from `analysis.batch.cluster`.
"""

from analysis.batch.pipeline import Pipeline
from analysis.batch.work import InputOptions, RecordBatch, Task

__all__ = ["InputOptions", "Pipeline", "RecordBatch", "Task"]
