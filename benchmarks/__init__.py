"""Benchmarks: Formicarium beside its peers. `python -m benchmarks` measures and writes `docs/benchmarks.md`."""
