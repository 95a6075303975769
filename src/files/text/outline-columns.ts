import { firstFew, queryColumn, queryOption, remedy } from '#core'
import { isTotal, isTotalOf } from '../cells/total-words.ts'
import type { Warning } from '#core'
import type { ColumnReader } from './column-reader.ts'
import { valueInRow } from './file-rows.ts'
import type { ReadCells, ReadRows } from './file-rows.ts'

/** So many of the first columns may name groups. */
const mostColumns = 3
const mostShown = 3
/** A query names at most so many columns. */
const mostOthers = 40
/** More names are too many to be kept. */
const mostNames = 10_000

/**
 * Notes whether the first column names a group in its first row only and the rows below have none, as reports
 * and pivot tables write it; then also the next columns, in which names may come again.
 */
export class OutlineColumns {
  readonly #columns = Array.from({ length: mostColumns }, () => new NamesOfGroups())
  #rows = 0

  /** Adds rows in order; those of a later pass take the place of those before. */
  take({ first, count, columns }: ReadRows): void {
    this.#rows = Math.max(this.#rows, first + count)
    for (const cells of columns) {
      const { index } = cells.reader
      if (index >= mostColumns) break
      const others = columns.filter(({ reader }) => reader.index > index)
      this.#columns[index].take(cells, others, first, count)
    }
  }

  /** The warnings about such columns, unless they are filled. */
  warnings(isFilled: (name: string) => boolean, names: readonly string[]): readonly Warning[] {
    const found: string[] = []
    for (let i = 0; i < mostColumns && i < names.length; i++) {
      if (isFilled(names[i])) continue
      if (!this.#columns[i].areGroups(this.#rows, i > 0)) break
      found.push(names[i])
    }
    if (found.length === 0) return []
    const [{ first, below, groups, areAlone }] = this.#columns.filter((_, i) => names[i] === found[0])
    const why = 'a name stands only in the first row of its group'
    const mend = remedy({ fillDown: found }, why, below, true)
    const shown = firstFew(found, mostShown)
    const message = `columns that may name a group in its first row only: ${shown} (${first}; ${groups} names, ${below} rows without one); if a name is that of the rows below it too say ${mend.option}`
    const others = names.filter((name) => !found.includes(name))
    if (!areAlone || others.length > mostOthers)
      return [{ code: 'outline', columns: found, message, remedy: mend }]
    const hasMore = others.map((name) => `${queryColumn(name)} IS NOT NULL`).join(' OR ')
    const query = `SELECT * FROM data WHERE ${hasMore}`
    const end = `, and leave out the ${groups} rows of names alone by ${queryOption(query)}`
    return [{ code: 'outline', columns: found, message: message + end, remedy: mend, query }]
  }
}

/** What one column says about groups. */
class NamesOfGroups {
  groups = 0
  first = ''
  #reader: ColumnReader | undefined
  #isInFirstPass = true
  #next = 0
  #missing = 0
  /** Rows without any value, which the first pass shows. */
  #empty = 0
  #startsWithName: boolean | undefined
  /** Rows that sum up others. */
  #sums = 0
  /** Names that are alone in their row, as the first pass shows. */
  #alone = 0
  /** Names that stand just below another. */
  #adjacent = 0
  #wasName = false
  #isOpen = true
  #areTexts = false
  #areRising = true
  #largest = -Infinity
  readonly #different = new Set<string | number>()

  /** Whether each name has a row of its own. */
  get areAlone(): boolean {
    return this.#alone === this.groups
  }

  /** Rows without a name that have another value. */
  get below(): number {
    return this.#missing - this.#empty
  }

  take(cells: ReadCells, others: readonly ReadCells[], first: number, count: number): void {
    const isFirstPass = this.#reader === undefined || (this.#reader === cells.reader && this.#isInFirstPass)
    if (this.#reader !== cells.reader) this.#begin(cells.reader, isFirstPass)
    if (first !== this.#next) return
    this.#next += count
    for (let row = 0; row < count && this.#isOpen; row++) {
      const name = valueInRow(cells, row)
      this.#startsWithName ??= name !== null
      const isSum = typeof name === 'string' && this.#isSum(name)
      if (isSum) this.#sums++
      else if (name !== null) {
        this.#addName(name)
        if (isFirstPass && others.length > 0 && others.every((other) => valueInRow(other, row) === null))
          this.#alone++
      } else {
        this.#missing++
        if (isFirstPass && others.every((other) => valueInRow(other, row) === null)) this.#empty++
      }
      this.#wasName = name !== null && !isSum
    }
  }

  /** Begins a pass over the rows. */
  #begin(reader: ColumnReader, isFirstPass: boolean): void {
    this.#reader = reader
    this.#isInFirstPass = isFirstPass
    this.#next = this.groups = this.#missing = this.#sums = this.#adjacent = 0
    this.#startsWithName = undefined
    this.#wasName = false
    this.#isOpen = this.#areRising = true
    this.#areTexts = false
    this.#largest = -Infinity
    this.#different.clear()
  }

  #addName(name: string | number): void {
    this.groups++
    this.#areTexts ||= typeof name === 'string'
    if (typeof name === 'number') this.#noteNumber(name)
    if (this.groups === 1) this.first = JSON.stringify(name)
    if (this.#wasName) this.#adjacent++
    this.#different.add(name)
    // Most columns are full.
    this.#isOpen = this.#adjacent <= 2 + this.below && this.#different.size <= mostNames
  }

  /** Whether a name is that of a row that sums up a group, or all of them. */
  #isSum(name: string): boolean {
    return isTotal(name) || isTotalOf(name, (part) => this.#different.has(part))
  }

  /** Numbers name groups where they are whole and rise, as years do; others are values. */
  #noteNumber(value: number): void {
    this.#areRising &&= Number.isInteger(value) && value > this.#largest
    this.#largest = value
  }

  /**
   * Whether they are names of groups of two rows on average or more; `mayRepeat`: a name may come again in
   * another group.
   */
  areGroups(rows: number, mayRepeat: boolean): boolean {
    const areNames = this.#areTexts || (this.#areRising && this.groups > 2)
    const areDifferent = mayRepeat ? this.#different.size > 1 : this.#different.size === this.groups
    const isSparse = this.below * 2 >= rows - this.#sums && this.#adjacent * 4 <= this.groups
    return (
      this.#isOpen && this.#startsWithName === true && this.groups > 1 && areNames && areDifferent && isSparse
    )
  }
}
