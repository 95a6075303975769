import type { Counts } from '#core'
import { checkBeta, evaluateGrouping, rowsByClass, tieOfBits, worthOf } from './bottleneck-objective.ts'
import type { HardBottleneck } from './bottleneck-objective.ts'
import type { Grouping } from './grouping.ts'
import { countRows } from './marginals.ts'

/**
 * The grouping that maximises I[C;f(X)] − βH[f(X)] (S1 eq 24) among those whose groups are runs of neighbouring levels, at
 * most `mostGroups` of them: exact, by dynamic programming over the ends of runs (Bellman 1961). From the table of X × C,
 * the levels of X in order. Ties: fewer groups, then the lowest ends.
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
  /** For each number of runs and each end: the best value of the levels before it, and the start of its last run. */
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
