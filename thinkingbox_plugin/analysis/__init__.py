"""Why trials fail, what weaker evaluators would have let pass, and what trials take: from saved records alone.

=================  ==================================================================================
``conversation``   a record with the outline of its conversation: roles, calls, what was refused
``known``          what ``run.json`` says of tasks and tools, beside the records
``signatures``     exactly one reason for each failed trial
``flags``          what else is true of it, without exclusivity
``evaluators``     weaker checks than the verdict, and what the state check catches beyond them
``effort``         messages, calls, turns, tokens and cost
``sections``       the tables of a report
=================  ==================================================================================
"""
