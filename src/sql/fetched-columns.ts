import { CribaError } from '#core'
import type { Answer, Request, Run } from '#core'
import type { MemorySource } from '#memory'
import { columnsOf, LoadedColumns } from './loaded-columns.ts'
import type { Relation } from './relation.ts'

/**
 * Answers requests in memory: those that compare rows, and those under permutations and samples if their
 * columns fit into memory. Columns are fetched once and cached for later requests.
 */
export class FetchedColumns {
  readonly #relation: Relation
  /** The most values in memory. */
  readonly #limit: number
  #loaded: LoadedColumns

  constructor(relation: Relation, limit: number) {
    this.#relation = relation
    this.#limit = limit
    this.#loaded = new LoadedColumns(relation)
  }

  /** Whether the columns of these requests fit into memory together. */
  fits(requests: readonly Request[]): boolean {
    return this.#countValues(columnsOf(requests).length) <= this.#limit
  }

  /** The number of queries that fetch the columns these requests still need. */
  queries(requests: readonly Request[]): number {
    return this.#loaded.queries(columnsOf(requests))
  }

  async answer(requests: readonly Request[], run: Run): Promise<readonly Answer[]> {
    if (requests.length === 0) return []
    if (requests.length === 1 || this.fits(requests)) {
      return (await this.#memoryOf(columnsOf(requests))).answer(requests, run)
    }
    const answers: Answer[] = []
    for (const request of requests) answers.push(...(await this.answer([request], run)))
    return answers
  }

  async #memoryOf(wanted: readonly number[]): Promise<MemorySource> {
    const { rows, key } = this.#relation
    if (key === null) throw new TypeError('rows without a key are not fetched')
    const known = this.#loaded.known()
    if (this.#loaded.missing(wanted).length === 0) return this.#loaded.source
    const values = this.#countValues(wanted.length)
    if (values > this.#limit) {
      throw new CribaError(
        'too-large',
        `too many rows: rows are compared in memory, and ${rows} rows × ${wanted.length} columns are ${values} values (at most ${this.#limit}; take fewer columns, or a sample)`,
      )
    }
    if (values + this.#countValues(known.size) > this.#limit) {
      const kept = [...known].filter(([column]) => wanted.includes(column))
      this.#loaded = new LoadedColumns(this.#relation, new Map(kept))
    }
    await this.#loaded.load(wanted)
    return this.#loaded.source
  }

  #countValues(columns: number): number {
    return this.#relation.rows * columns
  }
}
