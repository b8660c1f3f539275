"""The pytest plugin: hooks, options and fixtures, no logic."""
