import { nLog2n } from '#core'
import { degreesOf, drawHypergeometric, drawTable, sumOfLogs } from '#methods'
import type { Strata } from '#methods'

/** So many samples climb together. */
const samples = 256
/** Below this share of what decides, the probability is of no more interest. */
const enough = 1e-3
/** Relative difference that rounding alone can bring. */
const rounding = 1e-10

/** A probability, and whether it is only known to be no larger. */
export interface SplittingTail {
  readonly pValue: number
  readonly isBound: boolean
}

/** Tables of all strata, with Σ count·log₂ count over their cells. */
interface Sample {
  readonly cells: Float64Array
  sum: number
}

/**
 * P(I(X;Y|Z) ≥ that of the strata) where X is permuted within them, by multilevel splitting (Kahn and Harris
 * 1951; Cérou and Guyader 2007): of 256 samples the better half goes on, each survivor copied and moved by as
 * many steps of a Markov chain as there are degrees of freedom, twice, until they reach the gain; the
 * probability is the product of the shares that went on. A step draws a 2 × 2 part of a table anew within its
 * margins. Its relative standard error is about √(log₂(1/p)/256). Ends where the probability is far below
 * `deciding`; then it is a bound.
 */
export function splittingTail(strata: Strata, uniform: () => number, deciding: number): SplittingTail {
  const { tables } = strata
  const starts = [0]
  for (const { cells } of tables) starts.push(starts[starts.length - 1] + cells.length)
  const target = sumOver(tables.map(({ cells }) => cells))
  const reach = target - rounding * Math.abs(target)
  const degrees = tables.map(degreesOf)
  const all = degrees.reduce((sum, one) => sum + one, 0)
  const moves = 2 * all
  let climbing = Array.from({ length: samples }, drawn)
  let pValue = 1
  for (;;) {
    const sums = climbing.map(({ sum }) => sum).sort((a, b) => b - a)
    const there = sums.filter((sum) => sum >= reach).length
    if (2 * there >= samples) return { pValue: (pValue * there) / samples, isBound: false }
    const level = nextLevel(sums)
    // All are alike, and none is there.
    if (level === null) return { pValue: (pValue * Math.max(1, there)) / samples, isBound: there === 0 }
    const survivors = climbing.filter(({ sum }) => sum >= level - rounding * Math.abs(level))
    pValue *= survivors.length / samples
    if (pValue < enough * deciding) return { pValue, isBound: true }
    climbing = climbing.map((_, i) => {
      const { cells, sum } = survivors[i % survivors.length]
      const copy = { cells: cells.slice(), sum }
      for (let move = 0; move < moves; move++) step(copy, level)
      return copy
    })
  }

  function drawn(): Sample {
    const cells = new Float64Array(starts[starts.length - 1])
    tables.forEach((table, i) => drawTable(table, cells.subarray(starts[i], starts[i + 1]), uniform))
    return { cells, sum: sumOver([cells]) }
  }

  /** Draws a 2 × 2 part anew; the sample stays where it is if that falls below the level. */
  function step(sample: Sample, level: number): void {
    const table = pickTable()
    const { rows, columns } = tables[table]
    const [r, s] = twoOf(rows.length)
    const [c, d] = twoOf(columns.length)
    const { cells } = sample
    const at = (row: number, column: number) => starts[table] + row * columns.length + column
    const [a, b, e, f] = [at(r, c), at(r, d), at(s, c), at(s, d)]
    const row = cells[a] + cells[b]
    const column = cells[a] + cells[e]
    const n = row + cells[e] + cells[f]
    const count = drawHypergeometric(n, column, row, uniform)
    if (count === cells[a]) return
    const before = nLog2n(cells[a]) + nLog2n(cells[b]) + nLog2n(cells[e]) + nLog2n(cells[f])
    const after =
      nLog2n(count) + nLog2n(row - count) + nLog2n(column - count) + nLog2n(n - row - column + count)
    const sum = sample.sum + after - before
    if (sum < level - rounding * Math.abs(level)) return
    sample.sum = sum
    cells[a] = count
    cells[b] = row - count
    cells[e] = column - count
    cells[f] = n - row - column + count
  }

  /** A stratum, as often as it has degrees of freedom. */
  function pickTable(): number {
    if (tables.length === 1) return 0
    let rest = uniform() * all
    for (let table = 0; table < tables.length - 1; table++) {
      rest -= degrees[table]
      if (rest < 0) return table
    }
    return tables.length - 1
  }

  function twoOf(levels: number): readonly [number, number] {
    const first = Math.floor(uniform() * levels)
    const second = Math.floor(uniform() * (levels - 1))
    return [first, second < first ? second : second + 1]
  }
}

/**
 * The least sum that at most half of the samples reach, or where more are equal the least above the others;
 * null if all are.
 */
function nextLevel(sums: readonly number[]): number | null {
  const isAbove = (a: number, b: number) => a > b + rounding * Math.abs(b)
  const half = sums[samples / 2 - 1]
  const last = sums[samples - 1]
  if (isAbove(half, last)) return half
  const above = sums.filter((sum) => isAbove(sum, last))
  return above.length > 0 ? above[above.length - 1] : null
}

function sumOver(cells: readonly Float64Array[]): number {
  return cells.reduce((sum, some) => sum + sumOfLogs(some), 0)
}
