import { joinVariables, membersOf, singles, variablesOf } from '#core'
import type { EntropyRequest, Family, Variable, View } from '#core'
import type { Gaps } from '../../shapes/gaps.ts'
import { gapPairNeeds, pairsWithGaps } from './pairs-with-gaps.ts'

/**
 * The variables of a family and the pairs of them that stand in one of its sets, each once, by their places.
 */
export interface PairsOfSets {
  readonly variables: readonly Variable[]
  readonly first: readonly number[]
  readonly second: readonly number[]
  /** The number of the pair of two variables, by their places in either order. */
  readonly pairOf: (a: number, b: number) => number
}

/** Finds the distinct pairs of a family; a lattice has all of them. */
export function pairsOfSets(sets: Family): PairsOfSets {
  const variables = [...variablesOf(sets)]
  const places = new Map(variables.map((variable, place) => [variable, place]))
  const first: number[] = []
  const second: number[] = []
  // A row of numbers for the greater place of a pair, made when it is met: 1 more than the pair's number, 0
  // for none.
  const known: (Int32Array | undefined)[] = []
  const meet = (a: number, b: number) => {
    const [low, high] = a < b ? [a, b] : [b, a]
    const row = (known[high] ??= new Int32Array(high))
    if (row[low] > 0) return
    first.push(low)
    second.push(high)
    row[low] = first.length
  }
  if ('of' in sets) variables.forEach((_, b) => variables.slice(0, b).forEach((__, a) => meet(a, b)))
  else {
    for (const set of membersOf(sets)) {
      const members = set.map((variable) => places.get(variable)!)
      members.forEach((b, i) => members.slice(0, i).forEach((a) => meet(a, b)))
    }
  }
  return { variables, first, second, pairOf: (a, b) => (a < b ? known[b]![a] : known[a]![b]) - 1 }
}

/** Which entropies are asked for besides those of each column and the target. */
export interface RequestedPairs {
  readonly pairs: boolean
  /** Those of pairs together with the target. */
  readonly conditional: boolean
}

/**
 * What criteria of pairs ask for, once for a family: H(X), H(Y), H(X,Y) of each column, H(X_i,X_j) and
 * H(X_i,X_j,Y) of each pair, all over the rows that have a target; of pairs with gaps also what is of fewer
 * columns, over the rows of the pair.
 */
export function pairEntropyNeeds(
  sets: Family,
  target: Variable,
  asked: RequestedPairs,
  view: View,
  gaps?: Gaps['gaps'],
): readonly EntropyRequest[] {
  const found = pairsOfSets(sets)
  const { variables, first, second } = found
  const withTarget: Family = { base: [target], each: variables }
  const pairs: Family =
    'of' in sets
      ? { of: variables, sizes: [2, 2] }
      : { list: first.map((a, pair) => [variables[a], variables[second[pair]]]) }
  const pairsWithTarget = joinVariables(pairs, [target])
  const alone = [target]
  const targets = { list: variables.map(() => alone) }
  const isAsked = first.length > 0
  return [
    { kind: 'entropy', family: singles(variables), within: withTarget, view },
    { kind: 'entropy', family: targets, within: withTarget, view },
    { kind: 'entropy', family: withTarget, view },
    ...(isAsked && asked.pairs
      ? [{ kind: 'entropy', family: pairs, within: pairsWithTarget, view } as const]
      : []),
    ...(isAsked && asked.conditional ? [{ kind: 'entropy', family: pairsWithTarget, view } as const] : []),
    ...gapPairNeeds(found, pairsWithGaps(found, gaps), target, asked, view),
  ]
}
