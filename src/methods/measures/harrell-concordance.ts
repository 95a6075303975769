import { Fenwick } from './fenwick.ts'
import type { FollowUp } from './risk-sets.ts'
import { withoutEvents } from './score-test.ts'
import type { EventTest } from './score-test.ts'
import { normalTail } from './tails.ts'

/** Of fewer events the normal law is no good approximation. */
const leastEvents = 10

/** A test by concordance, with the standard error of C. */
interface ConcordanceTest extends EventTest {
  readonly error?: number
}

/**
 * C − ½ of a column: C is the share of comparable pairs in which the row with the greater value has its event
 * first, ties in value as ½. Two rows are comparable if the earlier time ended with the event; of equal times,
 * if one of the two did. p is normal, the variance Σ(c_i/2P)² at C = ½, where row i is in c_i more pairs of P
 * that agree than differ; the standard error is that of the infinitesimal jackknife. Two passes over the rows
 * by time, with a Fenwick tree over the values.
 */
export function concordanceTest(x: Float64Array, followUp: FollowUp): ConcordanceTest {
  const { rows, weights, isEvent, starts } = followUp
  const values = Float64Array.from(rows, (row) => x[row])
  const distinct = distinctOf(values)
  const place = Int32Array.from(values, (value) => placeOf(distinct, value))
  const [balance, pairs] = [new Float64Array(rows.length), new Float64Array(rows.length)]
  let [all, agree, events] = [0, 0, 0]

  const add = (tree: Fenwick, i: number) => {
    tree.add(place[i], weights[i])
    return weights[i]
  }
  const look = (tree: Fenwick, i: number, total: number, sign: number) => {
    const below = tree.sumBelow(place[i])
    const above = total - tree.sumBelow(place[i] + 1)
    balance[i] += sign * (below - above)
    pairs[i] += total
    return below - above
  }
  const each = (time: number, event: number, act: (i: number) => void) => {
    for (let i = starts[time]; i < starts[time + 1]; i++) if (isEvent[i] === event) act(i)
  }

  const later = new Fenwick(distinct.length)
  let n = 0
  for (let time = 0; time + 1 < starts.length; time++) {
    each(time, 0, (i) => (n += add(later, i)))
    const atRisk = n
    each(time, 1, (i) => {
      agree += weights[i] * look(later, i, atRisk, 1)
      all += weights[i] * atRisk
      events += weights[i]
    })
    each(time, 1, (i) => (n += add(later, i)))
  }
  if (events === 0) return withoutEvents(n)
  if (all === 0) return { n, score: NaN, why: 'no two rows that can be compared' }
  const earlier = new Fenwick(distinct.length)
  let before = 0
  for (let time = starts.length - 2; time >= 0; time--) {
    const known = before
    each(time, 1, (i) => look(earlier, i, known, -1))
    each(time, 1, (i) => (before += add(earlier, i)))
    each(time, 0, (i) => look(earlier, i, before, -1))
  }
  const score = agree / (2 * all)
  let [atHalf, jackknife] = [0, 0]
  for (let i = 0; i < rows.length; i++) {
    const half = balance[i] / (2 * all)
    atHalf += weights[i] * half * half
    const change = half - (score * pairs[i]) / all
    jackknife += weights[i] * change * change
  }
  return {
    n,
    score,
    pValue: atHalf > 0 ? normalTail(score / Math.sqrt(atHalf)) : 1,
    error: Math.sqrt(jackknife),
    ...(events < leastEvents && { law: 'fails' }),
  }
}

/** The distinct values, ascending. */
function distinctOf(values: Float64Array): Float64Array {
  const sorted = values.slice().sort()
  return sorted.filter((value, i) => i === 0 || value !== sorted[i - 1])
}

/** The place of a value among the distinct ones. */
function placeOf(distinct: Float64Array, value: number): number {
  let [low, high] = [0, distinct.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (distinct[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
