import { roundedWeight } from '../../spec/weight-text.ts'
import { kolmogorovSmirnov, kolmogorovTail } from '../../measures/kolmogorov-smirnov.ts'
import { populationStability, shiftOf } from '../../measures/population-stability.ts'
import type { Coding, Level } from '../../statistics/variable.ts'
import type { AppliedColumn, UnseenLevels } from '../../trace/application.ts'
import type { TrainingColumn, TrainingDistribution } from '../../trace/training.ts'
import type { ChosenColumn } from './chosen-columns.ts'
import { distributionFrom, numericCodings } from './compared-rows.ts'
import type { LevelCounts } from './compared-rows.ts'

/** At most so many levels are listed. */
const mostListed = 100

const presence: Coding = { kind: 'missingness' }
const noLevels: LevelCounts = { levels: [], counts: [] }

/** The codings under which the rows of a column are counted, to compare them with the data of the selection. */
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
    levels: unseen.slice(0, mostListed),
  }
}

/** Levels are compared as texts: those of a number that is read as levels may be either. */
function rowsOfLevels(levels: readonly Level[], found: LevelCounts): readonly number[] {
  const rows = new Map(found.levels.map((level, i) => [String(level), found.counts[i]]))
  return levels.map((level) => rows.get(String(level)) ?? 0)
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
