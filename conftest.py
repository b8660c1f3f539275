"""Settings for the whole project's own tests; a run of tasks alone needs none of it."""

from __future__ import annotations

from hypothesis import settings

pytest_plugins = ["pytester"]

settings.register_profile("project", deadline=None, derandomize=True)
settings.load_profile("project")
