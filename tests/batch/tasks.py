"""Tasks for tests, in a module that worker processes can import."""

from typing import Any

from analysis.batch import RecordBatch
from records.jsonl import to_json


def described(batch: RecordBatch) -> list[dict[str, Any]]:
    """Return each record as JSON, with its place, its findings and its lines in the source."""
    return [
        to_json(record)
        | {
            "here": record.source.to_json(),
            "findings": [repr(one) for one in record.findings],
            "places": list(record.places),
            "original": batch.original(index),
        }
        for index, record in enumerate(batch.records)
    ]
