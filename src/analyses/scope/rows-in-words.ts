import type { OptionTable, OptionValue } from '#core'
import type { CriterionFacts } from '#methods'
import { policyInWords } from './gap-policy.ts'
import { keepsUnlabelled } from './unlabelled-rows.ts'

/** A method with its options. */
interface Chosen {
  readonly criterion: Pick<
    CriterionFacts<OptionTable>,
    'id' | 'joint' | 'pairwise' | 'readsGaps' | 'keepsUnlabelled'
  >
  readonly options: Readonly<Record<string, OptionValue>>
}

/** Which rows methods use, in messages. */
export interface RowsInWords {
  /** What becomes of rows without a target. */
  readonly unlabelled: string
  /** What becomes of rows without a value of a column, under the policy `pairwise`. */
  readonly pairwise: string
}

/** Where each score uses its own columns, and a target. */
export const ofSingleColumns: RowsInWords = { unlabelled: 'are left out', pairwise: policyInWords.pairwise }

/** Which rows some methods use. */
export function rowsInWords(methods: readonly Chosen[]): RowsInWords {
  return { unlabelled: unlabelledInWords(methods), pairwise: pairwiseInWords(methods) }
}

function unlabelledInWords(methods: readonly Chosen[]): string {
  const keeping = methods.filter(keepsUnlabelled)
  if (keeping.length === methods.length) return 'take part without it'
  const ids = idsOf(keeping)
  return ids.length === 0 ? ofSingleColumns.unlabelled : `are left out, except by ${ids.join(', ')}`
}

function pairwiseInWords(methods: readonly Chosen[]): string {
  const whole = idsOf(methods.filter(({ criterion }) => criterion.readsGaps))
  const complete = idsOf(methods.filter((method) => isOverCompleteRows(method)))
  const others = methods.filter((method) => !method.criterion.readsGaps && !isOverCompleteRows(method))
  const uses = (ids: readonly string[]) => `${ids.join(', ')} ${ids.length === 1 ? 'uses' : 'use'}`
  return [
    ...(others.length > 0 ? [ofSingleColumns.pairwise] : []),
    ...(complete.length > 0 ? [`${uses(complete)} only the rows complete in all columns`] : []),
    ...(whole.length > 0 ? [`${uses(whole)} all rows`] : []),
  ].join('; ')
}

/** Whether a score depends on all columns, and on rows that have them all. */
function isOverCompleteRows({ criterion: { joint, pairwise, readsGaps } }: Chosen): boolean {
  return joint === true && !pairwise && !readsGaps
}

function idsOf(methods: readonly Chosen[]): readonly string[] {
  return [...new Set(methods.map(({ criterion }) => criterion.id))]
}
