import exp from '@stdlib/math-base-special-exp'
import { lnFactorial } from './ln-gamma.ts'
import type { TableMargins } from './tables.ts'

/**
 * The probabilities of the most likely numbers asked for last, by a hash of what they are of: tables drawn
 * again and again ask for few.
 */
const places = 4096
const asked = new Float64Array(3 * places)
const atModes = new Float64Array(places)

/**
 * Draws a hypergeometric number: how many of `drawn` items, drawn without replacement from `all`, are among
 * `kind` special ones. By inversion, from the most likely number outwards. `uniform` gives numbers from 0 to
 * 1.
 */
export function drawHypergeometric(all: number, kind: number, drawn: number, uniform: () => number): number {
  const least = Math.max(0, drawn + kind - all)
  const most = Math.min(kind, drawn)
  if (least >= most) return least
  const mode = Math.floor(((drawn + 1) * (kind + 1)) / (all + 2))
  const atMode = probabilityAt(mode, all, kind, drawn)
  let rest = uniform() - atMode
  let below = mode
  let atBelow = atMode
  let above = mode
  let atAbove = atMode
  while (rest > 0 && (below > least || above < most)) {
    if (above < most) {
      atAbove *= ((kind - above) * (drawn - above)) / ((above + 1) * (all - kind - drawn + above + 1))
      above++
      rest -= atAbove
      if (rest <= 0) return above
    }
    if (below > least) {
      atBelow *= (below * (all - kind - drawn + below)) / ((kind - below + 1) * (drawn - below + 1))
      below--
      rest -= atBelow
      if (rest <= 0) return below
    }
  }
  return mode
}

function probabilityAt(mode: number, all: number, kind: number, drawn: number): number {
  const hash = Math.imul(all, 0x9e3779b1) ^ Math.imul(kind, 0x85ebca6b) ^ Math.imul(drawn, 0xc2b2ae35)
  const place = hash >>> 20
  const at = 3 * place
  if (asked[at] !== all || asked[at + 1] !== kind || asked[at + 2] !== drawn) {
    asked[at] = all
    asked[at + 1] = kind
    asked[at + 2] = drawn
    atModes[place] = exp(lnChoose(kind, mode) + lnChoose(all - kind, drawn - mode) - lnChoose(all, drawn))
  }
  return atModes[place]
}

/** Draws a table with the same margins, with the probability it has under permutations. */
export function drawTable({ rows, columns, n }: TableMargins, to: Float64Array, uniform: () => number): void {
  const left = columns.slice()
  let all = n
  rows.forEach((row, i) => {
    let open = row
    let pool = all
    left.forEach((column, k) => {
      const count = k === left.length - 1 ? open : drawHypergeometric(pool, column, open, uniform)
      to[i * left.length + k] = count
      left[k] = column - count
      pool -= column
      open -= count
    })
    all -= row
  })
}

/**
 * The probabilities of a hypergeometric number, from `first` on: how many of `drawn` things drawn without
 * putting back are of one kind, of which there are `kind` among `all`.
 */
export function hypergeometricWeights(
  all: number,
  kind: number,
  drawn: number,
): { readonly first: number; readonly weights: Float64Array } {
  const least = Math.max(0, drawn + kind - all)
  const most = Math.min(kind, drawn)
  const mode = Math.min(most, Math.floor(((drawn + 1) * (kind + 1)) / (all + 2)))
  const below: number[] = []
  const above: number[] = [1]
  for (let k = mode, weight = 1; k > least && weight > 0; k--) {
    weight *= (k * (all - kind - drawn + k)) / ((kind - k + 1) * (drawn - k + 1))
    below.push(weight)
  }
  for (let k = mode, weight = 1; k < most && weight > 0; k++) {
    weight *= ((kind - k) * (drawn - k)) / ((k + 1) * (all - kind - drawn + k + 1))
    above.push(weight)
  }
  const weights = Float64Array.from([...below.reverse(), ...above])
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return { first: mode - below.length, weights: weights.map((weight) => weight / total) }
}

/** The logarithm of the binomial coefficient. */
export function lnChoose(n: number, k: number): number {
  return lnFactorial(n) - lnFactorial(k) - lnFactorial(n - k)
}
