import type { MomentsOfFamily, MomentsRequest, Variable, View } from '#core'
import { correlations, correlationT, groupsOf, kruskalWallis, studentTail } from '#methods'
import type { CountedTable } from '../null-distributions/ordered-association.ts'
import type { RequestBatcher } from '../scope/request-batcher.ts'

/**
 * Where the distributions of the tests of ranks hold: the fewest rows of a level, and the largest share of
 * one value.
 */
const needed = { rows: 10, share: 0.6 } as const

/** A column and the target as levels, with their table. */
export interface RankedPair {
  readonly feature: Variable
  readonly target: Variable
  readonly table: CountedTable
  /** Whether they are numbers, and so have ranks. */
  readonly isOrdered: { readonly rows: boolean; readonly columns: boolean }
}

/**
 * Whether a column and the target, the rows and columns of the table, can be compared by ranks: one of the
 * two has an order, and no level of it holds more than 60 % of the rows; each level of the other has 10 rows.
 */
export function canRank({ table: { rows, columns, n }, isOrdered }: RankedPair): boolean {
  const fits = (counts: Float64Array, ranked: boolean) =>
    ranked
      ? counts.every((count) => count <= needed.share * n)
      : counts.every((count) => count === 0 || count >= needed.rows)
  if (!isOrdered.rows && !isOrdered.columns) return false
  return n >= 2 * needed.rows && fits(rows, isOrdered.rows) && fits(columns, isOrdered.columns)
}

/**
 * The p-value of a column and the target by the ranks of their numbers: Spearman's ρ of two columns of
 * numbers, t_{n−2}; else the test of Kruskal and Wallis.
 */
export async function pOfRanks(batcher: RequestBatcher, pair: RankedPair, view: View): Promise<number> {
  const [pValue] = await pValuesOfRanks(batcher, [pair], view)
  return pValue
}

/** The p-values of many pairs, from one batch; a target that pairs share is ranked once. */
export async function pValuesOfRanks(
  batcher: RequestBatcher,
  pairs: readonly RankedPair[],
  view: View,
): Promise<readonly number[]> {
  const groups: RankedPair[][] = []
  for (const pair of pairs) {
    const group = groups.find(([first]) => areRankedTogether(first, pair))
    if (group) group.push(pair)
    else groups.push([pair])
  }
  const answers = await batcher.requestOnce(groups.map((group) => rankRequest(group, view)))
  const found = new Map(groups.flatMap((group, i) => pValuesOf(group, answers[i])))
  return pairs.map((pair) => found.get(pair)!)
}

/** Whether two pairs are of one request: they have the target and the kind of test in common. */
function areRankedTogether(one: RankedPair, other: RankedPair): boolean {
  const { rows, columns } = one.isOrdered
  return rows && one.target === other.target && other.isOrdered.rows && columns === other.isOrdered.columns
}

function rankRequest(group: readonly RankedPair[], view: View): MomentsRequest {
  const of = { kind: 'moments', of: 'ranks', view } as const
  const [{ feature, target, isOrdered }] = group
  const features = group.map(({ feature }) => asNumbers(feature))
  if (!isOrdered.rows) return { ...of, family: { list: [[asNumbers(target)]] }, by: feature }
  if (isOrdered.columns) return { ...of, family: { base: [asNumbers(target)], each: features } }
  return { ...of, family: { list: features.map((one) => [one]) }, by: target }
}

function pValuesOf(
  group: readonly RankedPair[],
  answer: MomentsOfFamily,
): readonly (readonly [RankedPair, number])[] {
  const { rows, columns } = group[0].isOrdered
  const pValues =
    rows && columns
      ? correlations(answer).map((one) => studentTail(correlationT(one), one.n - 2))
      : groupsOf(answer).map((levels) => kruskalWallis(levels).pValue!)
  return group.map((pair, i) => [pair, pValues[i]])
}

/** A column read by its values. */
function asNumbers({ coding: _, ...variable }: Variable): Variable {
  return { ...variable, coding: null }
}
