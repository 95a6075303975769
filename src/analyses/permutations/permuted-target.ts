import { allRows, CribaError, limits, permuteVariable, seedWith } from '#core'
import type { Exchange, RowsRequest, Variable, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import type { TargetFacts } from '../scope/target.ts'

/** The target as its values, or as its levels, with its event, or the targets that it joins. */
export type TargetVariables = Pick<TargetFacts, 'name' | 'values' | 'classes' | 'event' | 'several'>

/** How a target is permuted. */
export interface TargetToPermute {
  readonly view: View
  readonly target: TargetVariables
  readonly seed: number
  /** How rows may be exchanged; absent where they are exchanged one by one. */
  readonly exchange?: Exchange
}

/** For each number of a permutation, and each row, the row from which it takes its value. */
export type RowsOfPermutation = (number: number) => Int32Array

/**
 * The seed of the permutations of a target, of how many kinds they are (number i is of kind i mod kinds), and
 * the permutations where rows are not exchanged one by one.
 */
export async function permutationsOfTarget(
  batcher: RequestBatcher,
  { view, target, seed, exchange }: TargetToPermute,
): Promise<{ readonly seed: number; readonly kinds: number; readonly rowsOf?: RowsOfPermutation }> {
  if (!exchange) return { seed: await permutationSeed(batcher, target, seed), kinds: 1 }
  refuseUnexchangeable(batcher, view)
  const { exchangeRowsOf } = await import('../on-demand/exchange.ts')
  return exchangeRowsOf(batcher, { view, target, seed, exchange })
}

/** Refuses what cannot be permuted in groups or time: more rows than are read, and sampling weights. */
export function refuseUnexchangeable({ source }: RequestBatcher, view: View): void {
  if (view.sampledOver) {
    throw new CribaError(
      'unsuitable',
      'unsuitable sampling weights: permutations by group, strata or time have none (use weights, or leave out group, strata and time)',
    )
  }
  if (source.rows > limits.fetched) {
    throw new CribaError(
      'unsuitable',
      `unsuitable rows: permutations by group, strata or time read ${source.rows} (at most ${limits.fetched}; use k, another stop, or fewer rows)`,
    )
  }
}

/**
 * The seed of permutations of the target, from that of the analysis and from the target's values in the order
 * of the rows: so the permutations of other data are others, and errors of studies under the same seed are
 * not related. With more rows than a source fetches it is that of the analysis.
 */
async function permutationSeed(
  batcher: RequestBatcher,
  target: TargetVariables,
  seed: number,
): Promise<number> {
  const requests = targetRequest(target)
  if (requests.length === 0 || batcher.source.rows > limits.fetched) return seed
  const [[{ columns, weights }]] = await batcher.request([requests])
  // A part of the rows is permuted as a table of these rows is.
  return seedWith(seed, ...columns.map((column) => column.filter((_, row) => weights[row] > 0)))
}

/** What is requested for it. */
export function targetRequest({ values, classes, event }: TargetVariables): readonly RowsRequest[] {
  const target = values ?? classes
  return target
    ? [{ kind: 'rows', columns: [target, ...(event ? [event.variable] : [])], view: allRows }]
    : []
}

/** How an analysis reads its columns under one permutation of the target. */
interface PermutedTarget {
  readonly view: View
  /** Gives the target permuted, and every other variable as it is. */
  readonly read: (variable: Variable) => Variable
}

interface TargetInView {
  readonly view: View
  readonly column: number
  /** A time and its event are permuted as one. */
  readonly target?: TargetVariables
  readonly seed: number
  /** The permutations, where rows are not exchanged one by one. */
  readonly rowsOf?: RowsOfPermutation
}

/** Permutes a target: wherever it is read as the same object, the result is the same object. */
export function permuteTarget(
  { view, column, target, seed, rowsOf }: TargetInView,
  number: number,
): PermutedTarget {
  const event = target?.event
  const several = new Set(target?.several?.map(({ values }) => values?.column))
  const permuted = {
    seed,
    number,
    ...(rowsOf && { from: rowsOf(number) }),
    ...(event && { together: 'events' }),
  }
  const known = new Map<Variable, Variable>()
  const read = (variable: Variable) => {
    const isOfSeveral = several.has(variable.column)
    if (variable.column !== column && variable.column !== event?.variable.column && !isOfSeveral)
      return variable
    // As the column that joins them is permuted.
    const found =
      known.get(variable) ??
      permuteVariable(variable, isOfSeveral ? { ...permuted, together: target!.name } : permuted)
    known.set(variable, found)
    return found
  }
  if (!view.sampledOver) return { view, read }
  return { view: { ...view, movedWith: read({ column, coding: null }) }, read }
}
