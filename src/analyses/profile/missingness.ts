import { allRows } from '#core'
import type { Variable, View, Warning } from '#core'
import { independenceTest } from '#methods'
import { pInWords } from '../null-distributions/p-values.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { AnalysisScope } from '../scope/scope.ts'

/** Below this p, after Bonferroni's correction, missing values depend on the target. */
const alpha = 0.001

/** Warns of columns whose missing values depend on the target, which is read as levels. */
export async function missingnessWarnings(
  batcher: RequestBatcher,
  { features, view, source }: AnalysisScope,
  target: Variable | null,
): Promise<readonly Warning[]> {
  const incomplete = features.filter(({ missing }) => missing >= 5 && source.rows - missing >= 5)
  if (!target || incomplete.length === 0) return []
  const each = incomplete.map(({ column }): Variable => ({ column, coding: { kind: 'missingness' } }))
  // A view of complete rows would have no gap to test.
  const { weights, sampledOver } = view
  const withGaps: View = weights === undefined ? allRows : { weights, ...(sampledOver && { sampledOver }) }
  const [[tables]] = await batcher.request([
    [{ kind: 'counts', family: { base: [target], each }, view: withGaps } as const],
  ])
  return incomplete.flatMap(({ name }, i): Warning[] => {
    const { pValue = 1 } = independenceTest(tables[i])
    if (pValue * incomplete.length > alpha) return []
    const message = `the target differs where column ${name} is missing (${pInWords(pValue)}): why is it missing?`
    return [{ code: 'missingness', column: name, message }]
  })
}
