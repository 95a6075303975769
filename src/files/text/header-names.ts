import { CribaError } from '../../spec/error.ts'

/** Column names, unique and not empty, and those of them that were made up. */
export interface HeaderNames {
  readonly names: readonly string[]
  /** The names given to columns without one. */
  readonly unnamed: readonly string[]
  /** The names given to columns that repeat an earlier name. */
  readonly repeated: readonly string[]
}

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
