import { methodText } from '#core'
import type { Comparison, ResultTable } from '#core'
import { comparedText, comparisonNotes } from '../comparison-text.ts'
import { dataNote } from '../data-text.ts'
import { tableOf } from './result-table.ts'

/** A comparison, a row for each method and learner. */
export function comparisonTables(result: Comparison, name: string): readonly ResultTable[] {
  const { methods, spec, data } = result
  const found = methods.flatMap((method, place) =>
    method.evidence.map((evidence) => ({ label: methodText(spec.methods[place]), method, evidence })),
  )
  const hasPhi = methods.some(({ stability }) => stability?.nogueira)
  const table = tableOf(
    found,
    {
      method: ({ label }) => label,
      learner: ({ evidence }) => evidence.learner,
      metric: ({ evidence }) => evidence.metric,
      all: ({ evidence }) => evidence.all.mean,
      selected: ({ evidence }) => evidence.selected.mean,
      sd: ({ evidence }) => evidence.selected.sd,
      none: ({ evidence }) => evidence.none.mean,
      columns: ({ method }) => method.stability?.columns ?? method.selected.length,
      best: ({ evidence }) => evidence.sizes?.best,
      oneError: ({ evidence }) => evidence.sizes?.oneError,
      knee: ({ evidence }) => evidence.sizes?.knee,
      jaccard: ({ method }) => method.stability?.jaccard,
      kuncheva: ({ method }) => method.stability?.kuncheva,
      nogueira: ({ method }) => method.stability?.nogueira?.value,
      nogueiraLow: ({ method }) => method.stability?.nogueira?.interval[0],
      nogueiraHigh: ({ method }) => method.stability?.nogueira?.interval[1],
      trueShare: ({ method }) => method.truth?.share,
      trueExact: ({ method }) => method.truth && String(method.truth.exact),
      wrong: ({ method }) => method.truth?.wrong,
      evaluations: ({ method }) => method.evaluations,
      seconds: ({ method }) => method.seconds,
    },
    [
      dataNote(data, name),
      comparedText(result),
      ...comparisonNotes(result, ['best, oneError, knee', hasPhi ? 'nogueira' : null]),
    ],
  )
  return [table]
}
