import { methodText } from '#core'
import type { Comparison } from '#core'
import { csv } from './csv-lines.ts'

/** A comparison as CSV, one line for each method and learner. */
export function comparisonCsv({ methods, spec }: Comparison): string {
  const header = [
    ...[
      'method',
      'learner',
      'metric',
      'all',
      'selected',
      'sd',
      'none',
      'columns',
      'best',
      'oneError',
      'knee',
    ],
    ...['jaccard', 'kuncheva', 'nogueira', 'nogueiraLow', 'nogueiraHigh'],
    ...['trueShare', 'trueExact', 'wrong', 'evaluations', 'seconds'],
  ]
  const rows = methods.flatMap(({ evidence, stability, truth, ...found }, place) =>
    evidence.map(({ learner, metric, all, selected, none, sizes }) => [
      methodText(spec.methods[place]),
      learner,
      metric,
      all.mean,
      selected.mean,
      selected.sd,
      none.mean,
      stability?.columns ?? found.selected.length,
      sizes?.best,
      sizes?.oneError,
      sizes?.knee,
      stability?.jaccard,
      stability?.kuncheva,
      stability?.nogueira?.value,
      ...(stability?.nogueira?.interval ?? [null, null]),
      truth?.share,
      truth && String(truth.exact),
      truth?.wrong,
      found.evaluations,
      found.seconds,
    ]),
  )
  return csv(header, rows)
}
