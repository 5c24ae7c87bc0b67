"""How values show themselves in a notebook and with rich."""

from __future__ import annotations

__all__ = ["Displayed"]


class Displayed:
    """A value with a picture in notebooks and a colored board with rich.

    >>> from nonet import Grid
    >>> Grid("1... .2.. ..3. ...4")._repr_svg_()[:4]
    '<svg'
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        from .drawing import draw  # a value does not know who draws it, until somebody looks

        return draw(self)  # type: ignore[call-overload, no-any-return]

    def __rich__(self) -> object:
        """Return what rich prints."""
        from .drawing import rich_text, scene_of

        return rich_text(scene_of(self))  # type: ignore[arg-type]
