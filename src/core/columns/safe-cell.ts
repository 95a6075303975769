/** What begins a formula in a spreadsheet, in either width, also behind blanks and what it drops. */
const formula = /^[\s\p{DI}]*[=+\-@＝＋－＠]|^[\t\r\n]/u
/** A number, with either decimal mark, groups of digits, a sign of percent. */
const plainNumber =
  /^[+-](?:(?:\d+|\d{1,3}(?:[.,'’\u00a0\u202f]\d{3})+)(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?%?$|^[+-](?:inf(?:inity)?|nan)$/i

/** The first bytes in UTF-8 of what may begin a formula: of signs, blanks, and what nobody sees. */
export const formulaBytes: ReadonlySet<number> = new Set([
  ...Array.from('=+-@\t\n\v\f\r ', (sign) => sign.charCodeAt(0)),
  ...[0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3],
])

/** A cell of CSV with an apostrophe before it, if a spreadsheet would compute it; numbers stay. */
export function safeCell(text: string): string {
  return formula.test(text) && !isNumber(text) ? `'${text}` : text
}

/** A tab or a line break is no part of a number. */
function isNumber(text: string): boolean {
  return plainNumber.test(text.replace(/^ +| +$/g, '').replace(/[\uff01-\uff5e]/g, narrow))
}

/** The sign in plain width. */
function narrow(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) - 0xfee0)
}
