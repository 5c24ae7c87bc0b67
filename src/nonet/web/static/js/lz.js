// @ts-check
/** The compression of links to f-puzzles and SudokuPad: a dictionary of texts that grows as the text is read. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const [NEW_BYTE, NEW_PAIR, END] = [0, 1, 2];
const BITS_PER_SYMBOL = 6;
/** A short text can stand for a very long one. */
const MAX_LENGTH = 1_000_000;

/** Return a function that reads numbers of some bits, the lowest bit first. @param {string} base64 */
function bitReader(base64) {
  const plain = base64.replaceAll("-", "+").replaceAll("_", "/"); // links may avoid + and /
  let position = 0;
  return (/** @type {number} */ count) => {
    let value = 0;
    for (let i = 0; i < count; i++, position++) {
      const symbol = ALPHABET.indexOf(plain[Math.floor(position / BITS_PER_SYMBOL)]);
      if (symbol < 0) throw new Error("the text ends too early");
      value |= ((symbol >> (BITS_PER_SYMBOL - 1 - (position % BITS_PER_SYMBOL))) & 1) << i;
    }
    return value;
  };
}

/** Return the text that base64 contains. The codes 0 and 1 introduce a new character of 8 or 16 bits, and 2 is the end;
 * every other code is an entry of the dictionary. @param {string} base64 */
export function decompress(base64) {
  const read = bitReader(base64);
  /** @type {string[]} */
  const dictionary = ["", "", ""];
  let width = 2;
  let last = "";
  let text = "";
  for (;;) {
    let code = read(width);
    if (code === END) return text;
    if (code === NEW_BYTE || code === NEW_PAIR) {
      dictionary.push(String.fromCharCode(read(code === NEW_BYTE ? 8 : 16)));
      code = dictionary.length - 1;
    }
    // a code may be the entry that is about to be made: the last text and its own first character
    const entry = dictionary[code] ?? (code === dictionary.length && last ? last + last[0] : "");
    if (!entry) throw new Error("unknown entry");
    text += entry;
    if (text.length > MAX_LENGTH) throw new Error("the text is too long");
    if (last) dictionary.push(last + entry[0]);
    last = entry;
    while (dictionary.length >= 2 ** width) width += 1;
  }
}
