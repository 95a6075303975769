import type { PenalisedSet } from './penalised-set.ts'

type Groups = Pick<PenalisedSet, 'starts' | 'groupStarts' | 'factors' | 'groupFactors'>

/** Σ f_b‖w_b‖ + Σ g_g‖w_g‖ of weights. */
export function normOfGroups(groups: Groups, weights: Float64Array): number {
  const { starts, groupStarts, factors, groupFactors } = groups
  let sum = 0
  for (let group = 0; group < groupFactors.length; group++) {
    let squares = 0
    for (let block = groupStarts[group]; block < groupStarts[group + 1]; block++) {
      if (factors[block] === Infinity) continue
      const own = squaresOf(weights, starts[block], starts[block + 1])
      sum += factors[block] * Math.sqrt(own)
      squares += own
    }
    sum += groupFactors[group] * Math.sqrt(squares)
  }
  return sum
}

/**
 * The dual norm of slopes: the least penalty under which all weights stay 0 if these are the slopes there.
 */
export function dualNormOfGroups(groups: Groups, slopes: Float64Array): number {
  const { starts, groupStarts, factors, groupFactors } = groups
  let most = 0
  for (let group = 0; group < groupFactors.length; group++) {
    const first = groupStarts[group]
    // Most groups are one block: no list of blocks for these.
    if (groupStarts[group + 1] - first === 1) {
      if (factors[first] === Infinity) continue
      const size = Math.sqrt(squaresOf(slopes, starts[first], starts[first + 1]))
      if (size > 0) most = Math.max(most, size / (factors[first] + groupFactors[group]))
      continue
    }
    const blocks: { size: number; factor: number }[] = []
    for (let block = groupStarts[group]; block < groupStarts[group + 1]; block++) {
      if (factors[block] === Infinity) continue
      const size = Math.sqrt(squaresOf(slopes, starts[block], starts[block + 1]))
      if (size > 0) blocks.push({ size, factor: factors[block] })
    }
    most = Math.max(most, entryOf(blocks, groupFactors[group]))
  }
  return most
}

/** The penalty λ at which a group enters: Σ max(0, size − λ·factor)² = λ²·ofGroup². */
function entryOf(
  blocks: readonly { readonly size: number; readonly factor: number }[],
  ofGroup: number,
): number {
  if (blocks.length === 0) return 0
  if (ofGroup === 0) return blocks.reduce((most, { size, factor }) => Math.max(most, size / factor), 0)
  if (blocks.length === 1) return blocks[0].size / (blocks[0].factor + ofGroup)
  const sorted = blocks.toSorted((a, b) => b.size * a.factor - a.size * b.factor)
  let [sizes, both, factors] = [0, 0, 0]
  for (const [i, { size, factor }] of sorted.entries()) {
    sizes += size * size
    both += size * factor
    factors += factor * factor
    const next = sorted[i + 1]
    const entry = sizes / (both + Math.sqrt(Math.max(0, both * both - (factors - ofGroup * ofGroup) * sizes)))
    // The blocks after it are still 0 there.
    if (!next || entry * next.factor >= next.size) return entry
  }
  return 0
}

function squaresOf(numbers: Float64Array, start: number, end: number): number {
  let squares = 0
  for (let i = start; i < end; i++) squares += numbers[i] * numbers[i]
  return squares
}
