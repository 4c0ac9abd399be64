"""Playing agents on suites: ``python -m benchmarks.run``. It needs the extra ``bench``."""
