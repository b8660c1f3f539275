"""The audit: what every task and every set of tasks must survive before it measures anything.

``pytest --tb-audit`` runs, for each selected task, every probe of the second table of the guide to
writing tasks, without any model, and judges each with the one verdict; from what the tasks report it
then counts the first table.  Nothing here imports pytest.
"""
