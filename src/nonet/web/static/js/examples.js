// @ts-check
/** Example puzzles: some famous ones, and one of each other size. */

/** @type {{name: string, puzzle: string}[]} */
export const EXAMPLES = [
  { name: "exampleEasy", puzzle: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79" },
  {
    name: "exampleMedium",
    puzzle: "9..8...........5............2..1...3.1.....6....4...7.7.86.........3.1..4.....2..",
  },
  { name: "exampleHard", puzzle: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.." },
  { name: "exampleSmall", puzzle: "1.....2..3.....4" },
  { name: "exampleSix", puzzle: "1.2.4........6.4.1......2.5.14......" },
  {
    name: "exampleTwelve",
    puzzle:
      "561..4.7B......B......78.4.....C9....CB36.9A.71.A.9647.1.C..17.....8..A." +
      "..3C5A.B7.....4..83.5A.6..6.7...C.2...5..97..2.....1..C4.B..42..A.5.196.",
  },
  {
    name: "exampleLarge",
    puzzle:
      "G.7.EA..34.9F.B.4...F.6B...8..5..D...1G..25E.4C3..5..3......8.7.18.7..A....CBDGF39..B.DG8.275A4.D.G....2..45..69" +
      "...5C.3.F..B.......G..8.5..46.......6.9DBF1.2..78..2...3....GF..9CD.GB....A..E35.G.......5...C...6.D..B8..E..594" +
      "72E.34.9.C.D..8G5...D6.F..81A7E2",
  },
];

/** The sizes of the boards that can be typed in. */
export const SIZES = [4, 6, 8, 9, 12, 16];
