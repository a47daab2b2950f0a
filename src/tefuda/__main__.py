"""Lets ``python -m tefuda`` be the ``tefuda`` command."""

import sys

from tefuda.cli import main

sys.exit(main())
