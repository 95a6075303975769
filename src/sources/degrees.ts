import type { PathRequest } from '../statistics/path.ts'
import type { TrainingSet } from './training-set.ts'

/**
 * For each penalty how many coordinates the blocks in the model have. Under a fused penalty weights that are equal count once: Tibshirani
 * and Taylor (2011).
 */
export function degreesOf(
  { penalty }: PathRequest,
  { starts, groupStarts }: TrainingSet,
  weights: Float64Array,
  penalties: number,
): Float64Array {
  const width = weights.length / penalties
  return Float64Array.from({ length: penalties }, (_, step) => {
    const own = weights.subarray(step * width, (step + 1) * width)
    if (penalty.kind === 'fused') {
      let count = 0
      for (let group = 1; group < groupStarts.length; group++) {
        const ofGroup = own.subarray(starts[groupStarts[group - 1]], starts[groupStarts[group]])
        count += penalty.pairs === 'group' ? countValues(ofGroup) : countRuns(ofGroup)
      }
      return count
    }
    let count = 0
    for (let block = 1; block < starts.length; block++) {
      const [start, end] = [starts[block - 1], starts[block]]
      if (own.subarray(start, end).some((weight) => weight !== 0)) count += end - start
    }
    return count
  })
}

/** How many values other than 0 there are. */
function countValues(weights: Float64Array): number {
  return new Set(weights.filter((weight) => weight !== 0)).size
}

/** How many runs of equal neighbours other than 0 there are. */
function countRuns(weights: Float64Array): number {
  return weights.reduce((runs, weight, i) => runs + Number(weight !== 0 && weight !== weights[i - 1]), 0)
}
