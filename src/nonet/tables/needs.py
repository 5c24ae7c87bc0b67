"""The libraries that tables need, imported late; one that is missing says what to install."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtra

__all__ = ["needed", "pa", "pc"]

_EXTRA_OF = {"pyarrow": "tables", "distributed": "dask"}


def needed(name: str) -> Any:
    """A module of a library that may be missing.

    >>> needed("pyarrow").__name__
    'pyarrow'
    """
    library = name.partition(".")[0]
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != library:
            raise
        raise MissingExtra(library, extra=_EXTRA_OF.get(library, library)) from None


if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.compute as pc
else:
    pa = needed("pyarrow")
    pc = needed("pyarrow.compute")
