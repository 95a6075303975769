import type { Counts, CountsRequest } from '#core'
import {
  checkBeta,
  countGroups,
  evaluateGrouping,
  groupRows,
  rowsByClass,
  sufficientStatistic,
  tieOfBits,
  worthOf,
} from '../measures/grouping.ts'
import type { Grouping, HardBottleneck } from '../measures/grouping.ts'
import { countRows } from '../measures/table-estimators.ts'
import { classTablesRequest } from './binning-method.ts'
import type { BinningMethod } from './binning-method.ts'

/**
 * A column with more groups of neighbouring values than this is first cut into this many groups of equal
 * frequency.
 */
const fineBins = 256

/**
 * The limit β → 0 of the bottleneck's objective I[C;f(X)] − βH[f(X)] (S1 section 5): f keeps all the
 * information that the number of bins allows. A β above 0 would penalise each bin, and columns with little
 * information would be reduced to one level and lost.
 */
const beta = 0

/**
 * The bottleneck's cuts: the bins, at most `bins`, that keep the most of I[C;X]; of equally good ones the
 * fewest. Levels of a coding by cuts are ranges, so only neighbouring values are merged. S1 does not require
 * that, and `hardBottleneck` does not do it. A cut is the largest observed value of its left part. Without a
 * cut the column has one level and no information.
 */
export const bottleneck: BinningMethod<readonly [CountsRequest]> = {
  bins: 'most',
  supervised: true,
  needs: (columns, options) => [classTablesRequest(columns, options)],
  cuts: ([tables], { bins }) => tables.map((table) => cutsOfTable(table, bins)),
}

function cutsOfTable(table: Counts, bins: number): readonly number[] {
  const fine = fineGroups(table)
  const { groups } = adjacentBottleneck(groupRows(table, fine), beta, bins)
  const binOf = fine.map((group) => groups[group])
  return (table.levels[0] as readonly number[]).filter(
    (_, row) => row + 1 < binOf.length && binOf[row] !== binOf[row + 1],
  )
}

/**
 * Groups of neighbouring values with equal p(c|x), which the best cuts never separate; too many are cut by
 * frequency.
 */
function fineGroups(table: Counts): Grouping {
  const profiles = sufficientStatistic(table)
  let group = 0
  const runs = profiles.map((profile, row) => (row > 0 && profile !== profiles[row - 1] ? ++group : group))
  if (countGroups(runs) <= fineBins) return runs
  return equalFrequencyRuns(groupRows(table, runs), runs)
}

function equalFrequencyRuns({ levels, cells }: Counts, runs: Grouping): Grouping {
  const classes = levels[1].length
  const n = countRows({ levels, cells })
  let before = 0
  let group = -1
  let last = -1
  const groups = levels[0].map((_, run) => {
    const bin = Math.floor((before * fineBins) / n)
    if (bin !== last) group++
    last = bin
    for (let c = 0; c < classes; c++) before += cells[run * classes + c]
    return group
  })
  return runs.map((run) => groups[run])
}

/**
 * The grouping that maximises I[C;f(X)] − βH[f(X)] (S1 eq 24) among those whose groups are runs of
 * neighbouring levels, at most `mostGroups` of them: exact, by dynamic programming over the ends of runs
 * (Bellman 1961). From the table of X × C, the levels of X in order. Ties: fewer groups, then the lowest
 * ends.
 */
export function adjacentBottleneck(table: Counts, beta: number, mostGroups: number): HardBottleneck {
  checkBeta(beta)
  const rows = rowsByClass(table)
  const ends = bestEnds(rows, beta, mostGroups, tieOfBits * countRows(table))
  return evaluateGrouping(table, groupsOfEnds(ends), beta, true)
}

/** The end of each run, exclusive. */
function bestEnds(
  rows: readonly Float64Array[],
  beta: number,
  mostGroups: number,
  tie: number,
): readonly number[] {
  const levels = rows.length
  const worth = rows.map((_, from) => worthOfRuns(rows, from, beta))
  /**
   * For each number of runs and each end: the best value of the levels before it, and the start of its last
   * run.
   */
  const tables: { value: Float64Array; start: Int32Array }[] = []
  for (let runs = 1; runs <= Math.min(mostGroups, levels); runs++) {
    const value = new Float64Array(levels + 1).fill(-Infinity)
    const start = new Int32Array(levels + 1)
    const before = runs === 1 ? null : tables[runs - 2].value
    for (let end = runs; end <= levels; end++) {
      let [most, at] = [-Infinity, 0]
      for (let from = runs - 1; from < end; from++) {
        const sum = (before ? before[from] : from === 0 ? 0 : -Infinity) + worth[from][end - from - 1]
        if (sum > most + (most === -Infinity ? 0 : tie)) {
          most = sum
          at = from
        }
      }
      value[end] = most
      start[end] = at
    }
    tables.push({ value, start })
  }
  const best = tables.reduce((most, { value }) => Math.max(most, value[levels]), -Infinity)
  const ends: number[] = []
  let end = levels
  for (let runs = tables.findIndex(({ value }) => value[levels] >= best - tie); runs >= 0; runs--) {
    ends.unshift(end)
    end = tables[runs].start[end]
  }
  return ends
}

/** The worth of the runs that start at one level, shortest first. */
function worthOfRuns(rows: readonly Float64Array[], from: number, beta: number): Float64Array {
  const sum = new Float64Array(rows[from].length)
  const worth = new Float64Array(rows.length - from)
  for (let end = from; end < rows.length; end++) {
    const row = rows[end]
    for (let c = 0; c < sum.length; c++) sum[c] += row[c]
    worth[end - from] = worthOf(beta, sum)
  }
  return worth
}

function groupsOfEnds(ends: readonly number[]): Grouping {
  return ends.flatMap((end, group) => new Array<number>(end - (ends[group - 1] ?? 0)).fill(group))
}
