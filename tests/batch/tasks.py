"""Tasks for tests, where worker processes can find them."""

from typing import Any

from analysis.batch import RecordBatch
from records.jsonl import to_json


def described(batch: RecordBatch) -> list[dict[str, Any]]:
    """Return all that there is to say of each record, its lines in the source among it."""
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
