import { givenNames, objectIn, roundedWeight, settleDescribe } from '#core'
import type {
  ColumnDistribution,
  Counts,
  DataSpec,
  DistributionBin,
  Level,
  OrderRequest,
  Run,
  Source,
  Table,
  Variable,
} from '#core'
import { binned, wholeEdges } from '../profile/bins.ts'
import { RequestBatcher } from '../scope/request-batcher.ts'
import { scopeOf, sourceOf } from '../scope/scope.ts'
import type { AnalysisScope, ScopeColumn } from '../scope/scope.ts'
import { inspectTarget } from '../scope/target.ts'
import { isLogarithmic, logarithmicEdges, readableEdges } from './edges.ts'

/** Numbers with at most so many distinct values have a bar for each. */
const mostValues = 12
/** So many bins at most, about; the fewest rows give fewer. */
const [mostBins, fewestBins] = [20, 5]
/** The most levels and classes with a bar of their own; the others are counted together. */
const [mostLevels, mostClasses] = [12, 8]
/** Columns with more levels are not counted. */
const mostCounted = 1000

/** How a column is counted: its variable, and what its levels are called. */
interface Counted {
  readonly column: ScopeColumn
  readonly variable: Variable | null
  /** The edges of bins of numbers. */
  readonly edges?: readonly number[]
  readonly scale?: 'log'
  readonly why?: string
}

/**
 * How the values of some columns are distributed, by the classes of the target if it has classes: rows in
 * bins of one width, whose edges are multiples of 1, 2 or 5 times a power of ten, or lie in the middle between
 * whole numbers that are close together; or rows of each level; skewed numbers in bins of one width on a logarithmic axis. Each bin includes its upper end, as in a description. Only counts are requested, never rows. A column is counted over
 * the rows that have a value of it and, if there is one, of the target, by their weights.
 *
 * @example const [{ bins }] = await distributions(table, ['worst perimeter'], { target: 'diagnosis' })
 * @throws CribaError naming the column and the remedy
 */
export async function distributions(
  data: Table | Source,
  columns: readonly string[],
  spec: DataSpec = {},
  run: Run = {},
): Promise<readonly ColumnDistribution[]> {
  objectIn('spec', spec)
  if (givenNames('columns', columns).length === 0) return []
  const batcher = new RequestBatcher(sourceOf(data, run), run)
  const wanted = new Set(columns)
  const drop = batcher.source.columns.flatMap(({ name }) =>
    wanted.has(name) || name === spec.target || name === (spec.weights ?? spec.samplingWeights) ? [] : [name],
  )
  const settled = settleDescribe({ ...spec, drop, missing: 'pairwise' })
  const scope = scopeOf(batcher.source, settled)
  const facts = await inspectTarget(batcher, scope, settled)
  const places = new Map(scope.features.map((column) => [column.name, column]))
  const counted = await countable(
    batcher,
    scope,
    columns.map((name) => places.get(name)!),
  )
  const families = counted.flatMap(({ variable }) =>
    variable ? [facts.classes ? [variable, facts.classes] : [variable]] : [],
  )
  const [[tables]] = (await batcher.request([
    families.length > 0 ? [{ kind: 'counts', family: { list: families }, view: scope.view }] : [],
  ])) as unknown as [[readonly Counts[]]]
  let next = 0
  return counted.map(({ column: { name, time }, variable, edges, scale, why }) => ({
    feature: name,
    ...(time && { time }),
    ...(scale && { scale }),
    bins: variable ? binsOf(tables[next++], edges) : [],
    ...(why !== undefined && { why }),
  }))
}

/** How each column is counted. */
async function countable(
  batcher: RequestBatcher,
  { view }: AnalysisScope,
  columns: readonly ScopeColumn[],
): Promise<readonly Counted[]> {
  const isEmpty = ({ missing }: ScopeColumn) => missing === batcher.source.rows
  const ordered = columns.filter(
    (column) => !isEmpty(column) && (column.type === 'numeric' || column.distinct === null),
  )
  const orders = ordered.map(({ column, type }): OrderRequest => ({
    kind: 'order',
    variable: { column, coding: null },
    at: [
      { part: 0, of: 1, side: 'lower' },
      { part: 1, of: 1, side: 'lower' },
      { part: 1, of: 2, side: 'lower' },
    ],
    distinctUpTo: type === 'numeric' ? mostBins * mostBins : mostCounted,
    view,
  }))
  const [found] = await batcher.request([orders])
  const answers = new Map(ordered.map((column, i) => [column, found[i]]))
  return columns.map((column): Counted => {
    const answer = answers.get(column)
    const asLevels = { column, variable: { column: column.column, coding: { kind: 'values' } } } as const
    if (isEmpty(column) || answer?.n === 0) return { column, variable: null, why: 'no row has a value' }
    if (column.type === 'categorical') {
      const distinct = answer ? (answer.distinct?.length ?? Infinity) : column.distinct!
      return distinct <= mostCounted
        ? asLevels
        : { column, variable: null, why: `it has more than ${mostCounted} levels` }
    }
    const { n, values, distinct } = answer!
    const areFew = distinct !== null && distinct.length <= (column.time ? 1 : mostValues)
    if (areFew) {
      return { column, variable: { column: column.column, coding: { kind: 'levels', levels: distinct } } }
    }
    const bins = Math.min(mostBins, Math.max(fewestBins, Math.ceil(Math.sqrt(n))))
    const [least, most, median] = values
    const isLog = !column.time && isLogarithmic(least, median, most)
    const powers = isLog ? logarithmicEdges(least, most, bins) : null
    const whole = !powers && distinct?.every(Number.isInteger) ? wholeEdges(least, most, bins) : null
    const edges = powers ?? whole ?? readableEdges(least, most, bins) ?? [least, most]
    return { column, variable: binned(column.column, edges), edges, ...(powers && { scale: 'log' }) }
  })
}

/** The bins of one table of counts: levels, in classes if it has two axes. */
function binsOf(
  { levels: [own, classes = ['']], cells }: Counts,
  edges?: readonly number[],
): readonly DistributionBin[] {
  const width = classes.length
  const rowOf = (level: number) => Array.from({ length: width }, (_, one) => cells[level * width + one])
  const inLevels: readonly Slot[] = own.map((name, level) => ({ name: nameOf(name), rows: rowOf(level) }))
  const isBinned = edges !== undefined
  const isNumeric = typeof own[0] === 'number'
  const slots = isBinned || isNumeric ? inLevels : pooled(inLevels, mostLevels, 'level')
  const byClass = classes.map((name, one): Slot => ({
    name: nameOf(name),
    rows: slots.map(({ rows }) => rows[one]),
  }))
  const series = width > mostClasses ? pooled(byClass, mostClasses, 'class') : byClass
  return slots.flatMap((slot, place) =>
    series.map(({ name, rows, others }) => ({
      ...(isBinned ? { low: edges[place], high: edges[place + 1] } : { level: slot.name }),
      series: name,
      ...(others && { others }),
      rows: roundedWeight(rows[place]),
    })),
  )
}

/** A level or a class, with the rows of each class or level in it. */
interface Slot {
  readonly name: string
  readonly rows: readonly number[]
  /** Several counted together. */
  readonly others?: true
}

/** Those with most rows first, and all after `most` counted together; those without a row are left out. */
function pooled(slots: readonly Slot[], most: number, noun: 'level' | 'class'): readonly Slot[] {
  const total = ({ rows }: Slot) => rows.reduce((sum, one) => sum + one, 0)
  const occurring = slots.filter((slot) => total(slot) > 0)
  const sorted = occurring.toSorted((a, b) => total(b) - total(a))
  if (sorted.length <= most) return sorted
  const [kept, others] = [sorted.slice(0, most - 1), sorted.slice(most - 1)]
  const rows = others[0].rows.map((_, i) => others.reduce((sum, other) => sum + other.rows[i], 0))
  return [
    ...kept,
    { name: `${others.length} other ${noun === 'class' ? 'classes' : 'levels'}`, rows, others: true },
  ]
}

function nameOf(level: Level): string {
  return String(level)
}
