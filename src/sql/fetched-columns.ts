import { CribaError, plainVariable, underViews, variablesOf, variablesOfView, variablesRead } from '#core'
import type { Answer, ColumnFacts, Request, Run, Variable, View } from '#core'
import type { MemorySource } from '#memory'
import { LoadedColumns } from './loaded-columns.ts'
import type { Relation } from './relation.ts'

/**
 * Answers requests in memory: those that compare rows, and those under permutations and samples if their
 * columns fit into memory. Columns are fetched once and cached for later requests.
 */
export class FetchedColumns {
  readonly #relation: Relation
  /** The most values in memory. */
  readonly #limit: number
  readonly #loaded: LoadedColumns
  readonly #memory: MemorySource

  constructor(relation: Relation, limit: number) {
    this.#relation = relation
    this.#limit = limit
    this.#loaded = new LoadedColumns(relation, limit * Float64Array.BYTES_PER_ELEMENT)
    this.#memory = this.#loaded.newSource()
  }

  /** Whether the columns of these requests fit into memory together. */
  fits(requests: readonly Request[]): boolean {
    return this.#countValues(this.#columnsOf(requests).length) <= this.#limit
  }

  /** The number of queries that fetch the columns these requests still need. */
  queries(requests: readonly Request[]): number {
    return this.#loaded.queries(this.#columnsOf(requests))
  }

  async answer(requests: readonly Request[], run: Run): Promise<readonly Answer[]> {
    if (requests.length === 0) return []
    if (requests.length === 1 || this.fits(requests)) {
      await this.#load(this.#columnsOf(requests))
      return this.#memory.answer(requests, run)
    }
    const answers: Answer[] = []
    for (const request of requests) answers.push(...(await this.answer([request], run)))
    return answers
  }

  async #load(wanted: readonly number[]): Promise<void> {
    const { rows, key } = this.#relation
    if (key === null) throw new TypeError('rows without a key are not fetched')
    if (this.#countValues(wanted.length) > this.#limit) throw tooManyValues(rows, wanted.length, this.#limit)
    await this.#loaded.load(wanted)
  }

  #columnsOf(requests: readonly Request[]): readonly number[] {
    return columnsOf(columnsRead(requests, this.#relation.columns))
  }

  #countValues(columns: number): number {
    return this.#relation.rows * columns
  }
}

/** The error of rows that do not fit into memory together. */
export function tooManyValues(rows: number, columns: number, limit: number): CribaError {
  return new CribaError(
    'too-large',
    `too many rows: rows are compared in memory, and ${rows} rows × ${columns} columns are ${rows * columns} values (at most ${limit}; take fewer columns, or a sample)`,
  )
}

/** What requests read of the columns of a source in memory. */
export interface ColumnsRead {
  /** Columns whose cells are read. */
  readonly cells: readonly number[]
  /** Columns of which it matters which rows have no value. */
  readonly gaps: readonly number[]
  /** Variables whose levels are counted: where they are coded, no cells are read for them. */
  readonly coded: readonly Variable[]
}

/** What some requests read of these columns, which come first in the source. */
export function columnsRead(
  requests: readonly Request[],
  columns: readonly Pick<ColumnFacts, 'type'>[],
): ColumnsRead {
  const cells = new Set<number>()
  const gaps = new Set<number>()
  const coded = new Set<Variable>()
  const addCells = (variables: Iterable<Variable>) => {
    for (const { column } of variables) cells.add(column)
  }
  const addLevels = (variables: Iterable<Variable>) => {
    for (const variable of variables) {
      const { coding, column } = variable
      // Numbers by their values may be sorted instead of coded.
      if (!coding || (coding.kind === 'values' && columns[column]?.type === 'numeric')) cells.add(column)
      else coded.add(plainVariable(variable))
      gaps.add(column)
    }
  }
  const addView = ({ weights, sampledOver = [], complete = [], sample }: View) => {
    if (weights !== undefined) cells.add(weights)
    for (const column of [...sampledOver, ...complete]) gaps.add(column)
    if (sample) addView(sample.of)
  }
  const views = new Set<View>()
  for (const request of requests) {
    underViews(request, (view) => (views.add(view), view))
    switch (request.kind) {
      case 'entropy':
        addLevels(variablesOf(request.family))
        if (request.also) addLevels([request.also])
        if (request.within) for (const { column } of variablesOf(request.within)) gaps.add(column)
        break
      case 'counts':
        addLevels(variablesOf(request.family))
        break
      case 'moments':
        addCells(variablesOf(request.family))
        if (request.by) addLevels([request.by])
        break
      default:
        addCells(variablesRead(request))
    }
  }
  for (const view of views) {
    addView(view)
    addCells(variablesOfView(view))
  }
  const isOf = (column: number) => column < columns.length
  return {
    cells: [...cells].filter(isOf),
    gaps: [...gaps].filter(isOf),
    coded: [...coded].filter(({ column }) => isOf(column)),
  }
}

/** The columns that are read in any way. */
export function columnsOf({ cells, gaps, coded }: ColumnsRead): readonly number[] {
  return [...new Set([...cells, ...gaps, ...coded.map(({ column }) => column)])]
}
