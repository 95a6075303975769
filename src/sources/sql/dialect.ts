/** What engines write differently; the rest of every statement is plain SQL. */
export interface Dialect {
  /** A number as a double, to the last bit. */
  number(value: number): string
  /** Place of a text in a dictionary that the engine holds under a name; NULL for a text that is not in it. */
  lookUp(text: string, dictionary: string): string
  /** A number as a text, one for each value, whatever its sign of zero. */
  textOf(number: string): string
  /** A sum of doubles that keeps the bits a plain sum loses. */
  preciseSum(expression: string): string
  /** Tables of the same rows in the same order, side by side. */
  sideBySide(tables: readonly string[]): string
}
