import { firstFew, remedy } from '#core'
import type { Warning } from '#core'
import type { ReadCells, ReadRows } from './file-rows.ts'

/** So many of the first columns may name groups. */
const mostColumns = 3
const mostShown = 3
/** More names are too many to be kept. */
const mostNames = 10_000

/**
 * Notes whether the first column names a group in its first row only and the rows below have none, as reports and pivot
 * tables write it; then also the next columns, in which names may come again.
 */
export class OutlineColumns {
  readonly #columns = Array.from({ length: mostColumns }, () => new NamesOfGroups())
  #rows = 0

  /** Adds rows in order; rows of later passes change nothing. */
  take({ first, count, columns }: ReadRows): void {
    if (first !== this.#rows || columns[0]?.reader.index !== 0) return
    this.#rows += count
    for (let i = 0; i < mostColumns && i < columns.length; i++) {
      const others = columns.slice(i + 1)
      if (columns[i].reader.index === i) this.#columns[i].take(columns[i], others, count)
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
    const [{ first, below, groups }] = this.#columns.filter((_, i) => names[i] === found[0])
    const why = 'a name stands only in the first row of its group'
    const mend = remedy({ fillDown: found }, why, below, true)
    const shown = firstFew(found, mostShown)
    const message = `columns that may name a group in its first row only: ${shown} (${first}; ${groups} names, ${below} rows without one); if a name is that of the rows below it too say ${mend.option}`
    return [{ code: 'outline', columns: found, message, remedy: mend }]
  }
}

/** What one column says about groups. */
class NamesOfGroups {
  groups = 0
  /** Rows without a name that have another value. */
  below = 0
  first = ''
  #startsWithName: boolean | undefined
  /** Names that stand just below another. */
  #adjacent = 0
  #wasName = false
  #isOpen = true
  readonly #different = new Set<string | number>()

  take(cells: ReadCells, others: readonly ReadCells[], count: number): void {
    for (let row = 0; row < count && this.#isOpen; row++) {
      const name = valueIn(cells, row)
      this.#startsWithName ??= name !== null
      if (name !== null) this.#addName(name)
      else if (others.some((other) => valueIn(other, row) !== null)) this.below++
      this.#wasName = name !== null
    }
  }

  #addName(name: string | number): void {
    this.groups++
    if (this.groups === 1) this.first = JSON.stringify(name)
    if (this.#wasName) this.#adjacent++
    this.#different.add(name)
    // Most columns are full.
    this.#isOpen = this.#adjacent <= 2 + this.below && this.#different.size <= mostNames
  }

  /** Whether they are names of groups of two rows on average or more; `mayRepeat`: a name may come again in another group. */
  areGroups(rows: number, mayRepeat: boolean): boolean {
    const areDifferent = mayRepeat ? this.#different.size > 1 : this.#different.size === this.groups
    const isSparse = this.below * 2 >= rows && this.#adjacent * 4 <= this.groups
    return this.#isOpen && this.#startsWithName === true && this.groups > 1 && areDifferent && isSparse
  }
}

function valueIn(cells: ReadCells, row: number): string | number | null {
  if ('values' in cells) return Number.isNaN(cells.values[row]) ? null : cells.values[row]
  return cells.texts[cells.codes[row]]
}
