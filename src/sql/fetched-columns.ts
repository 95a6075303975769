import { CribaError, variablesOfView, variablesRead } from '#core'
import type { Answer, Column, Request, Run, View } from '#core'
import { MemorySource } from '#memory'
import { loadingQueries, loadTable } from './load-table.ts'
import type { Relation } from './relation.ts'

/**
 * Answers requests in memory: those that compare rows, and those under permutations and samples if their
 * columns fit into memory. Columns are fetched once and cached for later requests.
 */
export class FetchedColumns {
  readonly #relation: Relation
  /** The most values in memory. */
  readonly #limit: number
  #cache: { readonly columns: ReadonlyMap<number, Column>; readonly source: MemorySource } | null = null

  constructor(relation: Relation, limit: number) {
    this.#relation = relation
    this.#limit = limit
  }

  /** Whether the columns of these requests fit into memory together. */
  fits(requests: readonly Request[]): boolean {
    return this.#countValues(columnsOf(requests)) <= this.#limit
  }

  /** The number of queries that fetch the columns these requests still need. */
  queries(requests: readonly Request[]): number {
    const toFetch = columnsOf(requests).filter((column) => !this.#cache?.columns.has(column))
    return loadingQueries(this.#relation.rows, toFetch.length)
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
    const toFetch = wanted.filter((column) => !this.#cache?.columns.has(column))
    if (this.#cache && toFetch.length === 0) return this.#cache.source
    const { engine, rows, key } = this.#relation
    if (key === null) throw new TypeError('rows without a key are not fetched')
    if (this.#countValues(wanted) > this.#limit) {
      throw new CribaError(
        'too-large',
        `too many rows: rows are compared in memory, and ${rows} rows × ${wanted.length} columns are ${this.#countValues(wanted)} values (at most ${this.#limit}; take fewer columns, or a sample)`,
      )
    }
    const cached = [...(this.#cache?.columns ?? [])]
    const fitsWithCached =
      this.#countValues(wanted) + this.#countValues(cached.map(([column]) => column)) <= this.#limit
    const before = new Map(fitsWithCached ? cached : cached.filter(([column]) => wanted.includes(column)))
    const chosen = toFetch.map((column) => this.#relation.columns[column])
    const loaded = await loadTable(engine, { ...this.#relation, key, columns: chosen, warnings: [] })
    const columns = new Map([...before, ...toFetch.map((column, i) => [column, loaded.columns[i]] as const)])
    // Columns keep their indices; those not fetched are empty.
    const all = this.#relation.columns.map(({ name, type }, column): Column => {
      const base = { name, missing: null }
      const empty: Column =
        type === 'numeric'
          ? { ...base, type, values: new Float64Array(0) }
          : { ...base, type, codes: new Uint8Array(0), levels: [] }
      return columns.get(column) ?? empty
    })
    const source = new MemorySource({ rows, columns: all, warnings: [] })
    this.#cache = { columns, source }
    return source
  }

  #countValues(columns: readonly number[]): number {
    return this.#relation.rows * columns.length
  }
}

/** The columns that some requests read. */
function columnsOf(requests: readonly Request[]): readonly number[] {
  const columns = new Set<number>()
  const views = new Set<View>()
  for (const request of requests) {
    for (const { column } of variablesRead(request)) columns.add(column)
    views.add(request.view)
  }
  for (const view of views) for (const column of columnsOfView(view)) columns.add(column)
  return [...columns]
}

function columnsOfView(view: View): readonly number[] {
  const { weights, sampledOver = [], complete = [], sample } = view
  const own = [...(weights === undefined ? [] : [weights]), ...sampledOver, ...complete]
  const read = variablesOfView(view).map(({ column }) => column)
  return [...own, ...read, ...(sample ? columnsOfView(sample.of) : [])]
}
