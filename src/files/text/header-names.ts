import { CribaError } from '../../spec/error.ts'
import { firstFew } from '../../spec/names.ts'
import type { Warning } from '../../trace/warning.ts'
import type { ReadRows } from './file-rows.ts'
import type { DelimitedText } from './read-text.ts'

/** Column names, unique and not empty, and those of them that were made up. */
export interface HeaderNames {
  readonly names: readonly string[]
  /** The names given to columns without one. */
  readonly unnamed: readonly string[]
  /** The names given to columns that repeat an earlier name. */
  readonly repeated: readonly string[]
}

/** A warning names at most this many columns. */
const mostNamed = 5

/** Names columns without a name by their position (`column_1`, …), and repeated names by a number (`x_2`, `x_3`, …). */
export function headerNames(cells: readonly string[], label = 'the text'): HeaderNames {
  if (cells.length === 0) throw new CribaError('missing', `missing columns: ${label} has none`)
  const taken = new Set(cells)
  const seen = new Set<string>()
  const next = new Map<string, number>()
  const unnamed: string[] = []
  const repeated: string[] = []
  const free = (name: string) => {
    let number = next.get(name) ?? 2
    while (taken.has(`${name}_${number}`)) number++
    next.set(name, number + 1)
    return `${name}_${number}`
  }
  const names = cells.map((cell, index) => {
    const isEmpty = cell.trim() === ''
    if (!isEmpty && !seen.has(cell)) {
      seen.add(cell)
      return cell
    }
    const own = `column_${index + 1}`
    const name = isEmpty && !taken.has(own) ? own : free(isEmpty ? own : cell)
    taken.add(name)
    ;(isEmpty ? unnamed : repeated).push(name)
    return name
  })
  return { names, unnamed, repeated }
}

/** Detects a first column without a name that numbers the rows from 0 or from 1, as pandas and R write it. */
export class RowNumbers {
  readonly #isUnnamed: boolean
  #from: number | null = null
  #isCount = true

  constructor({ files: [{ header }] }: Pick<DelimitedText, 'files'>) {
    this.#isUnnamed = header.unnamed.includes(header.names[0])
  }

  /** Adds rows in order; rows added again change nothing. */
  take({ first, count, columns: [cells] }: ReadRows): void {
    if (!this.#isUnnamed || !this.#isCount || cells?.reader.index !== 0) return
    if (!('values' in cells)) {
      this.#isCount = false
      return
    }
    const from = (this.#from ??= cells.values[0])
    for (let row = 0; row < count; row++) if (cells.values[row] !== from + first + row) this.#isCount = false
  }

  /** The number of the first row, if all rows are numbered; else `null`. */
  get start(): 0 | 1 | null {
    const from = this.#isCount ? this.#from : null
    return from === 0 || from === 1 ? from : null
  }
}

/** Warnings about names that are not in the header. */
export function headerWarnings(
  { files: [{ header, hasRowNames }] }: DelimitedText,
  rows: RowNumbers,
): Warning[] {
  const warnings: Warning[] = []
  const { names, repeated } = header
  const isCounting = rows.start !== null
  const unnamed = header.unnamed.filter((name) => !(isCounting && name === names[0]))
  if (isCounting) {
    const message = `the first column has no name and numbers the rows from ${rows.start}: it is called ${names[0]}`
    warnings.push({ code: 'row-numbers', column: names[0], message })
  } else if (hasRowNames) {
    const message = `the header has one name fewer than the rows have cells: the first column contains row names and is called ${names[0]}`
    warnings.push({ code: 'column-names', column: names[0], message })
  }
  const others = unnamed.filter((name) => !(hasRowNames && name === names[0]))
  if (others.length > 0) {
    const message = `columns without a name are named by their position: ${firstFew(others, mostNamed)}`
    warnings.push({ code: 'column-names', columns: others, message })
  }
  if (repeated.length > 0) {
    const message = `columns with a repeated name get a number: ${firstFew(repeated, mostNamed)}`
    warnings.push({ code: 'column-names', columns: repeated, message })
  }
  return warnings
}
