"""Thinkingbox: a pytest-native sandbox and benchmark for tool-using agents.

Task authors import from :mod:`thinkingbox_plugin.authoring`; everything else is the machinery.
"""
