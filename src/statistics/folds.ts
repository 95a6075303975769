import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { seeded } from './permutation.ts'
import type { Division, View } from './view.ts'

/** A fold as two views: the training rows and the held-out rows. */
export interface Fold {
  readonly train: View
  readonly test: View
}

const cache = new WeakMap<View, { readonly division: Division; readonly folds: readonly Fold[] }[]>()

/** The folds of the rows of a view. The same call returns the same objects, because sources cache views by identity. */
export function foldsOf(view: View, division: Division): readonly Fold[] {
  const cached = cache.get(view) ?? []
  cache.set(view, cached)
  const found = cached.find((one) => isSame(one.division, division))
  if (found) return found.folds
  const part = (fold: number, part: 'train' | 'test'): View => ({
    ...view,
    sample: { of: view, division, fold, part },
  })
  const folds = Array.from({ length: division.folds }, (_, fold) => ({
    train: part(fold, 'train'),
    test: part(fold, 'test'),
  }))
  cached.push({ division, folds })
  return folds
}

function isSame(a: Division, b: Division): boolean {
  return a.folds === b.folds && a.seed === b.seed && a.number === b.number && a.by === b.by
}

/**
 * Assigns each row to a fold: the included rows are shuffled, then assigned to the folds in turn, stratum after stratum. A
 * row is assigned as a whole, whatever its weight. The random stream depends on the seed and the number alone, and the
 * names of the strata change nothing. With fewer rows than folds some folds are empty. A row that is not included gets the
 * number `folds`, which is no fold.
 */
export function foldOfRows(
  { folds, seed, number }: Division,
  rows: number,
  included: Int32Array,
  strata: ArrayLike<number> | null,
): Uint16Array {
  const random = seeded(`${seed}/${number}/folds`)
  const order = included.slice()
  for (let last = order.length - 1; last > 0; last--) {
    const other = uniformInt(random, 0, last)
    const row = order[last]
    order[last] = order[other]
    order[other] = row
  }
  const turns = firstTurns(order, strata)
  const foldOf = new Uint16Array(rows).fill(folds)
  for (const row of order) {
    const stratum = strata ? strata[row] : 0
    const turn = turns.get(stratum)!
    foldOf[row] = turn % folds
    turns.set(stratum, turn + 1)
  }
  return foldOf
}

/** The turn at which each stratum begins: strata follow one another in order of first appearance. */
function firstTurns(order: Int32Array, strata: ArrayLike<number> | null): Map<number, number> {
  const turns = new Map<number, number>()
  for (const row of order) {
    const stratum = strata ? strata[row] : 0
    turns.set(stratum, (turns.get(stratum) ?? 0) + 1)
  }
  let turn = 0
  for (const [stratum, size] of turns) {
    turns.set(stratum, turn)
    turn += size
  }
  return turns
}
