import {
  allocateMask,
  allocateNumbers,
  categoricalColumn,
  CribaError,
  makeTable,
  permuteVariable,
  underViews,
  VariableMap,
  weightColumnOf,
} from '#core'
import type {
  Answers,
  Column,
  ColumnFacts,
  Permutation,
  Request,
  Run,
  SettledSelectSpec,
  Source,
  Variable,
  View,
} from '#core'
import { MemorySource } from '#memory'
import { levelCoding, levelsRequest } from '../scope/level-codings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'

/** The rows of an analysis that are complete in its features and the target, in memory. */
export interface CompleteRows {
  readonly count: number
  /** The weight of each row. */
  readonly weights: Float64Array
  /** The values of each feature. */
  readonly features: readonly Float64Array[]
  /**
   * The columns that a spec names for other uses: the target, weights, and those by which rows are divided.
   */
  readonly others: readonly Column[]
}

/** Fetches the rows of numeric features once, with the columns that the spec names. */
export async function completeRows(
  scope: AnalysisScope,
  spec: SettledSelectSpec,
  run: Run,
): Promise<CompleteRows> {
  const { source, features, target } = scope
  const named = [spec.target, weightColumnOf(spec), spec.group, spec.strata, spec.time, spec.key]
  const others = source.columns.flatMap((facts, column) =>
    named.includes(facts.name) ? [{ facts, column }] : [],
  )
  const view = completeView(scope.view, [...features, ...(target ? [target] : [])])
  const batcher = new RequestBatcher(source, run)
  const variables = [
    ...features.map(({ column }): Variable => ({ column, coding: null })),
    ...(await readAsTheyAre(batcher, others, view)),
  ]
  const [[{ columns, weights }]] = await batcher.request([[{ kind: 'rows', columns: variables, view }]])
  const kept = Int32Array.from(weights.keys()).filter((row) => weights[row] > 0)
  if (kept.length < 4) {
    throw new CribaError(
      'unsuitable',
      `too few rows: ${kept.length} are complete in the target and all columns (needs 4 or more; drop columns that lack values)`,
    )
  }
  const take = (values: Float64Array) => {
    const taken = allocateNumbers(kept.length)
    kept.forEach((row, i) => (taken[i] = values[row]))
    return taken
  }
  const numbers = columns.map(take)
  return {
    count: kept.length,
    weights: take(weights),
    features: numbers.slice(0, features.length),
    others: others.map(({ facts }, i) =>
      columnOf(facts, numbers[features.length + i], variables[features.length + i]),
    ),
  }
}

/** The rows of a view that are complete in these columns too. */
export function completeView(view: View, columns: readonly ScopeColumn[]): View {
  const incomplete = columns.filter(({ missing }) => missing > 0).map(({ column }) => column)
  const complete = [...new Set([...(view.complete ?? []), ...incomplete])]
  return { ...view, ...(complete.length > 0 && { complete }) }
}

/** A source in memory of made columns of numbers, beside the columns that the spec names. */
export function sourceOfMade(
  made: readonly (readonly [name: string, values: Float64Array])[],
  { count, others }: Pick<CompleteRows, 'count' | 'others'>,
): Source {
  const columns = [
    ...others,
    ...made.map(([name, values]): Column => ({ name, type: 'numeric', values, missing: null })),
  ]
  return new MemorySource(
    makeTable(
      count,
      columns.map((column) => ({ column, warnings: [] })),
    ),
  )
}

/** A word with which none of the names begins. */
export function wordBefore(word: string, names: readonly string[]): string {
  return names.some((name) => name.startsWith(word)) ? wordBefore(`${word} ${word}`, names) : word
}

interface OtherColumn {
  readonly facts: ColumnFacts
  readonly column: number
}

/** Variables that read numbers as values and levels as levels. */
async function readAsTheyAre(
  batcher: RequestBatcher,
  others: readonly OtherColumn[],
  view: View,
): Promise<readonly Variable[]> {
  const coded = others.filter(({ facts }) => facts.type === 'categorical').map(({ column }) => column)
  const tables = coded.length > 0 ? (await batcher.request([[levelsRequest(coded, view)]]))[0][0] : []
  return others.map(({ column }): Variable => {
    const place = coded.indexOf(column)
    return { column, coding: place < 0 ? null : levelCoding(tables[place]) }
  })
}

function columnOf({ name, time }: ColumnFacts, values: Float64Array, { coding }: Variable): Column {
  if (coding?.kind === 'levels') {
    const { levels } = coding
    return categoricalColumn(name, values.length, (row) =>
      Number.isNaN(values[row]) ? null : String(levels[values[row]]),
    ).column
  }
  const isMissing = values.some(Number.isNaN)
  const missing = isMissing ? allocateMask(values.length) : null
  if (missing) values.forEach((value, row) => (missing[row] = Number.isNaN(value) ? 1 : 0))
  return { name, type: 'numeric', ...(time && { time }), values, missing }
}

/**
 * So far apart are the numbers of permutations of one column in one source; fewer sources than that have it.
 */
const copyStep = 1 << 20

/**
 * A source with shadows: copies of columns whose values are permuted among the rows that have one, so that
 * they are noise.
 */
interface ShadowedSource extends Source {
  /** The names of the shadows. */
  readonly shadows: readonly string[]
}

/**
 * Adds a shadow of each of some columns, by their names; a name that is repeated has several, each permuted
 * in its own way. A permutation depends on its seed, its number and the name of the column, or of its group:
 * the shadows of a group are permuted as one.
 */
export function withShadows(
  source: Source,
  columns: readonly string[],
  permutation: Permutation,
  groupOf: ReadonlyMap<string, string> = new Map(),
): ShadowedSource {
  const own = source.columns.length
  const of = columns.map((name) => source.columns.findIndex((column) => column.name === name))
  const names = shadowNames(
    columns,
    source.columns.map(({ name }) => name),
  )
  const copies = copiesOf(columns)
  const permutations = copies.map((copy, i) => {
    const group = groupOf.get(columns[i])
    const number = permutation.number + copy * copyStep
    return { ...permutation, number, ...(group !== undefined && { together: group }) }
  })
  const known = new WeakMap<Variable, Variable>()
  const variables = new VariableMap((variable) => {
    if (variable.column < own) return variable
    let shadow = known.get(variable)
    if (!shadow) {
      const place = variable.column - own
      shadow = permuteVariable({ ...variable, column: of[place] }, permutations[place])
      known.set(variable, shadow)
    }
    return shadow
  })
  const views = new WeakMap<View, View>()
  const asOriginal = (column: number) => (column < own ? column : of[column - own])
  const mapView = (view: View): View => {
    let mapped = views.get(view)
    if (!mapped) {
      const { complete, sampledOver, sample } = view
      // A shadow lacks a value in the rows where its column does.
      mapped = {
        ...view,
        ...(complete && { complete: [...new Set(complete.map(asOriginal))] }),
        ...(sampledOver && { sampledOver: [...new Set(sampledOver.map(asOriginal))] }),
        ...(sample && { sample: { ...sample, of: mapView(sample.of) } }),
      }
      views.set(view, mapped)
    }
    return mapped
  }
  const mapAll = <R extends readonly Request[]>(requests: R) =>
    requests.map((request) => variables.request(underViews(request, mapView))) as unknown as R
  return {
    name: source.name,
    rows: source.rows,
    columns: [...source.columns, ...of.map((column, i) => ({ ...source.columns[column], name: names[i] }))],
    warnings: source.warnings,
    work: source.work,
    ...(source.rowsAtHand && { rowsAtHand: true }),
    shadows: names,
    answer: <R extends readonly Request[]>(requests: R, run?: Run): Promise<Answers<R>> =>
      source.answer(mapAll(requests), run),
    plan: (requests) => source.plan(mapAll(requests)),
  }
}

/** Of each name how many equal ones stand before it. */
function copiesOf(columns: readonly string[]): readonly number[] {
  const seen = new Map<string, number>()
  return columns.map((name) => {
    const copy = seen.get(name) ?? 0
    seen.set(name, copy + 1)
    return copy
  })
}

/** A name for each shadow that no column has. */
function shadowNames(columns: readonly string[], taken: readonly string[]): readonly string[] {
  let word = 'shadow'
  while (taken.some((name) => name.startsWith(word))) word = `${word} shadow`
  return copiesOf(columns).map((copy, i) => `${word} ${copy + 1} of ${columns[i]}`)
}
