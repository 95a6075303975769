import { CribaError } from '../../spec/error.ts'
import type { DensityRequest } from '../../statistics/density.ts'
import { mapFamily, variablesOf } from '../../statistics/family.ts'
import { besidesOf } from '../../statistics/nearest.ts'
import type { NearestRequest, NearestWanted } from '../../statistics/nearest.ts'
import { limits } from '../../statistics/request.ts'
import type { Answer, MomentsRequest } from '../../statistics/request.ts'
import type { Variable } from '../../statistics/variable.ts'
import type { Sample, View } from '../../statistics/view.ts'
import { MemorySource } from '../memory/source.ts'
import type { Run } from '../source.ts'
import { loadTable } from './load-table.ts'
import type { Relation } from './relation.ts'

/** What compares rows with one another, or sees numbers dealt out anew. */
export type FetchedRequest = NearestRequest | DensityRequest | MomentsRequest

/**
 * Rows are not compared by queries: the columns they are compared in are fetched once, and memory answers. Columns are kept
 * for later requests.
 */
export class Fetched {
  readonly #relation: Relation
  #memory: { readonly source: MemorySource; readonly places: ReadonlyMap<number, number> } | null = null

  constructor(relation: Relation) {
    this.#relation = relation
  }

  async answer(request: FetchedRequest, run: Run): Promise<Answer> {
    const { source, places } = await this.#memoryOf(columnsOf(request))
    const place = (column: number) => places.get(column)!
    // One variable for each, so that what is made of it is made once.
    const variables = new Map<Variable, Variable>()
    const move = (variable: Variable): Variable => {
      if (!variables.has(variable)) variables.set(variable, { ...variable, column: place(variable.column) })
      return variables.get(variable)!
    }
    const family = mapFamily(request.family, move)
    const view = moveView(request.view, move)
    const [answer] = await source.answer([{ ...moveBesides(request, move), family, view }], run)
    return answer
  }

  async #memoryOf(wanted: readonly number[]) {
    if (this.#memory && wanted.every((column) => this.#memory!.places.has(column))) return this.#memory
    const columns = [...new Set([...(this.#memory?.places.keys() ?? []), ...wanted])]
    const { engine, from, rows } = this.#relation
    if (rows * columns.length > limits.fetched) {
      throw new CribaError(
        'too-large',
        `too many rows: rows are compared in memory, and ${rows} rows × ${columns.length} columns are ${rows * columns.length} values (at most ${limits.fetched}; take fewer columns, or a sample)`,
      )
    }
    const chosen = columns.map((column) => this.#relation.columns[column])
    const table = await loadTable(engine, { from, rows, columns: chosen, warnings: [] })
    const places = new Map(columns.map((column, place) => [column, place]))
    this.#memory = { source: new MemorySource(table), places }
    return this.#memory
  }
}

function columnsOf(request: FetchedRequest): readonly number[] {
  const { family, view } = request
  const variables = [...variablesOf(family), ...besidesOfRequest(request)].map(({ column }) => column)
  return [...new Set([...variables, ...columnsOfView(view)])]
}

function columnsOfView({ weights, permuted, complete = [], sample }: View): readonly number[] {
  const seen = [weights, permuted?.column, sample?.division.by?.column].filter(
    (column) => column !== undefined,
  )
  return [...seen, ...complete, ...(sample ? columnsOfView(sample.of) : [])]
}

function besidesOfRequest(request: FetchedRequest): readonly Variable[] {
  switch (request.kind) {
    case 'nearest':
      return besidesOf(request.wanted)
    case 'density':
      return request.with
    case 'moments':
      return request.by ? [request.by] : []
  }
}

function moveBesides(request: FetchedRequest, move: (variable: Variable) => Variable): FetchedRequest {
  switch (request.kind) {
    case 'nearest':
      return { ...request, wanted: moveWanted(request.wanted, move) }
    case 'density':
      return { ...request, with: request.with.map(move) }
    case 'moments':
      return request.by ? { ...request, by: move(request.by) } : request
  }
}

function moveWanted(wanted: NearestWanted, move: (variable: Variable) => Variable): NearestWanted {
  if ('target' in wanted) return { ...wanted, target: move(wanted.target) }
  return 'with' in wanted ? { ...wanted, with: wanted.with.map(move) } : wanted
}

function moveView(
  { weights, complete, permuted, sample }: View,
  move: (variable: Variable) => Variable,
): View {
  const place = (column: number) => move({ column, coding: null }).column
  return {
    ...(sample && { sample: moveSample(sample, move) }),
    ...(weights !== undefined && { weights: place(weights) }),
    ...(complete && { complete: complete.map(place) }),
    ...(permuted && { permuted: { ...permuted, column: place(permuted.column) } }),
  }
}

function moveSample(sample: Sample, move: (variable: Variable) => Variable): Sample {
  const { of, division } = sample
  const { by } = division
  return {
    ...sample,
    of: moveView(of, move),
    division: { ...division, ...(by && { by: move(by) }) },
  }
}
