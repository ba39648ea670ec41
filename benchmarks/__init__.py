"""Benchmarks: Formicarium beside its peers, on one core, in one run. `python -m benchmarks` writes `docs/benchmarks.md`."""
