"""Trials on other machines: pytest stays in front, a Ray cluster runs them.

:mod:`~thinkingbox_plugin.cluster.work` is what happens on a node and knows nothing of Ray or pytest,
:mod:`~thinkingbox_plugin.cluster.pool` hands trials out and takes answers back, and
:mod:`~thinkingbox_plugin.cluster.remote` is how a run sees it.
"""
