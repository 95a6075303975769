import type { KsgInput } from '../../dist/src/memory/neighbours/ksg-input.js'
import type { Origins } from '../../dist/src/memory/neighbours/rounding.js'
import { Equality } from './rounding-twin.ts'

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
  origins?: Origins,
): KsgResult {
  const rows = x[0].length
  let zeros = 0
  let tied = 0
  const joint = [...x, ...z]
  const values = Array.from({ length: rows }, (_, i) => {
    const equality = equalityOf(joint, origins, i)
    const others = Array.from({ length: rows }, (_, j) => j).filter((j) => j !== i)
    const kth = others.map((j) => distance(joint, i, j)).sort((a, b) => a - b)[k - 1]
    if (others.filter((j) => distance(joint, i, j) <= equality.limitOf(kth)).length > k) tied++
    const radius = kth <= equality.limitOf(0) ? 0 : kth
    const within = radius === 0 ? 0 : equality.limitOf(radius)
    const neighbours = others.filter((j) => distance(joint, i, j) <= within)
    if (radius === 0) zeros++
    const [inX, inZ] = [x, z].map((margin) => {
      const distances = others.map((j) => distance(margin, i, j))
      const farthest = Math.min(radius, Math.max(0, ...neighbours.map((j) => distance(margin, i, j))))
      return rule === 1
        ? distances.filter((distance) => distance < radius - equality.slackOf(radius)).length + 1
        : distances.filter((distance) => distance <= equality.limitOf(farthest)).length
    })
    return psi(inX) + psi(inZ)
  })
  return { n: rows, digammas: sumInBlocks(values), zeros, tied }
}

/** The distances that equal one from a row of these columns. */
function equalityOf(columns: readonly Float64Array[], origins: Origins | undefined, row: number): Equality {
  return new Equality({ columns, origins }, [...columns.keys()], 'chebyshev', row)
}

/** By Ross. */
export function plainKsgWithin(
  x: readonly Float64Array[],
  levels: Uint32Array,
  k: number,
  origins?: Origins,
): KsgResult {
  const sizeOf = (level: number) => levels.filter((other) => other === level).length
  const rows = [...levels.keys()].filter((row) => sizeOf(levels[row]) > 1)
  let zeros = 0
  let tied = 0
  const values = rows.map((i) => {
    const size = sizeOf(levels[i])
    const neighbourCount = Math.min(k, size - 1)
    const others = rows.filter((j) => j !== i)
    const sameLevel = others.filter((j) => levels[j] === levels[i]).map((j) => distance(x, i, j))
    const equality = equalityOf(x, origins, i)
    const kth = sameLevel.sort((a, b) => a - b)[neighbourCount - 1]
    const radius = kth <= equality.limitOf(0) ? 0 : kth
    if (radius === 0) zeros++
    if (sameLevel.filter((distance) => distance <= equality.limitOf(kth)).length > neighbourCount) tied++
    const m = 1 + others.filter((j) => distance(x, i, j) < radius - equality.slackOf(radius)).length
    return psi(m) + psi(size) - psi(neighbourCount)
  })
  return { n: rows.length, digammas: sumInBlocks(values), zeros, tied }
}

/**
 * By Frenzel and Pompe, who count the rows strictly nearer, or closed by Mesner and Shalizi, who count those at most as
 * far as the k-th neighbour.
 */
export function plainKsgGiven(
  [x, y, z]: readonly (readonly Float64Array[])[],
  k: number,
  isClosed: boolean,
  origins?: Origins,
): KsgResult {
  const rows = x[0].length
  const joint = [...x, ...y, ...z]
  let [zeros, tied] = [0, 0]
  const values = Array.from({ length: rows }, (_, i) => {
    const equality = equalityOf(joint, origins, i)
    const others = Array.from({ length: rows }, (_, j) => j).filter((j) => j !== i)
    const kth = others.map((j) => distance(joint, i, j)).sort((a, b) => a - b)[k - 1]
    if (others.filter((j) => distance(joint, i, j) <= equality.limitOf(kth)).length > k) tied++
    const radius = kth <= equality.limitOf(0) ? 0 : kth
    if (radius === 0) zeros++
    const near = (space: readonly Float64Array[]) => {
      if (space.length === 0) return rows - 1
      const distances = others.map((j) => distance(space, i, j))
      return isClosed
        ? distances.filter((one) => one <= equality.limitOf(radius)).length
        : distances.filter((one) => one < radius - equality.slackOf(radius)).length
    }
    const [xz, yz] = [near([...x, ...z]), near([...y, ...z])]
    if (isClosed) return psi(xz) + psi(yz) - (psi(near(z)) + psi(near(joint)))
    return psi(xz + 1) + psi(yz + 1) - (psi(near(z) + 1) + psi(k))
  })
  return { n: rows, digammas: sumInBlocks(values), zeros, tied }
}

/** The plain result for the input of a job. */
export function plainKsg({ columns, origins, sets, k, wanted }: KsgInput): KsgResult[] {
  const pick = (set: readonly number[]) => set.map((i) => columns[i])
  const originsOf = (set: readonly number[]) => origins && Float64Array.from(set, (i) => origins[i])
  return Array.from(sets.ends, (end, set) => {
    const own = [...sets.columns.subarray(set === 0 ? 0 : sets.ends[set - 1], end)]
    if (wanted.of === 'levels') return plainKsgWithin(pick(own), wanted.levels, k, originsOf(own))
    if (wanted.of === 'conditional') {
      const spaces = [own, wanted.with, wanted.given]
      return plainKsgGiven(spaces.map(pick), k, wanted.isClosed, originsOf(spaces.flat()))
    }
    const joint = originsOf([...own, ...wanted.with])
    return plainKsgBetween(pick(own), pick(wanted.with), k, wanted.rule, joint)
  })
}
