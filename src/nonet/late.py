"""Names that a package fetches from its files when they are first asked for, so that importing it costs little."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

__all__ = ["fetching"]


def fetching(package: str, file_of: Mapping[str, str]) -> Callable[[str], object]:
    """The ``__getattr__`` of a package whose names are in these files of it.

    >>> fetch = fetching("nonet.transforms", {"canonical_many": "many"})
    >>> fetch("canonical_many").__name__
    'canonical_many'
    >>> fetch("other")
    Traceback (most recent call last):
    AttributeError: module 'nonet.transforms' has no attribute 'other'
    """

    def fetch(name: str) -> object:
        if name not in file_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(f".{file_of[name]}", package), name)
        setattr(sys.modules[package], name, value)
        return value

    return fetch
