import { adjacentBottleneck } from '../measures/adjacent-bottleneck.ts'
import { countGroups, groupRows } from '../measures/grouping.ts'
import type { Grouping } from '../measures/grouping.ts'
import { countRows } from '../measures/marginals.ts'
import { sufficientStatistic } from '../measures/sufficient-statistic.ts'
import type { Counts } from '../statistics/counts.ts'
import type { CountsRequest } from '../statistics/request.ts'
import { classTablesRequest } from './class-tables.ts'
import type { Cutter } from './discretiser.ts'

/** From so many neighbouring groups of values on, a column is first brought down to so many of equal frequency. */
const fineBins = 256

/**
 * The limit β → 0 of what the bottleneck maximises, I[C;f(X)] − βH[f(X)] (S1 section 5): f keeps all that so many bins can
 * keep. A β above 0 would put a price on each bin, at which columns that tell little go down to one level and are lost.
 */
const beta = 0

/**
 * The bottleneck's cuts: the bins, at most `bins`, that keep the most of I[C;X], of equally good ones the fewest. Levels of
 * a coding by cuts are ranges, so only neighbouring values are merged, which S1 does not ask for: `hardBottleneck` is free
 * of it. A cut is the largest observed value of its left part. No cut, one level: the column tells nothing.
 */
export const bottleneck: Cutter<readonly [CountsRequest]> = {
  bins: 'most',
  supervised: true,
  needs: (columns, how) => [classTablesRequest(columns, how)],
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

/** Neighbouring values with equal p(c|x), which the best cuts never part; where these are too many, of equal frequency. */
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
