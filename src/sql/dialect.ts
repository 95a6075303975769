import type { Coding } from '#core'

/** The parts of SQL in which engines differ; the rest of every statement is plain SQL. */
export interface Dialect {
  /** A number as a double, to the last bit. */
  number(value: number): string
  /** A text literal. */
  text(value: string): string
  /** A quoted name; column names enter statements only through this function. */
  name(name: string): string
  /** An expression as a double; NULL stays NULL. */
  double(expression: string): string
  /** An expression as the smallest integer type for 0 to `largest`; NULL stays NULL. */
  whole(expression: string, largest: number): string
  /** The level of an expression that is not NULL, under a fitted coding. */
  codeOf(expression: string, coding: Coding, options: CodeOptions): string
  /** What makes and reads dictionaries; `null` if the engine stores none. */
  readonly dictionaries: Dictionaries | null
  /** Window functions and common table expressions; `null` if the engine has none. */
  readonly windows: Windows | null
  /** Keys of numbers, for engines without windows. */
  readonly orderKeys: OrderKeys | null
  /** A sum of doubles, the same in every run: compensated over rows in order, or exact. */
  preciseSum(expression: string, bounds: SumBounds): string
  /** A double as text: its whole part. */
  wholeText(number: string): string
  /** The first 32 bits of the MD5 of a text, as a whole number. */
  keyHash(text: string): string
  /** How many rows meet a condition; NULL meets none. */
  countIf(condition: string): string
  /** Whether all rows meet a condition, as 0 or 1. */
  all(condition: string): string
  /** The approximate number of distinct values. */
  approximateDistinct(expression: string): string
  /** Packs the levels of a cell into one number, which is quicker to group by; `null` if it is not. */
  pack(columns: readonly PackedColumn[]): PackedCell | null
}

/** How a coding is written in SQL. */
export interface CodeOptions {
  /** The name of the dictionary, used if the coding needs one; `null` if the engine stores none. */
  readonly dictionary: string | null
  /** The level of values that are not among the levels; `null` for no level. */
  readonly unseen: number | null
  /** These values as whole numbers, if the engine stores these. */
  readonly whole?: string | undefined
}

/** Dictionaries of levels in an engine. */
interface Dictionaries {
  /** The position of a text in a dictionary; NULL if it is not in the dictionary. */
  lookUp(text: string, dictionary: string): string
  /**
   * The statements that make a dictionary from the column `level` of a table, in the order of its column
   * `place`.
   */
  make(dictionary: string, table: string, level: string): readonly string[]
  /** A number as text, unique for each value; −0 is 0. */
  textOf(number: string): string
}

/** Keys of numbers: whole numbers of 64 bits in the same order; −0 and 0 have one key. */
interface OrderKeys {
  /** The key of a number less the first one, without its lowest bits. */
  less(number: string, first: bigint, shift: number): string
}

interface Windows {
  /** An integer type for numbers beyond 2^63. */
  readonly longType: string
}

/** What is known of the terms of a sum: engines that sum in any order need it to sum exactly. */
export interface SumBounds {
  /** No term is greater, by its absolute value. */
  readonly most: number
  /** The most terms. */
  readonly rows: number
}

/** A column of level codes, none of them NULL in the rows that are counted. */
export interface PackedColumn {
  readonly name: string
  readonly levels: number
}

/** A cell as one number, and the levels from it. */
export interface PackedCell {
  readonly key: string
  levels(key: string): readonly string[]
}
