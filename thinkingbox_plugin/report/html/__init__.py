"""One HTML file that holds a whole report: tables, curves, every trial, and its conversation.

:class:`~thinkingbox_plugin.report.html.section.PageSection` goes along with the other sections of a report and keeps
what the page shows of each trial; :func:`~thinkingbox_plugin.report.html.page.write_page` writes the file.  The page
asks for nothing from any network; the conversations lie compressed inside it and are unpacked when one is opened.
"""
