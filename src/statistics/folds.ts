import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { seeded } from './permutation.ts'
import type { Division, View } from './view.ts'

/** A fold as views: what is learned from, and what is held out. */
export interface Fold {
  readonly train: View
  readonly test: View
}

const known = new WeakMap<View, { readonly division: Division; readonly folds: readonly Fold[] }[]>()

/** The folds of the rows a view leaves in play; asked again they are the same objects, by which a source knows them. */
export function foldsOf(view: View, division: Division): readonly Fold[] {
  const made = known.get(view) ?? []
  known.set(view, made)
  const found = made.find((one) => isSame(one.division, division))
  if (found) return found.folds
  const part = (fold: number, part: 'train' | 'test'): View => ({
    ...view,
    sample: { of: view, division, fold, part },
  })
  const folds = Array.from({ length: division.folds }, (_, fold) => ({
    train: part(fold, 'train'),
    test: part(fold, 'test'),
  }))
  made.push({ division, folds })
  return folds
}

function isSame(a: Division, b: Division): boolean {
  return a.folds === b.folds && a.seed === b.seed && a.number === b.number && a.by === b.by
}

/**
 * Which fold each row belongs to: the rows given are shuffled, then dealt out in turn, stratum after stratum. A row goes as
 * a whole, whatever its weight. The stream depends on the seed and the number alone, and what the strata are called
 * changes nothing. Of fewer rows than folds some folds get none; a row that is not given has a fold that does not exist.
 */
export function foldOfRows(
  { folds, seed, number }: Division,
  rows: number,
  given: Int32Array,
  strata: ArrayLike<number> | null,
): Uint16Array {
  const random = seeded(`${seed}/${number}/folds`)
  const order = given.slice()
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

/** At which turn each stratum begins: strata in the order in which they are met, one after the other. */
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
