import { ascendingOrder } from '#core'

/** Ranks from 1 of numbers: tied ones get the mean of their ranks, missing values stay missing. */
export function midRanks(values: Float64Array): Float64Array {
  const present = Uint32Array.from(values.keys()).filter((row) => !Number.isNaN(values[row]))
  const order = ascendingOrder(values, present)
  const ranks = new Float64Array(values.length).fill(NaN)
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++
    for (let place = from; place < to; place++) ranks[order[place]] = (from + to + 1) / 2
  }
  return ranks
}
