import { rowNumbers } from '#core'
import { cosineTransform } from './cosine-transform.ts'

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

/** Draws a permutation of the rows: for each row the one from which it takes its value. */
export type RowExchange = (uniform: () => number) => Int32Array

/**
 * Permutations of the values of a column among its rows that keep its dependence within groups or along time,
 * and its table with what is given. There is one kind of them, but two along time: a p-value is the larger of
 * the two, as each keeps what the other breaks.
 *
 * 1. The score of a row is the rank of its value among the rows of its level of what is given (the probability-scale residual of Li
 *    and Shepherd 2012), so scores say nothing of what is given.
 * 2. The scores are exchanged. Groups take the scores of other groups as a whole, in the order of their rows; of a larger group as
 *    many as they need, of a smaller one some more than once. Along time one kind flips the signs of the cosine transform of the
 *    scores, and so keeps their spectrum, but blurs seasons; the other shifts them by more than their correlation lasts, and so
 *    keeps seasons, but few shifts are unlike each other. Rows that have neither are permuted within their level.
 * 3. In each level the values are assigned in the order of the exchanged scores. Ties fall by group.
 */
export function rowExchanges(values: Float64Array, columns: ExchangeColumns): readonly RowExchange[] {
  const { within, together, along, given } = columns
  const rows = values.length
  const level = jointLevels(
    rows,
    [within, given].filter((column) => column !== undefined),
  )
  const byValue = rowsByLevel(level).map((members) => members.sort((a, b) => values[a] - values[b] || a - b))
  const scores = scoresWithin(byValue, values)
  const kinds = along ? alongTime(scores, along) : [together ? amongGroups(scores, together, within) : null]
  return kinds.map((exchanged) => (uniform) => {
    const from = rowNumbers(rows)
    const tie = tiesOf(rows, together, uniform)
    const drawn = exchanged ? exchanged(uniform) : tie
    for (const members of byValue) {
      const places = members.slice().sort((a, b) => drawn[a] - drawn[b] || tie[a] - tie[b] || a - b)
      members.forEach((row, place) => (from[places[place]] = row))
    }
    return from
  })
}

type Scores = (uniform: () => number) => Float64Array

/**
 * The scores of each group are those of another one: of one that is in the same level of `within`, or of one
 * that is in several.
 */
function amongGroups(scores: Float64Array, groups: ArrayLike<number>, within?: ArrayLike<number>): Scores {
  const members = rowsByLevel(groups)
  const pools = new Map<number, number[]>()
  members.forEach((of, group) => {
    const first = within ? within[of[0]] : 0
    const pool = within && of.some((row) => within[row] !== first) ? -1 : first
    pools.set(pool, [...(pools.get(pool) ?? []), group])
  })
  return (uniform) => {
    const drawn = new Float64Array(scores.length)
    for (const pool of pools.values()) {
      const sources = shuffled(pool, uniform)
      pool.forEach((group, i) => {
        const [to, source] = [members[group], members[sources[i]]]
        const start = to.length === source.length ? 0 : Math.floor(uniform() * source.length)
        to.forEach((row, place) => (drawn[row] = scores[source[(start + place) % source.length]]))
      })
    }
    return drawn
  }
}

/** The scores as a series in the order of time. */
function alongTime(scores: Float64Array, times: ArrayLike<number>): readonly Scores[] {
  const order = Int32Array.from(scores.keys()).sort((a, b) => times[a] - times[b] || a - b)
  const length = scores.length
  const place = new Int32Array(length)
  order.forEach((row, at) => (place[row] = at))
  const series = Float64Array.from(order, (row) => scores[row])
  const mean = series.reduce((sum, value) => sum + value, 0) / length
  const centred = series.map((value) => value - mean)
  const transform = cosineTransform(length)
  const coefficients = transform.forward(centred)
  const lasts = correlationLength(centred)
  const byRow = (moved: Float64Array) => Float64Array.from(place, (at) => moved[at])
  return [
    (uniform) => byRow(transform.inverse(coefficients.map((value) => (uniform() < 0.5 ? -value : value)))),
    (uniform) => byRow(shifted(centred, lasts + Math.floor(uniform() * Math.max(1, length - 2 * lasts)))),
  ]
}

function shifted(series: Float64Array, by: number): Float64Array {
  return series.map((_, i) => series[(i + by) % series.length])
}

/**
 * The first lag at which a series is correlated with itself no more than chance correlates noise; at most a
 * quarter of its length.
 */
function correlationLength(centred: Float64Array): number {
  const length = centred.length
  const at = (lag: number) => {
    let sum = 0
    for (let i = lag; i < length; i++) sum += centred[i] * centred[i - lag]
    return sum
  }
  const most = Math.max(1, Math.floor(length / 4))
  const bound = (2 / Math.sqrt(length)) * at(0)
  let lag = 1
  while (lag < most && at(lag) > bound) lag++
  return lag
}

/** (Mid-rank − ½) / rows − ½ of each value among those of its level, whose rows are sorted by value. */
function scoresWithin(levels: readonly (readonly number[])[], values: Float64Array): Float64Array {
  const scores = new Float64Array(values.length)
  for (const members of levels) {
    for (let start = 0, end = 1; start < members.length; start = end++) {
      while (end < members.length && values[members[end]] === values[members[start]]) end++
      for (let i = start; i < end; i++) scores[members[i]] = (start + end) / 2 / members.length - 0.5
    }
  }
  return scores
}

/** A random number for each row, the same for all rows of a group. */
function tiesOf(rows: number, groups: ArrayLike<number> | undefined, uniform: () => number): Float64Array {
  if (!groups) return Float64Array.from({ length: rows }, () => uniform())
  const known = new Map<number, number>()
  return Float64Array.from({ length: rows }, (_, row) => {
    const group = groups[row]
    if (!known.has(group)) known.set(group, uniform())
    return known.get(group)!
  })
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

/** The rows of each level, in order of first appearance. */
function rowsByLevel(levels: ArrayLike<number>): number[][] {
  const found = new Map<number, number[]>()
  for (let row = 0; row < levels.length; row++) {
    const members = found.get(levels[row])
    if (members) members.push(row)
    else found.set(levels[row], [row])
  }
  return [...found.values()]
}

/** The joint levels of some columns, numbered by first appearance; one level of none. */
function jointLevels(rows: number, columns: readonly ArrayLike<number>[]): Int32Array {
  let joint = new Int32Array(rows)
  for (const column of columns) {
    const known = new Map<string, number>()
    joint = joint.map((level, row) => {
      const key = `${level} ${column[row]}`
      if (!known.has(key)) known.set(key, known.size)
      return known.get(key)!
    })
  }
  return joint
}
