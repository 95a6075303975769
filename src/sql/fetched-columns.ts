import { CribaError } from '#core'
import type { Answer, Request, Run } from '#core'
import type { MemorySource } from '#memory'
import { columnsOf, columnsRead } from './columns-read.ts'
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
