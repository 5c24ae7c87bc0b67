// @ts-check
/** The texts about puzzles with rules. */

import { language } from "../language.js";

const TEXTS = {
  en: {
    rules: "Rules",
    rulesOf: "Rules as the author states them",
    hint: "There are no hints for puzzles with rules.",
    leaveOut: "Import without it",
    leftOut: "Left out, since it is not understood: {parts}",
    slow: "Conflicts could not be checked: {reason}",
    conflicts: "Conflicts: {count}",
    unknown: "The number of solutions was not found in time",
    copyLink: "Copy link",
    by: "by {author}",
    none: "Import a puzzle with rules: paste a link to f-puzzles or SudokuPad.",
    normal: "Each row, each column and each box has every digit once.",
    latin: "Each row and each column has every digit once.",
  },
  zh: {
    rules: "规则",
    rulesOf: "作者写的规则",
    hint: "带规则的题目没有提示。",
    leaveOut: "忽略它并导入",
    leftOut: "看不懂而忽略的部分：{parts}",
    slow: "没能检查冲突：{reason}",
    conflicts: "冲突：{count} 处",
    unknown: "没能及时求出解的个数",
    copyLink: "复制链接",
    by: "作者：{author}",
    none: "导入带规则的题目：粘贴 f-puzzles 或 SudokuPad 的链接。",
    normal: "每行、每列、每宫中每个数字各出现一次。",
    latin: "每行、每列中每个数字各出现一次。",
  },
};

/** Return a text with its {parts} filled in. @param {keyof typeof TEXTS.en} name @param {Record<string, unknown>} parts */
export function tv(name, parts = {}) {
  const texts = language() === "zh" ? TEXTS.zh : TEXTS.en;
  return texts[name].replaceAll(/\{(\w+)\}/g, (_, part) => String(parts[part] ?? ""));
}
