import type { Entropies } from '#core'
import type { Quantity } from './quantities.ts'

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
