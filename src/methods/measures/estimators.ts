import type { Entropies } from '#core'
import * as quantities from './quantities.ts'
import type { Quantity } from './quantities.ts'
import { ratio } from './test.ts'

/** Nats in a bit. */
export const ln2 = 0.6931471805599453

/**
 * The plug-in value of a quantity, in bits, from member i of the answers: one answer for each term of the
 * quantity, all over the same rows. An answer with one member is used for every i. High and low parts are
 * summed separately, so up to eight entropies sum exactly and the order of the variables does not matter; 0
 * without rows.
 */
export function plugIn({ terms, neverNegative }: Quantity, answers: readonly Entropies[], i: number): number {
  let high = 0
  let low = 0
  let n = 0
  for (let t = 0; t < terms.length; t++) {
    const at = placeIn(answers[t], i)
    n = answers[t].n[at]
    high += terms[t].times * answers[t].high[at]
    low += terms[t].times * answers[t].low[at]
  }
  const bits = n === 0 ? 0 : (high + low) / n
  return neverNegative ? Math.max(0, bits) : bits
}

/**
 * The plug-in value with the correction of Miller (1955) and Madow: + (cells − 1)/(2n) nats for every
 * entropy, with the number of occupied cells. An information can then be below 0.
 */
export function millerMadow(quantity: Quantity, answers: readonly Entropies[], i: number): number {
  let cells = 0
  let n = 0
  quantity.terms.forEach(({ times }, t) => {
    const at = placeIn(answers[t], i)
    n = answers[t].n[at]
    cells += times * (answers[t].cells[at] - 1)
  })
  return n === 0 ? 0 : plugIn(quantity, answers, i) + cells / (2 * n * ln2)
}

/** The value of a quantity from estimated entropies, member i of an array for each term; not clipped at 0. */
export function sumOfEntropies(
  { terms }: Quantity,
  entropies: readonly ArrayLike<number>[],
  i: number,
): number {
  return terms.reduce((sum, { times }, t) => sum + times * entropies[t][i], 0)
}

function placeIn({ n }: Entropies, i: number): number {
  return n.length === 1 ? 0 : i
}

/** Plug-in entropy of member i, in bits. */
export function entropy({ n, high, low }: Entropies, i: number): number {
  return n[i] === 0 ? 0 : (high[i] + low[i]) / n[i]
}

const shared = quantities.mutualInformation([0], [1])

/** I(X;Y) = H(X) + H(Y) − H(X,Y) of member i, plug-in, in bits, from entropies over the same rows. */
export function mutualInformation(x: Entropies, y: Entropies, joint: Entropies, i: number): number {
  return plugIn(shared, [x, y, joint], i)
}

/** I(X;Y)/H(X), 0 where H(X) is 0. */
export function gainRatio(x: Entropies, y: Entropies, joint: Entropies, i: number): number {
  return ratio(mutualInformation(x, y, joint, i), entropy(x, i))
}

/** 2·I(X;Y)/(H(X)+H(Y)), between 0 and 1, 0 where both are constant. */
export function symmetricalUncertainty(x: Entropies, y: Entropies, joint: Entropies, i: number): number {
  return ratio(2 * mutualInformation(x, y, joint, i), entropy(x, i) + entropy(y, i))
}

/**
 * A sum of entropies in their high and low parts, so that nothing is rounded, in bits; never below 0 but by
 * rounding.
 */
export function bitsOf(...terms: readonly (readonly [Entropies, place: number, times: 1 | -1])[]): number {
  let high = 0
  let low = 0
  let n = 0
  for (const [entropies, place, times] of terms) {
    n = entropies.n[place]
    high += times * entropies.high[place]
    low += times * entropies.low[place]
  }
  return n === 0 ? 0 : Math.max(0, (high + low) / n)
}
