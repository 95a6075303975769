import { absorbsMissing } from '#core'
import type { OptionTable, OptionValue, RowPolicy, Variable, View } from '#core'
import type { CriterionFacts, Gaps } from '#methods'

/**
 * How missing values are treated, given how columns are read: the policy that the user chose, or one for each
 * reading where `pairwise` is not possible. `level-or-median`: missing is a level of its own where levels are
 * read, and is filled with the median where numbers are. So a learner can use all rows.
 */
export type GapPolicy = RowPolicy | 'level-or-median'

/**
 * How a missing value is treated where its column is read as levels and as numbers; null where its row is
 * left out.
 */
interface MissingTreatment {
  readonly levels: 'level' | 'fill' | null
  readonly values: 'fill' | null
}

export const treatmentOf: Readonly<Record<GapPolicy, MissingTreatment>> = {
  pairwise: { levels: null, values: null },
  complete: { levels: null, values: null },
  level: { levels: 'level', values: null },
  median: { levels: 'fill', values: 'fill' },
  error: { levels: null, values: null },
  'level-or-complete': { levels: 'level', values: null },
  'level-or-median': { levels: 'level', values: 'fill' },
}

/** The policies in messages. */
export const policyInWords: Readonly<Record<GapPolicy, string>> = {
  pairwise: 'each score uses the rows complete in its own columns',
  complete: 'only the rows complete in all columns are used',
  level: 'missing is a level of its own',
  median: 'missing is filled with the median, or the most frequent level',
  error: 'this is an error',
  'level-or-complete':
    'missing is a level of its own where levels are read, and rows without a number are left out',
  'level-or-median':
    'missing is a level of its own where levels are read, and is filled with the median where numbers are',
}

/**
 * The variables that lack a value in some row of a view, judged by the counts of missing values of their
 * columns.
 */
export function gapsAmong(
  columns: readonly { readonly missing: number }[],
  variables: readonly Variable[],
  { complete = [] }: View,
): Gaps {
  const isComplete = new Set(complete)
  const open = variables.filter(
    (variable, i) => columns[i].missing > 0 && !absorbsMissing(variable) && !isComplete.has(variable.column),
  )
  return open.length > 0 ? { gaps: new Set(open) } : {}
}

/** A criterion with its options. */
interface MethodInView {
  readonly criterion: Pick<CriterionFacts<OptionTable>, 'keepsUnlabelled'>
  readonly options: Readonly<Record<string, OptionValue>>
}

/** Whether rows without a target take part in what a method computes. */
function keepsUnlabelled({ criterion, options }: MethodInView): boolean {
  return criterion.keepsUnlabelled?.(options) ?? false
}

/** Views with the rows that lack a target, by the views without them: sources know views as objects. */
const widened = new WeakMap<View, View>()

/**
 * The rows of a view that a method uses: with those that lack a target, where it takes them. `target` is its
 * column.
 */
export function viewOfMethod(chosen: MethodInView, view: View, target: number): View {
  if (!view.complete?.includes(target) || !keepsUnlabelled(chosen)) return view
  let wide = widened.get(view)
  if (!wide) {
    const { complete, ...rest } = view
    const others = complete.filter((column) => column !== target)
    wide = { ...rest, ...(others.length > 0 && { complete: others }) }
    widened.set(view, wide)
  }
  return wide
}

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
