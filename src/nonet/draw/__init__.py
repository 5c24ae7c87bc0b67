"""Boards as people see them; for now, as text for a terminal."""

from __future__ import annotations

from .terminal import board_lines

__all__ = ["board_lines"]
