"""The table of techniques, from easy to hard, with their names in other programs and their finders.

The order, the levels and the scores are HoDoKu's, since most players know them. Only hidden singles come before naked
singles, as in lessons: people see them first, although HoDoKu gives them a higher score. A technique that HoDoKu lacks
is next to the most similar technique and has a similar score. A technique that is not in the default set is only used
if it is named in the option `techniques`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from ..errors import ArgumentError
from ..geometry import Shape
from . import finders
from .marks import Marks
from .step import Step

__all__ = [
    "DEFAULT_TECHNIQUES",
    "TECHNIQUES",
    "Finder",
    "Level",
    "Technique",
    "select_techniques",
    "technique",
]

Finder: TypeAlias = Callable[[Marks], Iterator[Step]]
"""A function that yields all steps of one technique."""

_NINE = Shape(3, 3)


class Level(IntEnum):
    """The difficulty of a technique or a puzzle.

    >>> Level.EASY < Level.EXTREME, Level.HARD.title
    (True, 'Hard')
    """

    EASY = 1
    MEDIUM = 2
    HARD = 3
    UNFAIR = 4
    EXTREME = 5

    @property
    def title(self) -> str:
        """The name of the level, capitalized."""
        return self.name.capitalize()

    @property
    def chinese(self) -> str:
        """The name of the level in Chinese.

        >>> [level.chinese for level in Level]
        ['简单', '中等', '困难', '极难', '地狱']
        """
        return ("简单", "中等", "困难", "极难", "地狱")[self - 1]

    @classmethod
    def parse(cls, name: str) -> Level:
        """Return the level with this name.

        >>> Level.parse("hard")
        <Level.HARD: 3>
        """
        try:
            return cls[name.strip().upper()]
        except KeyError:
            raise ArgumentError.unknown("level", name, [level.title for level in cls]) from None


class Technique(NamedTuple):
    """One row of the table.

    >>> technique("x-wing").title, technique("x-wing").level, technique("x-wing").score
    ('X-Wing', <Level.HARD: 3>, 140)
    """

    id: str
    """The identifier, used in steps and options."""
    title: str
    chinese: str
    level: Level
    score: int
    """HoDoKu's base score of one step."""
    code: str
    """HoDoKu's code for the technique in its library of examples; empty if HoDoKu lacks it."""
    finder: Finder
    """The function that finds the steps."""
    hodoku: str = ""
    """HoDoKu's name, if it differs."""
    se: str = ""
    """Sudoku Explainer's rating and name; if the rating grows with the length, this is the lowest."""
    sudokuwiki: str = ""
    default: bool = True
    """Whether it is used without being named."""

    def find(self, marks: Marks) -> Iterator[Step]:
        """Yield all steps of this technique.

        >>> from ..position import Position
        >>> print(next(technique("naked-single").find(Marks.of(Position("1... ..2. .3.. ...4")))))
        Naked Single: r1c4=3
        """
        found = self.finder(marks)
        return found if marks.shape is _NINE else (step._replace(shape=marks.shape) for step in found)

    @property
    def family(self) -> str:
        """The name of the file with its finder, such as fish."""
        function = self.finder.func if isinstance(self.finder, partial) else self.finder
        return function.__module__.rpartition(".")[2]

    @property
    def uses_uniqueness(self) -> bool:
        """Whether it assumes that the puzzle has only one solution."""
        return self.family in ("unique_rectangles", "unique_loops", "bug")

    def to_dict(self) -> dict[str, Any]:
        """Return the technique as plain data for JSON."""
        return {
            "id": self.id,
            "title": self.title,
            "chinese": self.chinese,
            "level": self.level.title,
            "score": self.score,
            "default": self.default,
            "uniqueness": self.uses_uniqueness,
        }

    def __str__(self) -> str:
        return self.title


# fmt: off
TECHNIQUES: tuple[Technique, ...] = (
    Technique("full-house", "Full House", "唯一空格", Level.EASY, 4, "0000",
              finders.full_houses, "", "1.0 Hidden Single", "Last Remaining Cell"),
    Technique("hidden-single", "Hidden Single", "摒除法", Level.EASY, 14, "0002",
              finders.hidden_singles, "", "1.2 Hidden Single", "Hidden Single"),
    Technique("naked-single", "Naked Single", "唯一余数", Level.EASY, 4, "0003",
              finders.naked_singles, "", "2.3 Naked Single", "Naked Single"),
    Technique("locked-pair", "Locked Pair", "死锁数对", Level.MEDIUM, 40, "0110",
              finders.locked_pairs, "", "", ""),
    Technique("locked-triple", "Locked Triple", "死锁三数组", Level.MEDIUM, 60, "0111",
              finders.locked_triples, "", "", ""),
    Technique("pointing", "Pointing", "宫区块", Level.MEDIUM, 50, "0100",
              finders.pointing, "Locked Candidates Type 1 (Pointing)", "2.6 Pointing", "Pointing Pairs"),
    Technique("claiming", "Claiming", "行列区块", Level.MEDIUM, 50, "0101",
              finders.claiming, "Locked Candidates Type 2 (Claiming)", "2.8 Claiming", "Box/Line Reduction"),
    Technique("naked-pair", "Naked Pair", "显性数对", Level.MEDIUM, 60, "0200",
              finders.naked_pairs, "", "3.0 Naked Pair", "Naked Pair"),
    Technique("naked-triple", "Naked Triple", "显性三数组", Level.MEDIUM, 80, "0201",
              finders.naked_triples, "", "3.6 Naked Triplet", "Naked Triple"),
    Technique("hidden-pair", "Hidden Pair", "隐性数对", Level.MEDIUM, 70, "0210",
              finders.hidden_pairs, "", "3.4 Hidden Pair", "Hidden Pair"),
    Technique("hidden-triple", "Hidden Triple", "隐性三数组", Level.MEDIUM, 100, "0211",
              finders.hidden_triples, "", "4.0 Hidden Triplet", "Hidden Triple"),
    Technique("naked-quad", "Naked Quad", "显性四数组", Level.HARD, 120, "0202",
              finders.naked_quads, "Naked Quadruple", "5.0 Naked Quad", "Naked Quad"),
    Technique("hidden-quad", "Hidden Quad", "隐性四数组", Level.HARD, 150, "0212",
              finders.hidden_quads, "Hidden Quadruple", "5.4 Hidden Quad", "Hidden Quad"),
    Technique("x-wing", "X-Wing", "二链列", Level.HARD, 140, "0300",
              finders.x_wings, "", "3.2 X-Wing", "X-Wing"),
    Technique("swordfish", "Swordfish", "三链列", Level.HARD, 150, "0301",
              finders.swordfish, "", "3.8 Swordfish", "Swordfish"),
    Technique("jellyfish", "Jellyfish", "四链列", Level.HARD, 160, "0302",
              finders.jellyfish, "", "5.2 Jellyfish", "Jellyfish"),
    Technique("remote-pair", "Remote Pair", "远程数对", Level.HARD, 110, "0703",
              finders.remote_pairs, "", "7.0 Bidirectional Y-Cycle", "Remote Pairs"),
    Technique("bug-1", "Bivalue Universal Grave + 1", "全双值坟墓 +1", Level.HARD, 100, "0610",
              finders.bug_1, "", "5.6 BUG type 1", "BUG"),
    Technique("skyscraper", "Skyscraper", "摩天楼", Level.HARD, 130, "0400",
              finders.skyscrapers, "", "6.6 Turbot Fish", "X-Cycles"),
    Technique("two-string-kite", "2-String Kite", "双线风筝", Level.HARD, 150, "0401",
              finders.two_string_kites, "", "6.6 Turbot Fish", "X-Cycles"),
    Technique("dual-two-string-kite", "Dual 2-String Kite", "双重双线风筝", Level.HARD, 150, "0404",
              finders.dual_two_string_kites, "", "", "", default=False),
    Technique("turbot-fish", "Turbot Fish", "多宝鱼", Level.HARD, 120, "0403",
              finders.turbot_fish, "", "6.6 Turbot Fish", "X-Cycles"),
    Technique("empty-rectangle", "Empty Rectangle", "空矩形", Level.HARD, 120, "0402",
              finders.empty_rectangles, "", "", "Empty Rectangles"),
    Technique("dual-empty-rectangle", "Dual Empty Rectangle", "双重空矩形", Level.HARD, 120, "0405",
              finders.dual_empty_rectangles, "", "", "", default=False),
    Technique("w-wing", "W-Wing", "W 翼", Level.HARD, 150, "0803",
              finders.w_wings, "", "", "W-Wing"),
    Technique("xy-wing", "XY-Wing", "XY 翼", Level.HARD, 160, "0800",
              finders.xy_wings, "", "4.2 XY-Wing", "Y-Wing"),
    Technique("xyz-wing", "XYZ-Wing", "XYZ 翼", Level.HARD, 180, "0801",
              finders.xyz_wings, "", "4.4 XYZ-Wing", "XYZ-Wing"),
    Technique("unique-rectangle-1", "Unique Rectangle Type 1", "唯一矩形类型 1", Level.HARD, 100, "0600",
              finders.unique_rectangle_1, "Uniqueness Test 1", "4.5 Unique Rectangle type 1", "Unique Rectangle 1"),
    Technique("unique-rectangle-2", "Unique Rectangle Type 2", "唯一矩形类型 2", Level.HARD, 100, "0601",
              finders.unique_rectangle_2, "Uniqueness Test 2", "4.5 Unique Rectangle type 2", "Unique Rectangle 2"),
    Technique("unique-rectangle-3", "Unique Rectangle Type 3", "唯一矩形类型 3", Level.HARD, 100, "0602",
              finders.unique_rectangle_3, "Uniqueness Test 3", "4.5 Unique Rectangle type 3", "Unique Rectangle 3"),
    Technique("unique-rectangle-4", "Unique Rectangle Type 4", "唯一矩形类型 4", Level.HARD, 100, "0603",
              finders.unique_rectangle_4, "Uniqueness Test 4", "4.5 Unique Rectangle type 4", "Unique Rectangle 4"),
    Technique("unique-rectangle-5", "Unique Rectangle Type 5", "唯一矩形类型 5", Level.HARD, 100, "0604",
              finders.unique_rectangle_5, "Uniqueness Test 5", "", "Unique Rectangle 5"),
    Technique("unique-rectangle-6", "Unique Rectangle Type 6", "唯一矩形类型 6", Level.HARD, 100, "0605",
              finders.unique_rectangle_6, "Uniqueness Test 6", "", ""),
    Technique("hidden-rectangle", "Hidden Rectangle", "隐性唯一矩形", Level.HARD, 100, "0606",
              finders.hidden_rectangles, "", "", "Hidden Unique Rectangle"),
    Technique("avoidable-rectangle-1", "Avoidable Rectangle Type 1", "可规避矩形类型 1", Level.HARD, 100, "0607",
              finders.avoidable_rectangle_1, "", "", "Avoidable Rectangle"),
    Technique("avoidable-rectangle-2", "Avoidable Rectangle Type 2", "可规避矩形类型 2", Level.HARD, 100, "0608",
              finders.avoidable_rectangle_2, "", "", "Avoidable Rectangle"),
    Technique("wxyz-wing", "WXYZ-Wing", "WXYZ 翼", Level.HARD, 200, "",
              finders.wxyz_wings, "", "", "WXYZ-Wing"),
    Technique("finned-x-wing", "Finned X-Wing", "鳍二链列", Level.HARD, 130, "0310",
              finders.finned_x_wings, "", "", "Finned X-Wing"),
    Technique("sashimi-x-wing", "Sashimi X-Wing", "退化二链列", Level.HARD, 150, "0320",
              finders.sashimi_x_wings, "", "", "Sashimi X-Wing"),
    Technique("simple-colors-trap", "Simple Colors Trap", "单数染色（陷阱）", Level.HARD, 150, "0500",
              finders.simple_color_traps, "", "", "Simple Colouring"),
    Technique("simple-colors-wrap", "Simple Colors Wrap", "单数染色（矛盾）", Level.HARD, 150, "0501",
              finders.simple_color_wraps, "", "", "Simple Colouring"),
    Technique("multi-colors-1", "Multi Colors 1", "多重染色类型 1", Level.HARD, 200, "0502",
              finders.multi_colors_1, "", "", "Multi-Colouring"),
    Technique("multi-colors-2", "Multi Colors 2", "多重染色类型 2", Level.HARD, 200, "0503",
              finders.multi_colors_2, "", "", "Multi-Colouring"),
    Technique("unique-loop-1", "Unique Loop Type 1", "唯一环类型 1", Level.UNFAIR, 220, "",
              finders.unique_loop_1, "", "4.6 Unique Loop type 1", ""),
    Technique("unique-loop-2", "Unique Loop Type 2", "唯一环类型 2", Level.UNFAIR, 220, "",
              finders.unique_loop_2, "", "4.6 Unique Loop type 2", ""),
    Technique("unique-loop-3", "Unique Loop Type 3", "唯一环类型 3", Level.UNFAIR, 220, "",
              finders.unique_loop_3, "", "4.6 Unique Loop type 3", ""),
    Technique("unique-loop-4", "Unique Loop Type 4", "唯一环类型 4", Level.UNFAIR, 220, "",
              finders.unique_loop_4, "", "4.6 Unique Loop type 4", ""),
    Technique("bug-2", "Bivalue Universal Grave Type 2", "全双值坟墓类型 2", Level.UNFAIR, 220, "",
              finders.bug_2, "", "5.7 BUG type 2", ""),
    Technique("bug-3", "Bivalue Universal Grave Type 3", "全双值坟墓类型 3", Level.UNFAIR, 220, "",
              finders.bug_3, "", "5.7 BUG type 3", ""),
    Technique("bug-4", "Bivalue Universal Grave Type 4", "全双值坟墓类型 4", Level.UNFAIR, 220, "",
              finders.bug_4, "", "5.7 BUG type 4", ""),
    Technique("finned-swordfish", "Finned Swordfish", "鳍三链列", Level.UNFAIR, 200, "0311",
              finders.finned_swordfish, "", "", "Finned Swordfish"),
    Technique("sashimi-swordfish", "Sashimi Swordfish", "退化三链列", Level.UNFAIR, 240, "0321",
              finders.sashimi_swordfish, "", "", "Sashimi Swordfish"),
    Technique("finned-jellyfish", "Finned Jellyfish", "鳍四链列", Level.UNFAIR, 250, "0312",
              finders.finned_jellyfish, "", "", ""),
    Technique("sashimi-jellyfish", "Sashimi Jellyfish", "退化四链列", Level.UNFAIR, 260, "0322",
              finders.sashimi_jellyfish, "", "", ""),
    Technique("sue-de-coq", "Sue de Coq", "融合待定数组", Level.UNFAIR, 250, "1101",
              finders.sue_de_coqs, "", "", "Sue-de-Coq"),
    Technique("3d-medusa", "3D Medusa", "三维美杜莎", Level.UNFAIR, 250, "",
              finders.medusas, "", "", "3D Medusa"),
    Technique("x-chain", "X-Chain", "同数链", Level.UNFAIR, 260, "0701",
              finders.x_chains, "", "6.6 Forcing X-Chain", "X-Cycles"),
    Technique("xy-chain", "XY-Chain", "双值格链", Level.UNFAIR, 260, "0702",
              finders.xy_chains, "", "7.0 Forcing Chain", "XY-Chains"),
    Technique("continuous-nice-loop", "Continuous Nice Loop", "连续环", Level.UNFAIR, 280, "0706",
              finders.continuous_nice_loops, "", "7.0 Bidirectional Cycle", "Alternating Inference Chains"),
    Technique("discontinuous-nice-loop", "Discontinuous Nice Loop", "不连续环", Level.UNFAIR, 280, "0707",
              finders.discontinuous_nice_loops, "", "7.0 Forcing Chain", "Alternating Inference Chains"),
    Technique("aic", "Alternating Inference Chain", "交替推理链", Level.UNFAIR, 280, "0708",
              finders.aics, "AIC", "7.0 Forcing Chain", "Alternating Inference Chains"),
    Technique("grouped-continuous-nice-loop", "Grouped Continuous Nice Loop", "区块连续环", Level.UNFAIR, 300, "0709",
              finders.grouped_continuous_nice_loops, "", "", "AIC with Groups"),
    Technique("grouped-discontinuous-nice-loop", "Grouped Discontinuous Nice Loop", "区块不连续环", Level.UNFAIR, 300, "0710",
              finders.grouped_discontinuous_nice_loops, "", "", "AIC with Groups"),
    Technique("grouped-aic", "Grouped Alternating Inference Chain", "区块交替推理链", Level.UNFAIR, 300, "0711",
              finders.grouped_aics, "Grouped AIC", "", "AIC with Groups"),
    Technique("als-xz", "ALS-XZ", "待定数组 XZ 法则", Level.UNFAIR, 300, "0901",
              finders.als_xz, "Almost Locked Set XZ-Rule", "", "Almost Locked Sets"),
    Technique("als-xy-wing", "ALS-XY-Wing", "待定数组 XY 翼", Level.UNFAIR, 320, "0902",
              finders.als_xy_wings, "Almost Locked Set XY-Wing", "", ""),
    Technique("als-chain", "ALS Chain", "待定数组链", Level.UNFAIR, 340, "0903",
              finders.als_chains, "Almost Locked Set XY-Chain", "", ""),
    Technique("aligned-pair-exclusion", "Aligned Pair Exclusion", "均衡数对", Level.UNFAIR, 350, "",
              finders.aligned_pair_exclusions, "", "6.2 Aligned Pair Exclusion", "Aligned Pair Exclusion"),
    Technique("death-blossom", "Death Blossom", "死亡绽放", Level.UNFAIR, 360, "0904",
              finders.death_blossoms, "", "", "Death Blossom"),
    Technique("franken-x-wing", "Franken X-Wing", "宫内二链列", Level.UNFAIR, 300, "0330",
              finders.franken_x_wings, "", "", ""),
    Technique("franken-swordfish", "Franken Swordfish", "宫内三链列", Level.UNFAIR, 350, "0331",
              finders.franken_swordfish, "", "", "Franken Swordfish"),
    Technique("franken-jellyfish", "Franken Jellyfish", "宫内四链列", Level.UNFAIR, 370, "0332",
              finders.franken_jellyfish, "", "", "", default=False),
    Technique("finned-franken-x-wing", "Finned Franken X-Wing", "鳍宫内二链列", Level.UNFAIR, 390, "0340",
              finders.finned_franken_x_wings, "", "", ""),
    Technique("finned-franken-swordfish", "Finned Franken Swordfish", "鳍宫内三链列", Level.UNFAIR, 410, "0341",
              finders.finned_franken_swordfish, "", "", ""),
    Technique("finned-franken-jellyfish", "Finned Franken Jellyfish", "鳍宫内四链列", Level.UNFAIR, 430, "0342",
              finders.finned_franken_jellyfish, "", "", "", default=False),
    Technique("finned-mutant-jellyfish", "Finned Mutant Jellyfish", "鳍交叉四链列", Level.EXTREME, 470, "0362",
              finders.finned_mutant_jellyfish, "", "", "", default=False),
    Technique("finned-mutant-squirmbag", "Finned Mutant Squirmbag", "鳍交叉五链列", Level.EXTREME, 470, "0363",
              finders.finned_mutant_squirmbags, "", "", "", default=False),
    Technique("finned-mutant-whale", "Finned Mutant Whale", "鳍交叉六链列", Level.EXTREME, 470, "0364",
              finders.finned_mutant_whales, "", "", "", default=False),
    Technique("nishio", "Nishio", "西尾强制链", Level.EXTREME, 500, "",
              finders.nishio, "Forcing Chain Contradiction", "7.5 Nishio Forcing Chains", "Nishio Forcing Chains"),
    Technique("contradiction-forcing-chain", "Contradiction Forcing Chain", "矛盾强制链", Level.EXTREME, 500, "",
              finders.contradiction_forcing_chains, "Forcing Chain Contradiction", "7.5 Nishio Forcing Chains", "Digit Forcing Chains"),
    Technique("cell-forcing-chain", "Cell Forcing Chain", "单元格强制链", Level.EXTREME, 500, "",
              finders.cell_forcing_chains, "Forcing Chain Verity", "8.0 Cell Forcing Chains", "Cell Forcing Chains"),
    Technique("house-forcing-chain", "House Forcing Chain", "区域强制链", Level.EXTREME, 500, "",
              finders.house_forcing_chains, "Forcing Chain Verity", "8.0 Region Forcing Chains", "Unit Forcing Chains"),
    Technique("contradiction-forcing-net", "Contradiction Forcing Net", "矛盾强制网", Level.EXTREME, 700, "",
              finders.contradiction_forcing_nets, "Forcing Net Contradiction", "8.5 Dynamic Contradiction Forcing Chains", "Forcing Nets"),
    Technique("cell-forcing-net", "Cell Forcing Net", "单元格强制网", Level.EXTREME, 700, "",
              finders.cell_forcing_nets, "Forcing Net Verity", "8.5 Dynamic Cell Forcing Chains", "Forcing Nets"),
    Technique("house-forcing-net", "House Forcing Net", "区域强制网", Level.EXTREME, 700, "",
              finders.house_forcing_nets, "Forcing Net Verity", "8.5 Dynamic Region Forcing Chains", "Forcing Nets"),
    Technique("template-set", "Template Set", "模板填数", Level.EXTREME, 10000, "1201",
              finders.template_set, "", "", "Pattern Overlay", default=False),
    Technique("template-delete", "Template Delete", "模板删数", Level.EXTREME, 10000, "1202",
              finders.template_delete, "", "", "Pattern Overlay", default=False),
    Technique("answer", "The Answer", "直接给出答案", Level.EXTREME, 10000, "",
              finders.answers, "Brute Force", "", ""),
)
"""Every technique, from easy to hard."""
# fmt: on

DEFAULT_TECHNIQUES = tuple(technique for technique in TECHNIQUES if technique.default)
"""The techniques that are used unless others are named."""

_BY_ID = {technique.id: technique for technique in TECHNIQUES}


def technique(name: str) -> Technique:
    """Return the technique with this identifier. Case does not matter, and spaces and underscores are hyphens.

    >>> technique("Naked Pair").id
    'naked-pair'
    >>> technique("swordfsh")
    Traceback (most recent call last):
    nonet.errors.ArgumentError: unknown technique 'swordfsh'; did you mean swordfish?
    """
    key = name.strip().lower().replace(" ", "-").replace("_", "-")
    if key in _BY_ID:
        return _BY_ID[key]
    raise ArgumentError.unknown("technique", name, _BY_ID, "expected the id of one of nonet.logic.TECHNIQUES")


def select_techniques(
    techniques: Iterable[str | Technique] | None,
    *,
    without: Iterable[str | Technique] = (),
    uniqueness: bool = True,
) -> Sequence[Technique]:
    """Return the named techniques from easy to hard, or the default techniques if `techniques` is None.

    Techniques in `without` are left out. With `uniqueness` False, so are those that assume that there is one solution.

    >>> [technique.id for technique in select_techniques(["x-wing", "naked-single", "bug-1"], uniqueness=False)]
    ['naked-single', 'x-wing']
    >>> [technique.id for technique in select_techniques(["x-wing", "naked-single"], without=["X-Wing"])]
    ['naked-single']
    """
    unwanted = _ids(without)
    if techniques is None and not unwanted and uniqueness:
        return DEFAULT_TECHNIQUES
    wanted = _ids(DEFAULT_TECHNIQUES if techniques is None else techniques) - unwanted
    return [row for row in TECHNIQUES if row.id in wanted and (uniqueness or not row.uses_uniqueness)]


def _ids(techniques: Iterable[str | Technique]) -> set[str]:
    """Return the identifiers of techniques. One name alone is a list of one."""
    techniques = [techniques] if isinstance(techniques, str) else techniques
    return {each.id if isinstance(each, Technique) else technique(each).id for each in techniques}
