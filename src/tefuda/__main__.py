"""Run the ``tefuda`` command with ``python -m tefuda``."""

import sys

from tefuda.cli import main

sys.exit(main())
