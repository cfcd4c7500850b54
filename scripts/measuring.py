"""The time and the memory of a whole process."""

import os
import subprocess
from time import perf_counter

import click


def measure(command: list[str], runs: int) -> tuple[float, float]:
    """Return the least wall time of a command in seconds, and its peak memory in MiB."""
    times, peak = [], 0.0
    for _ in range(runs):
        started = perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        times.append(perf_counter() - started)
        if status:
            raise click.ClickException(f"{command[0]} failed: {' '.join(command)[-200:]}")
        peak = max(peak, usage.ru_maxrss / 1024)
    return min(times), peak
