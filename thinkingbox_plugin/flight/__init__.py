"""Many trials in flight in one process.

:mod:`~thinkingbox_plugin.flight.flights` starts trials ahead of the items that report them,
:mod:`~thinkingbox_plugin.flight.upcoming` knows what pytest runs next, in one process and in an xdist worker,
:mod:`~thinkingbox_plugin.flight.captured` keeps each trial's log and output for its own item,
:mod:`~thinkingbox_plugin.flight.scheduling` gives workers enough to start ahead, and
:mod:`~thinkingbox_plugin.flight.plugin` ties all of it to pytest.  A process with one trial in flight loads none of
them: there, a trial runs when its item asks for it.
"""
