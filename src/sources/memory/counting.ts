import { emptyCounts, refuseLargeTable } from '../../statistics/counts.ts'
import type { Counts } from '../../statistics/counts.ts'
import type { Codes } from './codes.ts'

/** Up to so many cells are counted in a dense table; above, the cells that occur are numbered first. */
const denseCells = 1 << 20

/** One code for each combination of levels: dense while the table is small, else numbered by first occurrence. */
export function joinCodes(sets: readonly Codes[]): Codes {
  return sets.reduce(joinPair)
}

function joinPair(a: Codes, b: Codes): Codes {
  const rows = a.codes.length
  const product = a.count * b.count
  const hasMissing = a.hasMissing || b.hasMissing
  const joint = new Uint32Array(rows)
  if (product <= denseCells) {
    for (let row = 0; row < rows; row++) {
      const isMissing = a.codes[row] === a.count || b.codes[row] === b.count
      joint[row] = isMissing ? product : a.codes[row] * b.count + b.codes[row]
    }
    return { codes: joint, count: product, levels: [], hasMissing }
  }
  const numbers = new Map<number, number>()
  for (let row = 0; row < rows; row++) {
    if (a.codes[row] === a.count || b.codes[row] === b.count) continue
    const cell = a.codes[row] * b.count + b.codes[row]
    const known = numbers.get(cell)
    joint[row] = known ?? numbers.size
    if (known === undefined) numbers.set(cell, numbers.size)
  }
  if (hasMissing) {
    for (let row = 0; row < rows; row++) {
      if (a.codes[row] === a.count || b.codes[row] === b.count) joint[row] = numbers.size
    }
  }
  return { codes: joint, count: numbers.size, levels: [], hasMissing }
}

/** Total weight of each code; rows whose value is missing, or that `out` marks, do not count. */
export function countCodes(
  { codes, count }: Codes,
  weights: Float64Array | null,
  out: Uint8Array | null,
): Float64Array {
  const cells = new Float64Array(count + 1)
  if (weights) {
    for (let row = 0; row < codes.length; row++) if (!out?.[row]) cells[codes[row]] += weights[row]
  } else if (out) {
    for (let row = 0; row < codes.length; row++) if (!out[row]) cells[codes[row]]++
  } else {
    for (let row = 0; row < codes.length; row++) cells[codes[row]]++
  }
  return cells.subarray(0, count)
}

/** Total weight of each pair of codes without joining them first: the short way for tables of two variables. */
export function countPairs(
  a: Codes,
  b: Codes,
  weights: Float64Array | null,
  out: Uint8Array | null,
): Float64Array {
  if ((a.count + 1) * (b.count + 1) > denseCells) return countCodes(joinCodes([a, b]), weights, out)
  const stride = b.count + 1
  const cells = new Float64Array((a.count + 1) * stride)
  const codesA = a.codes
  const codesB = b.codes
  if (weights || out) {
    for (let row = 0; row < codesA.length; row++) {
      if (!out?.[row]) cells[codesA[row] * stride + codesB[row]] += weights ? weights[row] : 1
    }
  } else {
    for (let row = 0; row < codesA.length; row++) cells[codesA[row] * stride + codesB[row]]++
  }
  const complete = new Float64Array(a.count * b.count)
  for (let level = 0; level < a.count; level++) {
    complete.set(cells.subarray(level * stride, level * stride + b.count), level * b.count)
  }
  return complete
}

/** The dense contingency table of a few variables. */
export function contingency(
  sets: readonly Codes[],
  names: readonly string[],
  weights: Float64Array | null,
): Counts {
  const cells = sets.reduce((product, set) => product * set.count, 1)
  refuseLargeTable(cells, names)
  const table = emptyCounts(sets.map(({ levels }) => levels))
  const rows = sets[0].codes.length
  for (let row = 0; row < rows; row++) {
    let cell = 0
    for (const { codes, count } of sets) {
      cell = codes[row] === count ? NaN : cell * count + codes[row]
    }
    if (!Number.isNaN(cell)) table.cells[cell] += weights ? weights[row] : 1
  }
  return table
}
