/** What engines write differently; the rest of every statement is plain SQL. */
export interface Dialect {
  /** A number as a double, to the last bit. */
  number(value: number): string
  /** A text as SQL writes it. */
  text(value: string): string
  /** A name as SQL writes it; column names reach a statement no other way. */
  name(name: string): string
  /** Place of a text in a dictionary that the engine holds under a name; NULL for a text that is not in it. */
  lookUp(text: string, dictionary: string): string
  /** The statements that make a dictionary of the column `level` of a table, in the order of its column `place`. */
  makeDictionary(dictionary: string, table: string, level: string): readonly string[]
  /** A number as a text, one for each value, whatever its sign of zero. */
  textOf(number: string): string
  /** A sum of doubles that keeps the bits a plain sum loses. */
  preciseSum(expression: string): string
  /** The smallest type of whole numbers from 0 to a largest one. */
  wholeType(largest: number): string
  /** Whole numbers beyond 2^63. */
  readonly longType: string
  /** About how many values a column holds. */
  approximateDistinct(expression: string): string
}
