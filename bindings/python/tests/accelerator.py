"""What the tests of the accelerator have in common: with which way of calls they run."""

from __future__ import annotations

import pytest

from enfold import _accelerated

needs_it = pytest.mark.skipif(_accelerated.accelerator is None, reason=_accelerated.place)
BOTH = pytest.mark.parametrize("way", ["0", "1"])
