import { allocateNumbers } from '../../columns/allocate.ts'
import { normalDraws } from '../../kernel/normal-draws.ts'
import { seeded } from '../../kernel/random-stream.ts'
import { residualsGivenOthers, standardised } from '../../measures/gaussian-draws.ts'
import type { Run } from '../../sources/source.ts'
import { completeRows } from '../made-columns.ts'
import type { CompleteRows } from '../made-columns.ts'
import { overReplicas } from '../replicas.ts'
import type { GaussianColumns } from './gaussian-columns.ts'
import { meritsOf, rankMade } from './made-ranking.ts'
import type { MadeColumn } from './made-ranking.ts'

/** So many values of draws are ranked at a time. */
const valuesAtOnce = 1 << 22

/**
 * p = (1 + #{T̃ ≥ T})/(1 + draws) of each column, T its merit: by how many draws of it given all other columns it is reached. Where the score of a column
 * depends on the others, all are ranked with each draw in its place; else the draws alone.
 */
export async function randomisedPValues(
  columns: GaussianColumns,
  draws: number,
  run: Run,
): Promise<Float64Array> {
  const { scope, settled, names, model, criterion } = columns
  const rows = await completeRows(scope, settled, run)
  const given = standardised(rows.features, model)
  const residuals = residualsGivenOthers(given, model)
  const own = names.map((name, j): MadeColumn => [name, rows.features[j]])
  const merits = await meritsAmong(columns, rows, own, names, 0, run)
  /** Draw `number` of a column, in its units. */
  const drawsOf = (j: number) => {
    const random = seeded(`${settled.seed}/draw/${names[j]}`)
    const spread = model.residuals[j]
    return (): Float64Array => {
      const noise = normalDraws(random, rows.count)
      const values = allocateNumbers(rows.count)
      for (let row = 0; row < rows.count; row++) {
        const standard = given[j][row] - residuals[j][row] + spread * noise[row]
        values[row] = model.mean[j] + model.deviation[j] * standard
      }
      return values
    }
  }
  const reached = await overReplicas(
    scope.source,
    names.map(() => ({ sample: null })),
    async (_, j, { progress = () => {}, ...quiet }) => {
      const draw = drawsOf(j)
      const atOnce = criterion.joint ? 1 : Math.max(1, Math.floor(valuesAtOnce / rows.count))
      let count = 0
      for (let from = 0; from < draws; from += atOnce) {
        const some = Array.from({ length: Math.min(atOnce, draws - from) }, (_, i) => `${i + 1}`)
        const drawn = some.map((name): MadeColumn => [`draw ${name} of ${names[j]}`, draw()])
        const made = criterion.joint ? own.with(j, [names[j], drawn[0][1]]) : drawn
        const found = await meritsAmong(
          columns,
          rows,
          made,
          criterion.joint ? [names[j]] : drawn.map(([name]) => name),
          from + 1,
          quiet,
        )
        for (const merit of found) if (merit >= merits[j]) count++
        progress(Math.min(1, (from + atOnce) / draws))
      }
      return count
    },
    run,
  )
  return Float64Array.from(reached, (count) => (1 + count) / (1 + draws))
}

/** The merits of some of the columns that are ranked together. */
async function meritsAmong(
  columns: GaussianColumns,
  rows: CompleteRows,
  made: readonly MadeColumn[],
  names: readonly string[],
  number: number,
  run: Run,
): Promise<Float64Array> {
  const { progress: _, ...quiet } = run
  return meritsOf(await rankMade(columns, rows, made, number, quiet), columns.criterion, names)
}
