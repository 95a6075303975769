import { allocateMask, allocateNumbers, CribaError, makeTable, weightColumnOf } from '#core'
import { categoricalColumn } from '#files/cells'
import type { Column, ColumnFacts, Run, SettledSelectSpec, Source, Variable, View } from '#core'
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
