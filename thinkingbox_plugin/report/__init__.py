"""What a person reads: the results table, the failures, the progress line."""
