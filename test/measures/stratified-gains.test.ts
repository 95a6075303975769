import { describe, expect, it } from 'vitest'
import { permutedGain, plainDraws } from '../../dist/src/methods/measures/permuted-gain.js'
import { strataOf } from '../../dist/src/methods/measures/strata.js'
import { stratifiedGain } from '../../dist/src/analyses/null-distributions/stratified-gains.js'

/** Numbers from 0 to 1 by a small generator of its own. */
function uniform(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

const next = uniform(5)
const draw = (levels: number) => Math.floor(levels * next())
/** Rows z, x, y: 3 strata of unlike sizes, y of x and of noise. */
const rows = Array.from({ length: 120 }, () => {
  const [z, x] = [draw(10) < 6 ? 0 : 1 + draw(2), draw(3)]
  return [z, x, next() < 0.3 ? x % 2 : draw(2)] as const
}).sort((a, b) => a[0] - b[0])
const sizes = [3, 3, 2]
const column = (axis: number) => ({ codes: Int32Array.from(rows, (row) => row[axis]), levels: sizes[axis] })
const starts = Int32Array.from([0, 1, 2, 3], (z) => rows.filter((row) => row[0] < z).length)
const strata = { starts, target: column(2) }
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
function variance(values: readonly number[]): number {
  const center = mean(values)
  return mean(values.map((value) => (value - center) ** 2))
}

describe('gains within strata', () => {
  it('are those of the table, and have the law of tables with its margins', () => {
    const cells = new Float64Array(18)
    for (const [z, x, y] of rows) cells[(z * 3 + x) * 2 + y]++
    const levels = sizes.map((size) => Array.from({ length: size }, (_, i) => i))
    const tables = permutedGain(strataOf({ levels, cells }), plainDraws(uniform(1)))
    const permuted = stratifiedGain(strata, [column(1)], [[column(1)]], uniform(2))
    expect(permuted.gain).toBeCloseTo(tables.gain, 12)
    expect(permuted.isAsExtreme(tables.gain)).toBe(true)
    const draws = 20_000
    const [a, b] = [tables, permuted].map((one) => Array.from({ length: draws }, () => one.draw()))
    // Six standard errors.
    expect(Math.abs(mean(a) - mean(b))).toBeLessThan(6 * Math.sqrt((variance(a) + variance(b)) / draws))
    expect(variance(b) / variance(a)).toBeGreaterThan(0.9)
    expect(variance(b) / variance(a)).toBeLessThan(1.1)
  })

  it('are drawn anew each time, whatever was drawn before', () => {
    // One row of three is unlike the others in x, and one in y: a third of all permutations join the two, and a
    // ninth of pairs of draws do so twice.
    const three = { codes: Int32Array.of(0, 0, 1), levels: 2 }
    const { gain, draw } = stratifiedGain(
      { starts: Int32Array.of(0, 3), target: three },
      [three],
      [[three]],
      uniform(6),
    )
    const draws = 9000
    const isJoined = Array.from({ length: draws }, () => draw() > gain - 1e-9)
    const share = (of: (i: number) => boolean) =>
      isJoined.filter((_, i) => i + 1 < draws && of(i)).length / draws
    // Six standard errors.
    expect(Math.abs(share((i) => isJoined[i]) - 1 / 3)).toBeLessThan(0.03)
    expect(Math.abs(share((i) => isJoined[i] && isJoined[i + 1]) - 1 / 9)).toBeLessThan(0.03)
  })

  it('of several rivals are the greatest, each of the same deal', () => {
    const copies = [column(1), column(1)]
    const alone = stratifiedGain(strata, [copies[0]], [[copies[0]]], uniform(3))
    const both = stratifiedGain(
      strata,
      [copies[0]],
      copies.map((one) => [one]),
      uniform(3),
    )
    const noise = { codes: Int32Array.from(rows, () => draw(2)), levels: 2 }
    const more = stratifiedGain(strata, [copies[0]], [[copies[0]], [noise]], uniform(3))
    for (let i = 0; i < 50; i++) {
      const gain = alone.draw()
      expect(both.draw()).toBe(gain)
      expect(more.draw()).toBeGreaterThanOrEqual(gain)
    }
  })

  it('of a pair are those of its levels together', () => {
    const noise = { codes: Int32Array.from(rows, () => draw(2)), levels: 2 }
    const together = { codes: noise.codes.map((code, row) => column(1).codes[row] * 2 + code), levels: 6 }
    const pair = stratifiedGain(strata, [column(1), noise], [[column(1), noise]], uniform(4))
    const one = stratifiedGain(strata, [together], [[together]], uniform(4))
    expect(pair.gain).toBeCloseTo(one.gain, 12)
    for (let i = 0; i < 50; i++) expect(pair.draw()).toBeCloseTo(one.draw(), 12)
  })
})
