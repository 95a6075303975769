import log2 from '@stdlib/math-base-special-log2'
import { isNear } from '../statistics/ties.ts'
import { timesLog } from './times-log.ts'
import type { PermutedGain } from './permuted-gain.ts'
import type { LevelsOfRows } from './strata.ts'

/** Rows in strata, with a target that is dealt out anew within each. */
export interface StratifiedRows {
  /** Where each stratum begins, and at last how many rows there are; rows of one stratum lie side by side. */
  readonly starts: Int32Array
  readonly target: LevelsOfRows
  /** How much each row counts, which goes with its target; without it each counts once. */
  readonly weights?: Float64Array
}

/**
 * The gain of one set of columns X, I(X;Y|Z) with the strata Z, beside what the best of some `rivals` gains where the rows
 * of Y are permuted within the strata; rows of a stratum of their own are left out, which scales every gain alike.
 * `uniform` gives numbers from 0 to 1.
 */
export function stratifiedGain(
  { starts, target, weights }: StratifiedRows,
  joining: readonly LevelsOfRows[],
  rivals: readonly (readonly LevelsOfRows[])[],
  uniform: () => number,
): PermutedGain {
  const rows = target.codes.length
  const total = weights ? weights.reduce((sum, weight) => sum + weight, 0) : rows
  const dealt = target.codes.slice()
  const dealtWeights = weights?.slice()
  const termOf = weights ? weightTimesLog : timesLog
  const scratch = new Int32Array(rows)
  const counts = new Float64Array(cellsOf([joining, ...rivals], target.levels))
  const ofStrata = sumOfCells(new Int32Array(rows), 1, null)
  const ofTarget = sumOfCells(target.codes, 1, null)
  // What permutations leave as it is: not what a set's levels weigh, as weights move.
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
      deal()
      let best = 0
      rivals.forEach((set, i) => {
        const margin = margins ? margins[i] : marginOf(set)
        best = Math.max(best, inBits(margin + sumOfCells(codesOf(set), target.levels, dealt)))
      })
      return best
    },
    reaches: (other) => other >= inBits(gain) || isNear(other, inBits(gain)),
  }

  function inBits(sum: number): number {
    return total === 0 ? 0 : Math.max(0, sum / total)
  }

  function sumOver(term: (stratum: number) => number): number {
    let sum = 0
    for (let stratum = 0; stratum + 1 < starts.length; stratum++) sum += term(stratum)
    return sum
  }

  /** Σ count·log₂ count, as the weights lie now, over the cells of the strata, of some codes with others. */
  function sumOfCells(codes: Int32Array, times: number, others: Int32Array | null): number {
    const cellOf = (row: number) => codes[row] * times + (others ? others[row] : 0)
    return sumOver((stratum) => {
      for (let row = starts[stratum]; row < starts[stratum + 1]; row++) {
        counts[cellOf(row)] += dealtWeights ? dealtWeights[row] : 1
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

  /** The levels of the columns of a set together. */
  function codesOf(set: readonly LevelsOfRows[]): Int32Array {
    const [first, ...more] = set
    if (more.length === 0) return first.codes
    scratch.set(first.codes)
    for (const { codes, levels } of more) {
      for (let row = 0; row < rows; row++) scratch[row] = scratch[row] * levels + codes[row]
    }
    return scratch
  }

  /** Deals the target out anew within each stratum (Fisher and Yates). */
  function deal(): void {
    for (let stratum = 0; stratum + 1 < starts.length; stratum++) {
      const first = starts[stratum]
      for (let last = starts[stratum + 1] - 1; last > first; last--) {
        const other = first + Math.floor(uniform() * (last - first + 1))
        const code = dealt[last]
        dealt[last] = dealt[other]
        dealt[other] = code
        if (!dealtWeights) continue
        const weight = dealtWeights[last]
        dealtWeights[last] = dealtWeights[other]
        dealtWeights[other] = weight
      }
    }
  }
}

/** weight·log₂ weight, of any number. */
export function weightTimesLog(weight: number): number {
  return weight > 0 ? weight * log2(weight) : 0
}

/** How many cells the widest table of a set with the target has. */
function cellsOf(sets: readonly (readonly LevelsOfRows[])[], classes: number): number {
  const sizes = sets.map((set) => set.reduce((cells, { levels }) => cells * levels, 1))
  return classes * sizes.reduce((most, size) => Math.max(most, size), 1)
}
