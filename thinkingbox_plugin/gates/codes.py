"""The exit codes of a gate; pytest's own are 0 to 5."""

PASSED, FAILED, USAGE, UNDECIDED, UNMEASURED = 0, 1, 2, 6, 7
