// @ts-check
/** The board as an SVG file, black on white. */

import { digitsOf } from "./shape.js";

/** Return a board as SVG. @param {import("./board.js").Board} board
 * @param {boolean} automatic whether every cell shows its candidates */
export function picture(board, automatic = false) {
  const { shape } = board;
  const side = shape.size * 100;
  const parts = [`<rect x="0" y="0" width="${side}" height="${side}" fill="#fff"/>`];
  const text = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ size,
    /** @type {string} */ what,
    more = "",
  ) => parts.push(`<text x="${x}" y="${y + size * 0.35}" font-size="${size}" ${more}>${what}</text>`);
  board.cells.forEach((cell, index) => {
    const [x, y] = [(index % shape.size) * 100, Math.floor(index / shape.size) * 100];
    if (cell.digit) {
      const look = board.givens[index] ? 'font-weight="600"' : 'fill="#24569e"';
      text(x + 50, y + 50, 64, shape.symbol(cell.digit), look);
      return;
    }
    if (automatic) {
      for (const digit of digitsOf(board.candidates(index))) {
        const across = (((digit - 1) % shape.width) + 0.5) / shape.width;
        const down = (Math.floor((digit - 1) / shape.width) + 0.5) / shape.height;
        text(
          x + 4 + 92 * across,
          y + 4 + 92 * down,
          70 / Math.max(shape.width, shape.height),
          shape.symbol(digit),
          'fill="#444"',
        );
      }
      return;
    }
    const list = (/** @type {number} */ mask) =>
      digitsOf(mask)
        .map((digit) => shape.symbol(digit))
        .join("");
    if (cell.center) text(x + 50, y + 50, 22, list(cell.center), 'fill="#444"');
    if (cell.corner) text(x + 50, y + 18, 20, list(cell.corner), 'fill="#444"');
  });
  const lines = { thin: "", thick: `M0 0H${side}V${side}H0z` };
  for (let i = 1; i < shape.size; i++) {
    lines[i % shape.width ? "thin" : "thick"] += `M${i * 100} 0V${side}`;
    lines[i % shape.height ? "thin" : "thick"] += `M0 ${i * 100}H${side}`;
  }
  parts.push(`<path d="${lines.thin}" stroke="#888" stroke-width="1.5" fill="none"/>`);
  parts.push(`<path d="${lines.thick}" stroke="#000" stroke-width="5" fill="none"/>`);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 ${side + 10} ${side + 10}" ` +
    `font-family="Helvetica, Arial, sans-serif" text-anchor="middle">${parts.join("")}</svg>\n`
  );
}
