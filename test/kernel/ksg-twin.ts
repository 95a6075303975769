import type { KsgInput } from '../../dist/src/kernel/ksg-input.js'

/* Estimators by their definitions: every row with every other, one after the other. */

export interface Plain {
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
function apart(columns: readonly Float64Array[], i: number, j: number): number {
  return Math.max(...columns.map((column) => Math.abs(column[i] - column[j])))
}

/** One value for each row, summed as the request says. */
function sumInBlocks(values: readonly number[]): number {
  let total = 0
  for (let from = 0; from < values.length; from += 8192) {
    total += values.slice(from, from + 8192).reduce((sum, value) => sum + value, 0)
  }
  return total
}

/** Kraskov, Stögbauer and Grassberger. */
export function plainBetween(
  x: readonly Float64Array[],
  z: readonly Float64Array[],
  k: number,
  rule: 1 | 2,
): Plain {
  const rows = x[0].length
  let zeros = 0
  let tied = 0
  const values = Array.from({ length: rows }, (_, i) => {
    const others = Array.from({ length: rows }, (_, j) => j).filter((j) => j !== i)
    const radius = others.map((j) => apart([...x, ...z], i, j)).sort((a, b) => a - b)[k - 1]
    const neighbours = others.filter((j) => apart([...x, ...z], i, j) <= radius)
    if (radius === 0) zeros++
    if (neighbours.length > k) tied++
    const [inX, inZ] = [x, z].map((margin) => {
      const away = others.map((j) => apart(margin, i, j))
      const farthest = Math.max(...neighbours.map((j) => apart(margin, i, j)))
      return rule === 1
        ? away.filter((distance) => distance < radius).length + 1
        : away.filter((distance) => distance <= farthest).length
    })
    return psi(inX) + psi(inZ)
  })
  return { n: rows, digammas: sumInBlocks(values), zeros, tied }
}

/** Ross. */
export function plainWithin(x: readonly Float64Array[], levels: Uint32Array, k: number): Plain {
  const sizeOf = (level: number) => levels.filter((other) => other === level).length
  const rows = [...levels.keys()].filter((row) => sizeOf(levels[row]) > 1)
  let zeros = 0
  let tied = 0
  const values = rows.map((i) => {
    const size = sizeOf(levels[i])
    const own = Math.min(k, size - 1)
    const others = rows.filter((j) => j !== i)
    const alike = others.filter((j) => levels[j] === levels[i]).map((j) => apart(x, i, j))
    const radius = alike.sort((a, b) => a - b)[own - 1]
    if (radius === 0) zeros++
    if (alike.filter((distance) => distance <= radius).length > own) tied++
    const m = 1 + others.filter((j) => apart(x, i, j) < radius).length
    return psi(m) + psi(size) - psi(own)
  })
  return { n: rows.length, digammas: sumInBlocks(values), zeros, tied }
}

/** The twin's answer to what a job is given. */
export function plainKsg({ columns, sets, k, wanted }: KsgInput): Plain[] {
  return Array.from(sets.ends, (end, set) => {
    const own = [...sets.columns.subarray(set === 0 ? 0 : sets.ends[set - 1], end)].map((i) => columns[i])
    return wanted.of === 'ksg'
      ? plainBetween(
          own,
          wanted.with.map((i) => columns[i]),
          k,
          wanted.rule,
        )
      : plainWithin(own, wanted.levels, k)
  })
}
