import ln from '@stdlib/math-base-special-ln'
import { limits, roundedWeight } from '#core'
import { spellingKeys } from '#files/cells'
import { kolmogorovTail } from '#methods'
import type {
  AppliedColumn,
  AppliedTarget,
  Coding,
  Level,
  OrderRequest,
  SelectResult,
  Shift,
  Source,
  TrainingColumn,
  TrainingDistribution,
  UnseenLevels,
  Warning,
} from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { ChosenColumn, DataInWords } from './chosen-columns.ts'
import { comparedRows, countRows, distributionFrom, numericCodings } from './compared-rows.ts'
import type { LevelCounts } from './compared-rows.ts'

/** From these on a shift is moderate, and major (Siddiqi 2006). */
const [moderate, major] = [0.1, 0.25]

/**
 * The population stability index of two samples over the same bins: Σ (q − p)·ln(q/p), p and q being the
 * shares of a bin in the first and in the second sample (Siddiqi, Credit Risk Scorecards, 2006). It is
 * symmetric, 0 for equal shares and has no upper bound. The arguments are counts or weights. A bin that is
 * empty in one sample counts as half a row there, as half a row is added to an empty cell of log-odds
 * (Haldane 1956, Anscombe 1956); one that is empty in both does not count. Without rows in one of the samples
 * it is NaN.
 *
 * @example populationStability([50, 50], [80, 20]) // 0.3 · ln 1.6 + 0.3 · ln 2.5 = 0.416
 */
export function populationStability(first: readonly number[], second: readonly number[]): number {
  const [n, m] = [totalOf(first), totalOf(second)]
  if (n === 0 || m === 0) return NaN
  return first.reduce((sum, count, bin) => {
    const other = second[bin]
    if (count === 0 && other === 0) return sum
    const [p, q] = [(count || 0.5) / n, (other || 0.5) / m]
    return sum + (q - p) * ln(q / p)
  }, 0)
}

/** The usual reading of the index: below 0.1 the column is stable, from 0.25 on the shift is major. */
export function shiftOf(index: number): Shift {
  return index < moderate ? 'stable' : index < major ? 'moderate' : 'major'
}

function totalOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** At most so many levels are listed. */
const mostListed = 100

const presence: Coding = { kind: 'missingness' }
const noLevels: LevelCounts = { levels: [], counts: [] }

/**
 * The codings under which the rows of a column are counted, to compare them with the data of the selection.
 */
export function comparedCodings(
  { isEmpty, areFew, type }: ChosenColumn,
  training: TrainingColumn | undefined,
): readonly Coding[] {
  const { cuts, levels, distribution } = training ?? {}
  if (isEmpty) return [presence]
  if (type === 'numeric' && cuts) return numericCodings(cuts, distribution?.values ?? [])
  if (!levels) return [presence]
  return [presence, areFew ? { kind: 'values' } : { kind: 'levels', levels }]
}

/** A column of other data beside that of the selection, from the counts under these codings. */
export function comparedColumn(
  { name, type, time, areFew }: ChosenColumn,
  training: TrainingColumn | undefined,
  tables: readonly LevelCounts[],
): AppliedColumn {
  const [{ counts: rowsOf }, found = noLevels] = tables
  const [present, missing] = rowsOf
  const rows = roundedWeight(present + missing)
  const column = { feature: name, type, ...(time && { time }), rows, missing }
  if (!training) return column
  const { cuts, deciles, levels, counts, distribution } = training
  const compared = {
    ...column,
    training: { rows: training.rows, missing: training.missing },
    ...(cuts && { cuts }),
    ...(deciles && { deciles }),
    ...(levels && levels.length <= mostListed && { levels }),
  }
  if (!counts) return compared
  const unseen = levels && unseenLevels(levels, present, found, areFew)
  const bins = levels ? rowsOfLevels(levels, found) : found.counts
  const psi = populationStability(
    [...counts, 0, training.missing],
    [...counts.map((_, bin) => bins[bin] ?? 0), unseen?.rows ?? 0, missing],
  )
  return {
    ...compared,
    ...(unseen && { unseen }),
    ...(distribution && distributionBeside(distribution, training, column, tables)),
    psi: Number.isNaN(psi) ? null : psi,
    ...(!Number.isNaN(psi) && { shift: shiftOf(psi) }),
  }
}

/** The values outside the range of the selection, and the distance of the two distributions. */
function distributionBeside(
  { values, at, between = at.map(() => 0) }: TrainingDistribution,
  before: TrainingColumn,
  now: Pick<AppliedColumn, 'rows' | 'missing'>,
  tables: readonly LevelCounts[],
): Pick<AppliedColumn, 'outside' | 'ks'> {
  const range = { min: values[0], max: values[values.length - 1] }
  // The same difference of both, so that equal data have equal numbers.
  const [n, m] = [before, now].map(({ rows, missing }) => rows - missing)
  if (m === 0) return { outside: { ...range, below: 0, above: 0 } }
  const { above, ...found } = distributionFrom(tables)
  const statistic = kolmogorovSmirnov({ n, at, between }, { n: m, ...found })
  return {
    outside: { ...range, below: found.between[0], above },
    ks: { statistic, pValue: kolmogorovTail(statistic, n, m), within: Math.max(...between) / n },
  }
}

function unseenLevels(
  levels: readonly Level[],
  present: number,
  found: LevelCounts,
  areListed: boolean,
): UnseenLevels {
  const known = new Set(levels.map(String))
  const unseen = found.levels
    .map((level, i) => ({ level, rows: found.counts[i] }))
    .filter(({ level, rows }) => rows > 0 && !known.has(String(level)))
    .sort((a, b) => b.rows - a.rows)
  return {
    count: areListed ? unseen.length : null,
    rows: roundedWeight(areListed ? total(unseen.map(({ rows }) => rows)) : present - total(found.counts)),
    levels: withSpellings(unseen.slice(0, mostListed), [...known]),
  }
}

/** Marks levels that are another spelling of a known one. */
function withSpellings(unseen: UnseenLevels['levels'], known: readonly string[]): UnseenLevels['levels'] {
  const keys = spellingKeys([...known, ...unseen.map(({ level }) => String(level))])
  const byKey = new Map(known.map((level, i) => [keys[i], level]))
  return unseen.map((one, i) => {
    const spells = byKey.get(keys[known.length + i])
    return spells === undefined ? one : { ...one, spells }
  })
}

/** Levels are compared as texts: those of a number that is read as levels may be either. */
function rowsOfLevels(levels: readonly Level[], found: LevelCounts): readonly number[] {
  const rows = new Map(found.levels.map((level, i) => [String(level), found.counts[i]]))
  return levels.map((level) => rows.get(String(level)) ?? 0)
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/**
 * A distribution at some ascending values: how many rows are equal to each, and how many are between it and
 * the one before.
 */
interface DistributionAt {
  /** The total weight of the rows. */
  readonly n: number
  readonly at: readonly number[]
  readonly between: readonly number[]
}

/**
 * The greatest distance of two distribution functions just below and at each of the values, which are the
 * same for both. It is the two-sample Kolmogorov–Smirnov statistic if one of the samples has no values
 * between these: there its function is constant. If it has at most a share s of its rows between two
 * neighbouring values, the statistic is larger by at most s.
 */
export function kolmogorovSmirnov(first: DistributionAt, second: DistributionAt): number {
  let [below, belowOfSecond, most] = [0, 0, 0]
  const add = (ofFirst: number, ofSecond: number) => {
    below += ofFirst
    belowOfSecond += ofSecond
    most = Math.max(most, Math.abs(below / first.n - belowOfSecond / second.n))
  }
  first.at.forEach((count, i) => {
    add(first.between[i], second.between[i])
    add(count, second.at[i])
  })
  return most
}

/** Numbers of more distinct values are no classes. */
const mostClasses = 1000
/** The rows of more classes are not listed. */
const mostClassesListed = 100

/** The target of a selection in other data, and what they lack for a comparison. */
interface ComparedTarget {
  readonly target?: AppliedTarget
  readonly warnings: readonly Warning[]
}

/**
 * Compares the target with that of the selection: its classes, or its range and distribution. Nothing is
 * compared if the data have no target, or the result was written without.
 */
export async function compareTarget(
  batcher: RequestBatcher,
  result: SelectResult,
  words: DataInWords,
): Promise<ComparedTarget> {
  const { spec, trainingTarget: training } = result
  const { source } = batcher
  const column = source.columns.findIndex(({ name }) => name === spec.target)
  if (column < 0 || !training || !result.training) return { warnings: [] }
  const { name, type, time, missing } = source.columns[column]
  const isEmpty = missing === source.rows
  if (training.cuts && type !== 'numeric' && !isEmpty) {
    const message = `the target ${name} holds texts, but held numbers: it is not compared (${words.types} ${name}=numeric names the cell that is none)`
    return { warnings: [{ code: 'target-type', column: name, message }] }
  }
  const areFew = await hasFewValues(batcher, source, column)
  const chosen: ChosenColumn = { name, type, ...(time && { time }), column, isEmpty, areFew }
  const codings = comparedCodings(chosen, training)
  const [tables] = await countRows(batcher, [{ column, codings }], comparedRows(source, spec))
  const compared = comparedColumn(chosen, training, tables)
  const classes = classesOf(training, tables[1])
  return { target: { ...compared, ...(classes && { classes }) }, warnings: [] }
}

async function hasFewValues(batcher: RequestBatcher, { columns }: Source, column: number): Promise<boolean> {
  const { type, distinct } = columns[column]
  if (type === 'categorical') return (distinct ?? 0) <= limits.cells
  const variable = { column, coding: null }
  const request: OrderRequest = { kind: 'order', variable, at: [], distinctUpTo: mostClasses, view: {} }
  const [[{ distinct: values }]] = await batcher.request([[request] as const])
  return values !== null
}

function classesOf(
  { levels, counts }: TrainingColumn,
  found: { readonly levels: readonly unknown[]; readonly counts: readonly number[] } | undefined,
): AppliedTarget['classes'] {
  if (!levels || !counts || levels.length > mostClassesListed) return undefined
  const now = new Map(found?.levels.map((level, i) => [String(level), found.counts[i]]))
  return levels.map((level, i) => ({ level, before: counts[i], now: now.get(String(level)) ?? 0 }))
}
