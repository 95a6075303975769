import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { drawBelow } from '#core'
import type { RandomStream } from '#core'

/** Rows drawn with replacement, in their order, how often each was drawn, and what was not drawn. */
export interface Bootstrap {
  readonly places: Int32Array
  readonly counts: Float64Array
  readonly outside: Int32Array
  /** The weight of the copies of each row that were not drawn. */
  readonly outsideWeights: Float64Array
}

/**
 * As many draws as the rows weigh, each row by its weight. A row of weight 3 is three copies; those that were
 * not drawn are out of the bag.
 */
export function drawBootstrap(weights: Float64Array, total: number, random: RandomStream): Bootstrap {
  const rows = weights.length
  const starts = new Float64Array(rows + 1)
  const firstCopies = new Int32Array(rows + 1)
  for (let i = 0; i < rows; i++) {
    starts[i + 1] = starts[i] + weights[i]
    firstCopies[i + 1] = firstCopies[i] + Math.ceil(weights[i])
  }
  const isDrawn = new Uint8Array(firstCopies[rows])
  const counts = new Float64Array(rows)
  const draws = Math.max(1, Math.round(total))
  const areAlike = firstCopies[rows] === rows && total === rows
  for (let draw = 0; draw < draws; draw++) {
    const point = uniformFloat64(random) * total
    const row = areAlike ? Math.floor(point) : rowAt(starts, point)
    counts[row]++
    isDrawn[firstCopies[row] + Math.floor(point - starts[row])] = 1
  }
  const outsideWeights = new Float64Array(rows)
  for (let row = 0; row < rows; row++) {
    const first = firstCopies[row]
    const last = firstCopies[row + 1] - 1
    for (let copy = first; copy <= last; copy++) {
      if (isDrawn[copy] === 0) outsideWeights[row] += copy < last ? 1 : weights[row] - (last - first)
    }
  }
  const places = placesAbove(counts)
  const outside = placesAbove(outsideWeights)
  return {
    places,
    counts: valuesAt(places, counts),
    outside,
    outsideWeights: valuesAt(outside, outsideWeights),
  }
}

/** The row whose part of the total weight holds a point. */
function rowAt(starts: Float64Array, point: number): number {
  let from = 0
  let to = starts.length - 2
  while (from < to) {
    const middle = (from + to + 1) >> 1
    if (starts[middle] <= point) from = middle
    else to = middle - 1
  }
  return from
}

/** By a loop, because `Float64Array.from` with a function takes ten times as long. */
function valuesAt(places: Int32Array, values: Float64Array): Float64Array {
  const taken = new Float64Array(places.length)
  for (let i = 0; i < places.length; i++) taken[i] = values[places[i]]
  return taken
}

function placesAbove(weights: Float64Array): Int32Array {
  const places = new Int32Array(weights.length)
  let count = 0
  for (let i = 0; i < weights.length; i++) if (weights[i] > 0) places[count++] = i
  return places.slice(0, count)
}

/** Puts so many members of a list first, drawn without replacement. */
export function drawFirst(list: Int32Array, count: number, random: RandomStream): void {
  for (let i = 0; i < count; i++) {
    const other = i + drawBelow(random, list.length - i)
    const member = list[i]
    list[i] = list[other]
    list[other] = member
  }
}

/**
 * Draws another row at each call, without replacement: for whichever rows it is called, these are permuted as
 * all rows would be.
 */
export function drawnFrom(rows: Int32Array, random: RandomStream): () => number {
  const left = rows.slice()
  let drawn = 0
  return () => {
    const at = drawn + drawBelow(random, left.length - drawn)
    const row = left[at]
    left[at] = left[drawn++]
    return row
  }
}

/** For each row another one, whose value it takes: a permutation of the rows within each cell. */
export function permutedWithin(rows: Int32Array, cells: Int32Array, random: RandomStream): Int32Array {
  const byCell = new Map<number, number[]>()
  for (let i = 0; i < rows.length; i++) {
    const own = byCell.get(cells[i])
    if (own) own.push(i)
    else byCell.set(cells[i], [i])
  }
  const others = rows.slice()
  for (const members of byCell.values()) {
    const order = Int32Array.from(members)
    drawFirst(order, order.length - 1, random)
    for (let i = 0; i < members.length; i++) others[members[i]] = rows[order[i]]
  }
  return others
}
