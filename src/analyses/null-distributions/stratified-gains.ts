import { isNear, nLog2n, weightLog2Weight } from '#core'
import type { LevelsOfRows, PermutedGain } from '#methods'

/** Rows sorted into strata, with a target that is permuted within each stratum. */
interface StratifiedRows {
  /** The first row of each stratum, and last the number of rows; the rows of a stratum are contiguous. */
  readonly starts: Int32Array
  readonly target: LevelsOfRows
  /** The weight of each row, which is permuted with its target; 1 by default. */
  readonly weights?: Float64Array
}

/**
 * The gain of a set of columns X, I(X;Y|Z) with the strata Z, and the null distribution of the best gain
 * among `rivals` when Y is permuted within the strata. Rows that are alone in their stratum are left out,
 * which scales all gains by the same factor. `uniform` gives numbers from 0 to 1.
 */
export function stratifiedGain(
  { starts, target, weights }: StratifiedRows,
  joining: readonly LevelsOfRows[],
  rivals: readonly (readonly LevelsOfRows[])[],
  uniform: () => number,
): PermutedGain {
  const rows = target.codes.length
  const total = weights ? weights.reduce((sum, weight) => sum + weight, 0) : rows
  const permuted = target.codes.slice()
  const permutedWeights = weights?.slice()
  const termOf = weights ? weightLog2Weight : nLog2n
  const scratch = new Int32Array(rows)
  const counts = new Float64Array(cellsOf([joining, ...rivals], target.levels))
  const ofStrata = sumOfCells(new Int32Array(rows), 1, null)
  const ofTarget = sumOfCells(target.codes, 1, null)
  // Constant under permutations, unless weights move and change the weight of a set's levels.
  const marginOf = (set: readonly LevelsOfRows[]) => ofStrata - ofTarget - sumOfCells(codesOf(set), 1, null)
  const margins = weights ? null : rivals.map(marginOf)
  const gain =
    ofStrata -
    ofTarget -
    sumOfCells(codesOf(joining), 1, null) +
    sumOfCells(codesOf(joining), target.levels, target.codes)
  return {
    gain: inBits(gain),
    draw: () => {
      permute()
      let best = 0
      rivals.forEach((set, i) => {
        const margin = margins ? margins[i] : marginOf(set)
        best = Math.max(best, inBits(margin + sumOfCells(codesOf(set), target.levels, permuted)))
      })
      return best
    },
    isAsExtreme: (other) => other >= inBits(gain) || isNear(other, inBits(gain)),
  }

  function inBits(sum: number): number {
    return total === 0 ? 0 : Math.max(0, sum / total)
  }

  function sumOver(term: (stratum: number) => number): number {
    let sum = 0
    for (let stratum = 0; stratum + 1 < starts.length; stratum++) sum += term(stratum)
    return sum
  }

  /** Σ count·log₂ count over the cells of `codes` × `others` in each stratum, with the current weights. */
  function sumOfCells(codes: Int32Array, times: number, others: Int32Array | null): number {
    const cellOf = (row: number) => codes[row] * times + (others ? others[row] : 0)
    return sumOver((stratum) => {
      for (let row = starts[stratum]; row < starts[stratum + 1]; row++) {
        counts[cellOf(row)] += permutedWeights ? permutedWeights[row] : 1
      }
      let sum = 0
      for (let row = starts[stratum]; row < starts[stratum + 1]; row++) {
        const cell = cellOf(row)
        sum += termOf(counts[cell])
        counts[cell] = 0
      }
      return sum
    })
  }

  /** The joint levels of the columns of a set. */
  function codesOf(set: readonly LevelsOfRows[]): Int32Array {
    const [first, ...more] = set
    if (more.length === 0) return first.codes
    scratch.set(first.codes)
    for (const { codes, levels } of more) {
      for (let row = 0; row < rows; row++) scratch[row] = scratch[row] * levels + codes[row]
    }
    return scratch
  }

  /** Permutes the target within each stratum (Fisher and Yates). */
  function permute(): void {
    for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
      const first = starts[stratum]
      for (let last = starts[stratum + 1] - 1; last > first; last--) {
        const other = first + Math.floor(uniform() * (last - first + 1))
        const code = permuted[last]
        permuted[last] = permuted[other]
        permuted[other] = code
        if (!permutedWeights) continue
        const weight = permutedWeights[last]
        permutedWeights[last] = permutedWeights[other]
        permutedWeights[other] = weight
      }
    }
  }
}

/** The number of cells of the widest table of a set with the target. */
function cellsOf(sets: readonly (readonly LevelsOfRows[])[], classes: number): number {
  const sizes = sets.map((set) => set.reduce((cells, { levels }) => cells * levels, 1))
  return classes * sizes.reduce((most, size) => Math.max(most, size), 1)
}
