"""Where the libraries of this package may be: in a wheel, a checkout, an installed tree."""

from __future__ import annotations

import os
from collections.abc import Iterator

PACKAGE = os.path.dirname(os.path.realpath(__file__))
_INSTALLED = "/share/enfold/python/enfold"
BESIDE = "installed beside the package"


def folders() -> Iterator[tuple[str, str]]:
    """Folders of libraries: what pip has installed, the build of a checkout, `lib` of a prefix."""
    yield f"{PACKAGE}/_native", "installed with the package"
    repository = os.path.dirname(os.path.dirname(os.path.dirname(PACKAGE)))
    if os.path.isfile(f"{repository}/include/enfold.h"):
        yield f"{repository}/build/lib", "the checkout's build"
    if PACKAGE.endswith(_INSTALLED):  # by `make install`
        yield f"{PACKAGE.removesuffix(_INSTALLED)}/lib", BESIDE
