import { CribaError, limits } from '#core'
import type { Exchange, View } from '#core'
import type { RequestBatcher } from '../scope/request-batcher.ts'
import { permutationSeed } from './permutation-seed.ts'
import type { PermutedTarget } from './permutation-seed.ts'

/** For each number of a permutation, and each row, the row from which it takes its value. */
export type RowsOfPermutation = (number: number) => Int32Array

/** How a target is permuted. */
export interface TargetToPermute {
  readonly view: View
  readonly target: PermutedTarget
  readonly seed: number
  /** How rows may be exchanged; absent where they are exchanged one by one. */
  readonly exchange?: Exchange
}

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
