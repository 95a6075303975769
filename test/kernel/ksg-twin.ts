import type { KsgInput } from '../../dist/src/kernel/ksg-input.js'

/* Estimators by definition: every row is compared with every other. */

export interface KsgResult {
  readonly n: number
  readonly digammas: number
  readonly zeros: number
  readonly tied: number
}

const psi = (m: number) => {
  let value = -0.5772156649015329
  for (let i = 1; i < m; i++) value += 1 / i
  return value
}

/** The greatest difference of a coordinate. */
function distance(columns: readonly Float64Array[], i: number, j: number): number {
  return Math.max(...columns.map((column) => Math.abs(column[i] - column[j])))
}

/** Sums one value for each row in blocks, as the request specifies. */
function sumInBlocks(values: readonly number[]): number {
  let total = 0
  for (let from = 0; from < values.length; from += 8192) {
    total += values.slice(from, from + 8192).reduce((sum, value) => sum + value, 0)
  }
  return total
}

/** By Kraskov, Stögbauer and Grassberger. */
export function plainKsgBetween(
  x: readonly Float64Array[],
  z: readonly Float64Array[],
  k: number,
  rule: 1 | 2,
): KsgResult {
  const rows = x[0].length
  let zeros = 0
  let tied = 0
  const values = Array.from({ length: rows }, (_, i) => {
    const others = Array.from({ length: rows }, (_, j) => j).filter((j) => j !== i)
    const radius = others.map((j) => distance([...x, ...z], i, j)).sort((a, b) => a - b)[k - 1]
    const neighbours = others.filter((j) => distance([...x, ...z], i, j) <= radius)
    if (radius === 0) zeros++
    if (neighbours.length > k) tied++
    const [inX, inZ] = [x, z].map((margin) => {
      const distances = others.map((j) => distance(margin, i, j))
      const farthest = Math.max(...neighbours.map((j) => distance(margin, i, j)))
      return rule === 1
        ? distances.filter((distance) => distance < radius).length + 1
        : distances.filter((distance) => distance <= farthest).length
    })
    return psi(inX) + psi(inZ)
  })
  return { n: rows, digammas: sumInBlocks(values), zeros, tied }
}

/** By Ross. */
export function plainKsgWithin(x: readonly Float64Array[], levels: Uint32Array, k: number): KsgResult {
  const sizeOf = (level: number) => levels.filter((other) => other === level).length
  const rows = [...levels.keys()].filter((row) => sizeOf(levels[row]) > 1)
  let zeros = 0
  let tied = 0
  const values = rows.map((i) => {
    const size = sizeOf(levels[i])
    const neighbourCount = Math.min(k, size - 1)
    const others = rows.filter((j) => j !== i)
    const sameLevel = others.filter((j) => levels[j] === levels[i]).map((j) => distance(x, i, j))
    const radius = sameLevel.sort((a, b) => a - b)[neighbourCount - 1]
    if (radius === 0) zeros++
    if (sameLevel.filter((distance) => distance <= radius).length > neighbourCount) tied++
    const m = 1 + others.filter((j) => distance(x, i, j) < radius).length
    return psi(m) + psi(size) - psi(neighbourCount)
  })
  return { n: rows.length, digammas: sumInBlocks(values), zeros, tied }
}

/** The plain result for the input of a job. */
export function plainKsg({ columns, sets, k, wanted }: KsgInput): KsgResult[] {
  return Array.from(sets.ends, (end, set) => {
    const neighbourCount = [...sets.columns.subarray(set === 0 ? 0 : sets.ends[set - 1], end)].map(
      (i) => columns[i],
    )
    return wanted.of === 'ksg'
      ? plainKsgBetween(
          neighbourCount,
          wanted.with.map((i) => columns[i]),
          k,
          wanted.rule,
        )
      : plainKsgWithin(neighbourCount, wanted.levels, k)
  })
}
