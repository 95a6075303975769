import log2 from '@stdlib/math-base-special-log2'
import { weightLog2Weight } from '#core'
import type { Counts, CountsRequest } from '#core'
import { classTablesRequest } from './binning-method.ts'
import type { BinningMethod } from './binning-method.ts'

/**
 * Fayyad and Irani's (1993) cuts: the boundary cut of largest gain, kept if Gain > (log₂(N−1) + log₂(3^κ−2) −
 * (κE − κ₁E₁ − κ₂E₂))/N with κ the number of classes present; then the same in both parts. Of equally good
 * cuts the lowest. A cut is the largest observed value of its left part. Without a cut the column has one
 * level.
 */
export const mdl: BinningMethod<readonly [CountsRequest]> = {
  bins: 'own',
  supervised: true,
  needs: (columns, options) => [classTablesRequest(columns, options)],
  cuts: ([tables]) => tables.map(cutsOfTable),
}

/** Numbers in ascending order with their rows by class. */
interface Column {
  readonly values: readonly number[]
  readonly classes: number
  /** Value after value. */
  readonly counts: Float64Array
  /** The class of all rows of a value, or −1 where they are of several. */
  readonly onlyClass: Int32Array
}

function cutsOfTable({ levels, cells }: Counts): readonly number[] {
  const classes = levels[1].length
  const values: number[] = []
  const counts = new Float64Array(cells.length)
  const onlyClass = new Int32Array(levels[0].length)
  levels[0].forEach((value, i) => {
    let [present, last] = [0, -1]
    for (let c = 0; c < classes; c++) {
      const count = cells[i * classes + c]
      counts[values.length * classes + c] = count
      if (!(count > 0)) continue
      present++
      last = c
    }
    if (present === 0) return
    onlyClass[values.length] = present === 1 ? last : -1
    values.push(value as number)
  })
  const cuts: number[] = []
  addCuts({ values, classes, counts, onlyClass }, 0, values.length, cuts)
  return cuts
}

/** Adds the cuts of the values `from` to `to`, that one not included, in ascending order. */
function addCuts(column: Column, from: number, to: number, cuts: number[]): void {
  const place = bestCut(column, from, to)
  if (place === null) return
  addCuts(column, from, place, cuts)
  cuts.push(column.values[place - 1])
  addCuts(column, place, to, cuts)
}

/** Gains that differ by less than this, in bits, are tied. */
const tie = 1e-12

/** The place of the first value after the best cut; null where no cut is worth its description. */
function bestCut({ classes, counts, onlyClass }: Column, from: number, to: number): number | null {
  if (to - from < 2) return null
  // The rows by class from each value on; summed, not subtracted from the total, so that an absent class is
  // exactly 0.
  const after = new Float64Array((to - from + 1) * classes)
  for (let value = to - 1; value >= from; value--) {
    const at = (value - from) * classes
    for (let c = 0; c < classes; c++) after[at + c] = after[at + classes + c] + counts[value * classes + c]
  }
  const n = total(after, 0, classes)
  const whole = informationOf(after, 0, classes)
  const left = new Float64Array(classes)
  let [best, least] = [-1, Infinity]
  for (let place = from + 1; place < to; place++) {
    for (let c = 0; c < classes; c++) left[c] += counts[(place - 1) * classes + c]
    // Between two values whose rows are all of one class no cut is best.
    const only = onlyClass[place - 1]
    if (only >= 0 && only === onlyClass[place]) continue
    const rest = informationOf(left, 0, classes) + informationOf(after, (place - from) * classes, classes)
    if (best < 0 || rest < least - tie * n) {
      best = place
      least = rest
    }
  }
  if (best < 0) return null
  left.fill(0)
  for (let value = from; value < best; value++) {
    for (let c = 0; c < classes; c++) left[c] += counts[value * classes + c]
  }
  const right = after.subarray((best - from) * classes, (best - from + 1) * classes)
  const sides = [after.subarray(0, classes), left, right].map((side) => {
    const present = side.reduce((classes, count) => classes + (count > 0 ? 1 : 0), 0)
    return { present, entropy: (present * informationOf(side, 0, classes)) / total(side, 0, classes) }
  })
  const delta =
    log2(powerOfThree(sides[0].present) - 2) - (sides[0].entropy - sides[1].entropy - sides[2].entropy)
  return whole - least > log2(n - 1) + delta ? best : null
}

function total(counts: Float64Array, from: number, classes: number): number {
  let sum = 0
  for (let c = from; c < from + classes; c++) sum += counts[c]
  return sum
}

/** n·H of the counts of the classes, in bits: n·log₂ n less those of the classes. */
function informationOf(counts: Float64Array, from: number, classes: number): number {
  let [n, sum] = [0, 0]
  for (let c = from; c < from + classes; c++) {
    n += counts[c]
    sum += weightLog2Weight(counts[c])
  }
  return Math.max(0, weightLog2Weight(n) - sum)
}

function powerOfThree(exponent: number): number {
  let power = 1
  for (let i = 0; i < exponent; i++) power *= 3
  return power
}
