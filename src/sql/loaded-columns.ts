import { variablesOfView, variablesRead } from '#core'
import type { Column, Request, View } from '#core'
import { MemorySource } from '#memory'
import { loadingQueries, loadTable } from './load-table.ts'
import type { Relation } from './relation.ts'

/** Columns of a relation in memory, which are read when they are first asked for; until then they are empty. */
export class LoadedColumns {
  /** Answers requests that read loaded columns only. */
  readonly source: MemorySource
  readonly #relation: Relation
  /** Columns keep their indices. */
  readonly #columns: Column[]
  readonly #loaded: Set<number>
  #last: Promise<unknown> = Promise.resolve()

  constructor(relation: Relation, known: ReadonlyMap<number, Column> = new Map()) {
    this.#relation = relation
    this.#columns = relation.columns.map(({ name, type }, column): Column => {
      const base = { name, missing: null }
      const empty: Column =
        type === 'numeric'
          ? { ...base, type, values: new Float64Array(0) }
          : { ...base, type, codes: new Uint8Array(0), levels: [] }
      return known.get(column) ?? empty
    })
    this.#loaded = new Set(known.keys())
    // Columns that are loaded later take their places in this list.
    this.source = new MemorySource({ rows: relation.rows, columns: this.#columns, warnings: [] })
  }

  /** How many columns are loaded. */
  get count(): number {
    return this.#loaded.size
  }

  /** The loaded columns, by their indices. */
  known(): ReadonlyMap<number, Column> {
    return new Map([...this.#loaded].map((column) => [column, this.#columns[column]]))
  }

  /** Those of some columns that are not loaded. */
  missing(wanted: readonly number[]): readonly number[] {
    return wanted.filter((column) => !this.#loaded.has(column))
  }

  /** The number of queries that load those of some columns that are not loaded. */
  queries(wanted: readonly number[]): number {
    return loadingQueries(this.#relation.rows, this.missing(wanted).length)
  }

  /**
   * Loads those of some columns that are not loaded, one call after the other; `run` runs the work when its
   * turn has come, so that what interrupts it interrupts no other call.
   */
  load(
    wanted: readonly number[],
    run: (work: () => Promise<void>) => Promise<void> = (work) => work(),
  ): Promise<void> {
    const loading = this.#last.then(() => run(() => this.#load(this.missing(wanted))))
    this.#last = loading.catch(() => {})
    return loading
  }

  async #load(missing: readonly number[]): Promise<void> {
    if (missing.length === 0) return
    const { engine, key, columns } = this.#relation
    if (key === null) throw new TypeError('rows without a key are not loaded')
    const chosen = missing.map((column) => columns[column])
    const loaded = await loadTable(engine, { ...this.#relation, key, columns: chosen, warnings: [] })
    missing.forEach((column, i) => {
      this.#columns[column] = loaded.columns[i]
      this.#loaded.add(column)
    })
  }
}

/** The columns that some requests read. */
export function columnsOf(requests: readonly Request[]): readonly number[] {
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
