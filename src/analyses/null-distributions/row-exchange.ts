import { ascendingOrder, rowNumbers } from '#core'
import { autocorrelations, cosineTransform } from './cosine-transform.ts'

/** By row: what says how rows may be exchanged (`Exchange`), and the levels given which they are. */
export interface ExchangeColumns {
  /** Levels within which alone rows are exchanged. */
  readonly within?: ArrayLike<number>
  /** The group of each row. */
  readonly together?: ArrayLike<number>
  /** Numbers that order the rows. */
  readonly along?: ArrayLike<number>
  /** The level of each row in what is given: no value leaves its level. */
  readonly given?: ArrayLike<number>
}

/** So many lags are added up one by one. */
const fewLags = 64
/** The error of a sum from a spectrum is far below this share of the sum at lag 0. */
const clearly = 1e-9

/** Draws a permutation of the rows: for each row the one from which it takes its value. */
export type RowExchange = (uniform: () => number) => Int32Array

/**
 * Permutations of the values of a column among its rows that keep its dependence within groups or along time,
 * and its table with what is given. There is one kind of them, but two along time: a p-value is the larger of
 * the two, as each keeps what the other breaks.
 *
 * 1. The score of a row is the rank of its value among the rows of its level of what is given (the
 * probability-scale residual of Li
 *    and Shepherd 2012), so scores say nothing of what is given.
 * 2. The scores are exchanged. Groups take the scores of other groups as a whole, in the order of their rows;
 * of a larger group as
 *    many as they need, of a smaller one some more than once. Along time one kind flips the signs of the cosine transform of the
 *    scores, and so keeps their spectrum, but blurs seasons; the other shifts them by more than their correlation lasts, and so
 *    keeps seasons, but few shifts are unlike each other. Rows that have neither are permuted within their level.
 * 3. In each level the values are assigned in the order of the exchanged scores. Ties fall by group.
 */
export function rowExchanges(values: Float64Array, columns: ExchangeColumns): readonly RowExchange[] {
  const { within, together, along, given } = columns
  const level = jointLevels(
    values.length,
    [within, given].filter((column) => column !== undefined),
  )
  const byValue = rowsByLevel(level, ascendingOrder(values))
  const scores = scoresWithin(byValue, values)
  const groups = together && rowsByLevel(jointLevels(values.length, [together]))
  const ties = tiesOf(values.length, groups)
  const kinds = along ? alongTime(scores, along) : [groups ? amongGroups(scores, groups, within) : null]
  return kinds.map((exchanged) => (uniform) => {
    const byTie = ties(uniform)
    return assigned(byValue, level, exchanged ? exchanged(uniform, byTie) : byTie)
  })
}

/**
 * The rows of each level, one level after the other: those of level l from place `starts[l]` to `starts[l +
 * 1]`.
 */
interface RowsOfLevels {
  readonly rows: Uint32Array
  readonly starts: Uint32Array
}

/** The rows by level, those of a level in the order given; by default in their own. */
function rowsByLevel(
  level: Int32Array,
  order: Int32Array | Uint32Array = rowNumbers(level.length),
): RowsOfLevels {
  const starts = new Uint32Array(level.reduce((most, one) => Math.max(most, one), -1) + 2)
  for (const one of level) starts[one + 1]++
  for (let one = 1; one < starts.length; one++) starts[one] += starts[one - 1]
  const next = starts.slice()
  const rows = new Uint32Array(order.length)
  for (const row of order) rows[next[level[row]]++] = row
  return { rows, starts }
}

/** In each level the rows in the order of the draw take their values from those in the order of values. */
function assigned({ rows, starts }: RowsOfLevels, level: Int32Array, drawn: Uint32Array): Int32Array {
  const from = new Int32Array(drawn.length)
  const next = starts.slice()
  for (const place of drawn) from[place] = rows[next[level[place]]++]
  return from
}

/** Draws the order of the rows by their exchanged scores, those with the same one in the order of ties. */
type ExchangedOrder = (uniform: () => number, byTie: Uint32Array) => Uint32Array

/**
 * The scores of each group are those of another one: of one that is in the same level of `within`, or of one
 * that is in several.
 */
function amongGroups(
  scores: Float64Array,
  { rows, starts }: RowsOfLevels,
  within: ArrayLike<number> | undefined,
): ExchangedOrder {
  const ofRows = ranksOf(scores)
  const ranks = ofRows.map((_, at) => ofRows[rows[at]])
  const pools = new Map<number, number[]>()
  for (let group = 0; group + 1 < starts.length; group++) {
    const members = rows.subarray(starts[group], starts[group + 1])
    const first = within ? within[members[0]] : 0
    const pool = within && members.some((row) => within[row] !== first) ? -1 : first
    const groups = pools.get(pool)
    if (groups) groups.push(group)
    else pools.set(pool, [group])
  }
  return (uniform, byTie) => {
    const drawn = new Uint32Array(scores.length)
    for (const pool of pools.values()) {
      const sources = shuffled(pool, uniform)
      for (let i = 0; i < pool.length; i++) {
        const [to, source] = [pool[i], sources[i]]
        const size = starts[source + 1] - starts[source]
        let place = starts[to + 1] - starts[to] === size ? 0 : Math.floor(uniform() * size)
        for (let at = starts[to]; at < starts[to + 1]; at++) {
          drawn[rows[at]] = ranks[starts[source] + place]
          if (++place === size) place = 0
        }
      }
    }
    return orderByRanks(drawn, byTie)
  }
}

/** The scores as a series in the order of time. */
function alongTime(scores: Float64Array, times: ArrayLike<number>): readonly ExchangedOrder[] {
  const order = ascendingOrder(Float64Array.from(times))
  const length = scores.length
  const place = new Int32Array(length)
  order.forEach((row, at) => (place[row] = at))
  const series = scores.map((_, at) => scores[order[at]])
  const mean = series.reduce((sum, value) => sum + value, 0) / length
  const centred = series.map((value) => value - mean)
  const transform = cosineTransform(length)
  const coefficients = transform.forward(centred)
  const lasts = correlationLength(centred)
  const ranks = ranksOf(centred)
  return [
    (uniform, byTie) => {
      const moved = transform.inverse(coefficients.map((value) => (uniform() < 0.5 ? -value : value)))
      return ascendingOrder(
        moved.map((_, row) => moved[place[row]]),
        byTie,
      )
    },
    (uniform, byTie) => {
      const moved = shifted(ranks, lasts + Math.floor(uniform() * Math.max(1, length - 2 * lasts)))
      return orderByRanks(
        moved.map((_, row) => moved[place[row]]),
        byTie,
      )
    },
  ]
}

/** The place of each number among the distinct ones. */
function ranksOf(numbers: Float64Array): Uint32Array {
  const ranks = new Uint32Array(numbers.length)
  const order = ascendingOrder(numbers)
  for (let i = 1; i < order.length; i++) {
    const [before, own] = [order[i - 1], order[i]]
    ranks[own] = ranks[before] + Number(numbers[own] !== numbers[before])
  }
  return ranks
}

/** The places in the order of their ranks, those of one rank in the order given (counting sort). */
function orderByRanks(ranks: Uint32Array, places: Uint32Array): Uint32Array {
  const next = new Uint32Array(places.length + 1)
  for (const place of places) next[ranks[place] + 1]++
  for (let rank = 1; rank < next.length; rank++) next[rank] += next[rank - 1]
  const order = new Uint32Array(places.length)
  for (const place of places) order[next[ranks[place]]++] = place
  return order
}

function shifted(series: Uint32Array, by: number): Uint32Array {
  const first = by % series.length
  const moved = new Uint32Array(series.length)
  moved.set(series.subarray(first))
  moved.set(series.subarray(0, first), series.length - first)
  return moved
}

/**
 * The first lag at which a series is correlated with itself no more than chance correlates noise; at most a
 * quarter of its length. A spectrum gives all lags at once; the sums near the bound are added up exactly.
 */
function correlationLength(centred: Float64Array): number {
  const length = centred.length
  const at = (lag: number) => {
    let sum = 0
    for (let i = lag; i < length; i++) sum += centred[i] * centred[i - lag]
    return sum
  }
  const most = Math.max(1, Math.floor(length / 4))
  const all = at(0)
  const bound = (2 / Math.sqrt(length)) * all
  const sums = most > fewLags ? autocorrelations(centred) : null
  let lag = 1
  while (lag < most) {
    const isClear = sums !== null && Math.abs(sums[lag] - bound) > clearly * all
    if ((isClear ? sums[lag] : at(lag)) <= bound) break
    lag++
  }
  return lag
}

/** (Mid-rank − ½) / rows − ½ of each value among those of its level, whose rows are sorted by value. */
function scoresWithin({ rows, starts }: RowsOfLevels, values: Float64Array): Float64Array {
  const scores = new Float64Array(values.length)
  for (let level = 0; level + 1 < starts.length; level++) {
    const [first, last] = [starts[level], starts[level + 1]]
    for (let start = first, end = first + 1; start < last; start = end++) {
      while (end < last && values[rows[end]] === values[rows[start]]) end++
      const score = (start - first + (end - first)) / 2 / (last - first) - 0.5
      for (let i = start; i < end; i++) scores[rows[i]] = score
    }
  }
  return scores
}

/** Draws the order in which ties fall: at random, but the rows of a group one after the other. */
function tiesOf(rows: number, groups: RowsOfLevels | undefined): (uniform: () => number) => Uint32Array {
  return (uniform) => {
    const drawn = new Float64Array(groups ? groups.starts.length - 1 : rows)
    for (let i = 0; i < drawn.length; i++) drawn[i] = uniform()
    const order = ascendingOrder(drawn)
    return groups ? rowsOf(groups, order) : order
  }
}

/** The rows of the levels in this order. */
function rowsOf({ rows, starts }: RowsOfLevels, levels: Uint32Array): Uint32Array {
  const ordered = new Uint32Array(rows.length)
  let at = 0
  for (const level of levels) {
    for (let i = starts[level]; i < starts[level + 1]; i++) ordered[at++] = rows[i]
  }
  return ordered
}

function shuffled(places: readonly number[], uniform: () => number): readonly number[] {
  const order = [...places]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(uniform() * (last + 1))
    const place = order[last]
    order[last] = order[other]
    order[other] = place
  }
  return order
}

/** The joint levels of some columns, numbered by first appearance; one level of none. */
export function jointLevels(rows: number, columns: readonly ArrayLike<number>[]): Int32Array {
  let joint = new Int32Array(rows)
  for (const column of columns) {
    const known = new Map<number, Map<number, number>>()
    let count = 0
    joint = joint.map((level, row) => {
      const ofLevel = known.get(level) ?? new Map<number, number>()
      if (ofLevel.size === 0) known.set(level, ofLevel)
      const found = ofLevel.get(column[row])
      if (found !== undefined) return found
      ofLevel.set(column[row], count)
      return count++
    })
  }
  return joint
}
