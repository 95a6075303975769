import type { Counts, CountsRequest } from '#core'
import { adjacentBottleneck } from '../measures/adjacent-bottleneck.ts'
import { countGroups, groupRows } from '../measures/grouping.ts'
import type { Grouping } from '../measures/grouping.ts'
import { countRows } from '../measures/marginals.ts'
import { sufficientStatistic } from '../measures/sufficient-statistic.ts'
import type { BinningMethod } from './binning-method.ts'
import { classTablesRequest } from './class-tables.ts'

/** A column with more groups of neighbouring values than this is first cut into this many groups of equal frequency. */
const fineBins = 256

/**
 * The limit β → 0 of the bottleneck's objective I[C;f(X)] − βH[f(X)] (S1 section 5): f keeps all the information that the
 * number of bins allows. A β above 0 would penalise each bin, and columns with little information would be reduced to one
 * level and lost.
 */
const beta = 0

/**
 * The bottleneck's cuts: the bins, at most `bins`, that keep the most of I[C;X]; of equally good ones the fewest. Levels of
 * a coding by cuts are ranges, so only neighbouring values are merged. S1 does not require that, and `hardBottleneck` does
 * not do it. A cut is the largest observed value of its left part. Without a cut the column has one level and no
 * information.
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

/** Groups of neighbouring values with equal p(c|x), which the best cuts never separate; too many are cut by frequency. */
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
