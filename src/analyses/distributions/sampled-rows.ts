import { givenNames, objectIn, settleDescribe, settleParts, splitsOf, whole } from '#core'
import type {
  Counts,
  DataSpec,
  PartsOf,
  Run,
  SampledColumn,
  SampledRows,
  Source,
  Table,
  Variable,
} from '#core'
import { levelCoding, levelsRequest } from '../scope/level-codings.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf, sourceOf } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'

/** How many rows are drawn, and from which seed. */
export interface SampleSize {
  readonly most: number
  readonly seed: number
}

const sampleParts = {
  most: whole({ min: 1, default: 1000 }),
  seed: whole({ min: 0, default: 0 }),
} satisfies PartsOf<SampleSize>

/** The most levels, and classes of the target, that keep their names. */
const mostLevels = { column: 12, target: 8 } as const

/**
 * Columns beside a target, at `most` rows drawn without replacement by a seed, or at all rows if there are no
 * more. Categories, and a target of classes, are levels: the most frequent ones, the others as one. Weights
 * do not matter, except that rows of weight 0 are left out.
 *
 * @throws CribaError naming the column and the remedy
 */
export async function sampledRows(
  data: Table | Source,
  columns: readonly string[],
  spec: DataSpec & { readonly target: string },
  size: SampleSize,
  run: Run = {},
): Promise<SampledRows> {
  const { most, seed } = settleParts('a sample', sampleParts, objectIn('size', size) as SampleSize)
  objectIn('spec', spec)
  givenNames('columns', columns)
  const source = sourceOf(data, run)
  const wanted = new Set(columns)
  const weights = spec.weights ?? spec.samplingWeights
  const drop = source.columns.flatMap(({ name }) =>
    wanted.has(name) || name === spec.target || name === weights ? [] : [name],
  )
  const settled = settleDescribe({ ...spec, drop, missing: 'pairwise' })
  const scope = scopeOf(source, settled)
  const batcher = new RequestBatcher(source, run)
  const { classes } = await inspectTarget(batcher, scope, settled)
  const { features, view } = scope
  const read = columns.map((name) => features.find((one) => one.name === name)!)
  const all = [scope.target!, ...read]
  const isOfLevels = (column: ScopeColumn) =>
    column === scope.target ? classes !== null : isOfTexts(column, source)
  const tables = await countLevels(batcher, scope, all.filter(isOfLevels))
  const variables = all.map((one): Variable => ({
    column: one.column,
    coding: tables.has(one) ? levelCoding(tables.get(one)!) : null,
  }))
  const share = most / source.rows
  const sample = share >= 1 ? view : splitsOf(view, { share, seed, number: 0 }).parts[0]
  const [{ columns: values, weights: counted }] = await batcher.requestOnce([
    { kind: 'rows', columns: variables, view: sample },
  ])
  const drawn = [...counted.keys()].filter((row) => counted[row] > 0)
  const [ofTarget, ...others] = all.map((one, place): SampledColumn => {
    const found = drawn.map((row) => (Number.isNaN(values[place][row]) ? null : values[place][row]))
    const { name, time } = one
    const table = tables.get(one)
    return {
      feature: name,
      ...(time && { time }),
      ...(table ? withNames(found, table, one === scope.target) : { values: found }),
    }
  })
  return { rows: source.rows, drawn: drawn.length, target: ofTarget, columns: others }
}

function isOfTexts({ type, missing }: ScopeColumn, { rows }: Source): boolean {
  return type === 'categorical' && missing < rows
}

/** The rows of each level of some columns. */
async function countLevels(
  batcher: RequestBatcher,
  { view }: AnalysisScope,
  columns: readonly ScopeColumn[],
): Promise<ReadonlyMap<ScopeColumn, Counts>> {
  const requests = columns.map(({ column }) => levelsRequest([column], view))
  const [tables] = await batcher.request([requests])
  return new Map(columns.map((column, i) => [column, tables[i][0]]))
}

/**
 * The places of levels by their frequency, of a few classes by their names; those after the most frequent
 * ones are one.
 */
function withNames(
  values: readonly (number | null)[],
  table: Counts,
  isTarget: boolean,
): Pick<SampledColumn, 'levels' | 'values'> {
  const most = isTarget ? mostLevels.target : mostLevels.column
  const { levels } = levelCoding(table)
  const counts = table.cells.filter((count) => count > 0)
  const inOrder = [...levels.keys()]
  const byRows = inOrder.toSorted((a, b) => counts[b] - counts[a] || a - b)
  const kept = byRows.length > most ? byRows.slice(0, most - 1) : isTarget ? inOrder : byRows
  const places = new Map(kept.map((level, place) => [level, place]))
  const more = levels.length - kept.length
  return {
    levels: [
      ...kept.map((level) => ({ name: String(levels[level]) })),
      ...(more > 0
        ? [{ name: `${more} other ${isTarget ? 'classes' : 'levels'}`, others: true as const }]
        : []),
    ],
    values: values.map((value) => (value === null ? null : (places.get(value) ?? kept.length))),
  }
}
