import { CribaError } from '#core'
import type { Column, Mend, Table, Warning } from '#core'
import { lostCellsQuery } from '#analyses'
import { readTable } from '#files'
import { runParts } from './data-options.ts'
import { partsGiven } from './flags.ts'
import type { Flags } from './flags.ts'
import { interruptibleRun } from './interruptible-run.ts'

/** A note names at most so many different cells of a column, of so many letters. */
const [mostNamed, mostLetters] = [5, 40]

/** Data that queries were made for, as they are read before. */
interface ReadBefore {
  readonly path: string
  readonly flags: Flags
  readonly text: Mend
  readonly rows: number
  readonly columns: readonly { readonly name: string; readonly missing: number }[]
}

/**
 * Notes on the cells that the queries of warnings leave missing although they have a value, or on the error with
 * which the queries end: they were made for the cells that come first.
 */
export async function lostCellNotes(
  from: readonly Warning[],
  { path, flags, text, rows, columns }: ReadBefore,
): Promise<readonly string[]> {
  const sql = lostCellsQuery(from)
  if (sql === null) return []
  const { quiet, threads, memory, limitBytes } = await partsGiven(runParts, flags)
  const { run, bar } = interruptibleRun({ quiet, threads })
  // Lists and spellings are of the table that the query makes.
  const { types: given = {}, ...ofText } = text
  const how = {
    ...ofText,
    split: {},
    foldLevels: [],
    ...(memory !== undefined && { memory }),
    ...(limitBytes !== undefined && { limitBytes }),
  }
  const names = new Set(columns.map(({ name }) => name))
  const types = Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)))
  try {
    const read = (own: typeof types) => readTable(path, { ...how, ...run, types: own, sql })
    const isUnknown = (error: unknown) => error instanceof CribaError && error.code === 'unknown'
    const table = await read(types).catch((error: unknown) => {
      // Types of a file that has its own, as JSON, are of the table that the query makes.
      if (!isUnknown(error) || Object.keys(types).length === 0) throw error
      return read({})
    })
    const missing = new Map(columns.map((column) => [column.name, column.missing]))
    const lost = [...lostOf(table)].map(
      ([name, cells]) => `${name} (${shownCells(cells, rows - (missing.get(name) ?? 0))})`,
    )
    return lost.length === 0 ? [] : [`--sql leaves cells missing that are there: ${lost.join(', ')}`]
  } catch (error) {
    if (!(error instanceof CribaError)) throw error
    return [`--sql ends with an error, so mend its cells first: ${error.message}`]
  } finally {
    bar.clear()
  }
}

/** A text of some cells, and how many they are. */
type Cells = readonly [text: string, count: number]

/** The cells of each column in the table that `lostCellsQuery` makes. */
function lostOf({ rows, columns }: Table): ReadonlyMap<string, readonly Cells[]> {
  const [names, texts, counts] = columns
  const lost = new Map<string, Cells[]>()
  for (let row = 0; row < rows; row++) {
    const [name, text] = [names, texts].map((column) => textAt(column, row))
    const count = counts.type === 'numeric' ? counts.values[row] : 0
    if (count === 0) continue
    const cells = lost.get(name) ?? []
    cells.push([text.slice(1, -1), count])
    lost.set(name, cells)
  }
  return lost
}

function textAt(column: Column, row: number): string {
  return column.type === 'categorical' ? (column.levels[column.codes[row]] ?? '') : ''
}

/** How many of the cells that have a value are lost, and the most frequent of them. */
function shownCells(cells: readonly Cells[], present: number): string {
  const lost = cells.reduce((sum, [, count]) => sum + count, 0)
  const named = cells.slice(0, mostNamed).map(([text, count]) => {
    const short = text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text
    return `${JSON.stringify(short)} ${count}×`
  })
  return `${lost} of ${present}: ${named.join(', ')}${cells.length > mostNamed ? ', …' : ''}`
}
