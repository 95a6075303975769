/** The parts of SQL in which engines differ; the rest of every statement is plain SQL. */
export interface Dialect {
  /** A number as a double, to the last bit. */
  number(value: number): string
  /** A text literal. */
  text(value: string): string
  /** A quoted name; column names enter statements only through this function. */
  name(name: string): string
  /** The position of a text in a dictionary of the engine; NULL if it is not in the dictionary. */
  lookUp(text: string, dictionary: string): string
  /** The statements that make a dictionary from the column `level` of a table, in the order of its column `place`. */
  makeDictionary(dictionary: string, table: string, level: string): readonly string[]
  /** A number as text, unique for each value; −0 is 0. */
  textOf(number: string): string
  /** A compensated sum of doubles. */
  preciseSum(expression: string): string
  /** The smallest integer type for 0 to `largest`. */
  wholeType(largest: number): string
  /** An integer type for numbers beyond 2^63. */
  readonly longType: string
  /** The approximate number of distinct values. */
  approximateDistinct(expression: string): string
}
