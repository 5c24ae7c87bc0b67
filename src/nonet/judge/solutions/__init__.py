"""Solutions: for each judge, one file to paste into its submit box.

A file needs only Python 3.6 and its standard library. It is named after the judge (``luogu_p1784.py``), is run as a
program, and is never imported by nonet; `nonet.judge.source` returns its text.

All files but ``leetcode_36.py`` start with the same solver: three masks per cell, the blank with the fewest candidates,
hidden singles, and a generator of all solutions. Below it, each file has the reading and printing of its problem. A
submitted program is one file, so the solver is repeated in each of them on purpose: every file can be read, run and
checked as it is, here and on the web. The solver of ``luogu_p1784.py`` is the original, and a test compares the others
with it.
"""
