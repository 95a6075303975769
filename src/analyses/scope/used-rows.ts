import { roundedWeight } from '#core'
import type { OptionTable, OptionValue, RowPolicy, RowRange, UsedRows, View } from '#core'
import type { CriterionFacts } from '#methods'
import { policyInWords } from './gap-policy.ts'
import type { AnalysisScope } from './scope.ts'

/** Widens a range of numbers of rows by those of more scores, except missing ones. */
export function widenRange(
  range: RowRange | undefined,
  n: ArrayLike<number>,
  score: ArrayLike<number | null>,
): RowRange | undefined {
  let [least, most] = [range?.least ?? Infinity, range?.most ?? -Infinity]
  for (let i = 0; i < n.length; i++) {
    const value = score[i]
    if (value === null || Number.isNaN(value)) continue
    if (n[i] < least) least = n[i]
    if (n[i] > most) most = n[i]
  }
  return least > most ? undefined : { least, most }
}

/** The numbers of rows behind a result; nothing where nothing was scored. */
export function usedRows(
  { view }: Pick<AnalysisScope, 'view'>,
  missing: RowPolicy,
  range: RowRange | undefined,
): { readonly used?: UsedRows } {
  if (!range) return {}
  const [least, most] = [range.least, range.most].map(roundedWeight)
  return { used: { least, most, ...(view.weights !== undefined && { weighted: true }), missing } }
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
