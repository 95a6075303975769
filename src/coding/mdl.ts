import log2 from '@stdlib/math-base-special-log2'
import type { Counts } from '../statistics/counts.ts'
import type { CountsRequest } from '../statistics/request.ts'
import { classTablesRequest } from './class-tables.ts'
import type { BinningMethod } from './discretiser.ts'

/**
 * Fayyad and Irani's (1993) cuts: the boundary cut of largest gain, kept if
 * Gain > (log₂(N−1) + log₂(3^κ−2) − (κE − κ₁E₁ − κ₂E₂))/N with κ the number of classes present; then the same in both
 * parts. Of equally good cuts the lowest. A cut is the largest observed value of its left part. Without a cut the column
 * has one level.
 */
export const mdl: BinningMethod<readonly [CountsRequest]> = {
  bins: 'own',
  supervised: true,
  needs: (columns, options) => [classTablesRequest(columns, options)],
  cuts: ([tables]) => tables.map(cutsOfTable),
}

function cutsOfTable({ levels, cells }: Counts): readonly number[] {
  const classes = levels[1].length
  const values = levels[0].map((value, i) => ({
    value: value as number,
    counts: cells.subarray(i * classes, (i + 1) * classes),
  }))
  const occupied = values.filter(({ counts }) => counts.some((count) => count > 0))
  return cutsWithin(occupied, classes)
}

/** Gains that differ by less than this, in bits, are tied. */
const tie = 1e-12

/** One distinct value with its rows by class. */
interface Value {
  readonly value: number
  readonly counts: Float64Array
}

function cutsWithin(values: readonly Value[], classes: number): number[] {
  const best = bestCut(values, classes)
  if (!best) return []
  const left = values.slice(0, best.size)
  const right = values.slice(best.size)
  return [...cutsWithin(left, classes), left[left.length - 1].value, ...cutsWithin(right, classes)]
}

function bestCut(values: readonly Value[], classes: number): { size: number } | null {
  const after = suffixSums(values, classes)
  const whole = after[0]
  const n = total(whole)
  const wholeEntropy = entropy(whole)
  const left = new Float64Array(classes)
  let best: { size: number; gain: number; left: Float64Array; right: Float64Array } | null = null
  for (let size = 1; size < values.length; size++) {
    values[size - 1].counts.forEach((count, c) => (left[c] += count))
    if (!isBoundary(values[size - 1], values[size])) continue
    const right = after[size]
    const gain = wholeEntropy - (total(left) / n) * entropy(left) - (total(right) / n) * entropy(right)
    if (!best || gain > best.gain + tie) best = { size, gain, left: left.slice(), right }
  }
  if (!best) return null
  const k = countPresent(whole)
  const delta =
    log2(powerOfThree(k) - 2) -
    (k * wholeEntropy -
      countPresent(best.left) * entropy(best.left) -
      countPresent(best.right) * entropy(best.right))
  return best.gain > (log2(n - 1) + delta) / n ? best : null
}

/** The rows by class from each value on; summed, not subtracted from the total, so that an absent class is exactly 0. */
function suffixSums(values: readonly Value[], classes: number): readonly Float64Array[] {
  const sums = [new Float64Array(classes)]
  for (const { counts } of values.toReversed()) {
    const last = sums[sums.length - 1]
    sums.push(counts.map((count, c) => count + last[c]))
  }
  return sums.reverse()
}

/** Whether a cut between two neighbouring values can be best: it cannot if all their rows are of one class. */
function isBoundary(a: Value, b: Value): boolean {
  const classA = onlyClass(a)
  return classA < 0 || classA !== onlyClass(b)
}

function onlyClass({ counts }: Value): number {
  return countPresent(counts) === 1 ? counts.findIndex((count) => count > 0) : -1
}

function total(counts: Float64Array): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function countPresent(counts: Float64Array): number {
  return counts.reduce((classes, count) => classes + (count > 0 ? 1 : 0), 0)
}

function entropy(counts: Float64Array): number {
  const n = total(counts)
  return counts.reduce((sum, count) => (count > 0 ? sum - (count / n) * log2(count / n) : sum), 0)
}

function powerOfThree(exponent: number): number {
  let power = 1
  for (let i = 0; i < exponent; i++) power *= 3
  return power
}
