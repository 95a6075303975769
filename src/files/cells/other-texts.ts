import { wordsAmong } from './column-messages.ts'
import { isErrorWord, isLabelledGap } from './labelled-codes.ts'
import type { MissingTest } from './missing-words.ts'

/** More texts than these are not kept: they are no words for a missing value. */
const mostTexts = 5
/** So many texts show what a column is. */
const mostFirst = 64
/** A header has at most so many more lines. */
const mostNames = 3
/** More different values need no count. */
const mostValues = 2 * mostTexts + 1

const signBehind = /\d[-+]\s*$/
const list = /^\s*\d+(?:, ?\d+){2,}\s*$/

/** What stands among the numbers or times of a column: words for a missing value, and other texts. */
export class OtherTexts {
  /** Words that are missing among numbers, dates or times, with their cells. */
  readonly missing = new Map<string, number>()
  readonly #isMissing: MissingTest
  /** Different values, as long as they are few. */
  readonly #values = new Set<string>()
  /** Texts that are no values, unless they are many or one has a digit other than those of a code below 0. */
  readonly #texts = new Map<string, number>()
  #areMany = false
  /** The first different texts that are no times and no plain numbers. */
  readonly first = new Set<string>()
  /** Whether one is a list of numbers by commas. */
  haveLists = false

  constructor(isMissing: MissingTest) {
    this.#isMissing = isMissing
  }

  /** Adds a cell if it is a word for a missing value; says whether it is. */
  addIfMissing(cell: string, count: number): boolean {
    const isMissing = this.#isMissing(cell)
    if (isMissing) add(this.missing, cell.trim(), count)
    return isMissing
  }

  /** Notes a number or time. */
  noteValue(cell: string): void {
    if (this.#values.size < mostValues) this.#values.add(cell.trim())
    // It may be a mark of a school.
    if (signBehind.test(cell)) this.noteFirst(cell)
  }

  /** Notes a text that is no value, as long as such texts may be words for a missing value. */
  noteText(cell: string, count: number): void {
    this.haveLists ||= list.test(cell)
    this.noteFirst(cell)
    if (this.#areMany) return
    if (/\d/.test(cell) && !isLabelledGap(cell) && !isErrorWord(cell)) this.#areMany = true
    else add(this.#texts, cell.trim(), count)
    if (this.#texts.size > mostTexts) this.#areMany = true
  }

  /** Notes a text that is no plain number. */
  noteFirst(cell: string): void {
    if (this.first.size < mostFirst) this.first.add(cell.trim())
  }

  /** Whether values differ: beside a single number a word and the number are two levels. */
  get areVaried(): boolean {
    return this.#values.size > 1
  }

  /** Cells of words that are most of a column, beside more than twice as many different values; else 0. */
  wordsAbove(values: number): number {
    const words = this.#areMany ? 0 : sumOf(this.#texts)
    const areWords = words >= values && this.#values.size > 2 * this.#texts.size && wordsAmong(this.#texts)
    return areWords ? words : 0
  }

  /** The texts that are no values, as long as they are few words. */
  get few(): ReadonlyMap<string, number> | null {
    return this.#areMany ? null : this.#texts
  }

  /** How many cells are words for a missing value. */
  get missingCells(): number {
    return sumOf(this.missing)
  }

  /**
   * The words of so many deviating cells, the first in row `first`, if they are all; without those that are
   * missing once others are.
   */
  wordsOf(count: number, first: number): ReadonlyMap<string, number> | null {
    const areAll = !this.#areMany && sumOf(this.#texts) + this.missingCells === count
    const words = this.#texts.size > 0 ? this.#texts : this.missing
    // In the first rows they are more likely names.
    if (first < mostNames && count <= mostNames && words.size === count) return null
    return areAll ? wordsAmong(words) : null
  }
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}

function add(counts: Map<string, number>, text: string, count: number): void {
  counts.set(text, (counts.get(text) ?? 0) + count)
}
