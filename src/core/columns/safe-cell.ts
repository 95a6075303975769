/** What begins a formula in a spreadsheet, also behind what it drops. */
const formula = /^[=+\-@\t\r\n]/
/** A number, with either decimal mark. */
const plainNumber = /^[+-](?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$|^[+-](?:inf(?:inity)?|nan)$/i

/** A cell of CSV with an apostrophe before it, if a spreadsheet would compute it; numbers stay. */
export function safeCell(text: string): string {
  return formula.test(text) && !plainNumber.test(text) ? `'${text}` : text
}
