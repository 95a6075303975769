import { select, tableFromColumns } from 'criba'
import type { SelectSpec } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import {
  orderedTail,
  orderedTailWithin,
} from '../../dist/src/analyses/null-distributions/ordered-association.js'
import { marginsOf } from '../../dist/src/methods/measures/tables.js'
import { randomOf } from '../contract/tables.ts'

/** The first step of the default without evidence, on columns as they are. */
async function stepsOf(
  columns: Readonly<Record<string, readonly (string | number | null)[]>>,
  more: SelectSpec = {},
) {
  const { steps, setAside, selected } = await select(tableFromColumns(columns), {
    target: 'y',
    asIs: true,
    ...more,
  })
  return { steps, setAside, selected }
}

describe('the association of ordered levels', () => {
  const cells = Float64Array.from([30, 12, 8, 10, 14, 20, 12, 14, 6, 18, 20, 26])
  const levels = [3, 4].map((size) => Array.from({ length: size }, (_, level) => level))
  const table = { ...marginsOf({ levels, cells }), cells }

  it('is as scipy.stats.kruskal and (n − 1)ρ² of scipy.stats.spearmanr have it', () => {
    expect(orderedTail(table, { rows: true, columns: false })).toBeCloseTo(1.6066679524975173e-6, 15)
    expect(orderedTail(table, { rows: false, columns: true })).toBeCloseTo(5.458296398747206e-6, 15)
    expect(orderedTail(table, { rows: true, columns: true })).toBeCloseTo(8.523223457415363e-7, 15)
  })

  it('is 1 where there is one level, and skips levels without rows', () => {
    const flat = {
      n: 5,
      rows: Float64Array.of(5),
      columns: Float64Array.of(2, 3),
      cells: Float64Array.of(2, 3),
    }
    expect(orderedTail(flat, { rows: true, columns: true })).toBe(1)
    expect(orderedTail(flat, { rows: true, columns: false })).toBe(1)
    expect(orderedTail(flat, { rows: false, columns: true })).toBe(1)
    const padded = { levels: [levels[0], [...levels[1], 4]], cells: new Float64Array(15) }
    cells.forEach((count, cell) => (padded.cells[Math.floor(cell / 4) * 5 + (cell % 4)] = count))
    const more = { ...marginsOf(padded), cells: padded.cells }
    expect(orderedTail(more, { rows: true, columns: false })).toBeCloseTo(1.6066679524975173e-6, 15)
  })
})

describe('a candidate that is related to no selected column', () => {
  const rows = Array.from({ length: 90 }, (_, i) => i)

  it('is tested by ranks too: p is twice that of scipy.stats.kruskal', async () => {
    const x = rows.map((i) => ((i * 37) % 90) + (i % 3) * 12)
    const y = rows.map((i) => 'abc'[i % 3])
    const { steps } = await stepsOf({ x, y })
    expect(steps).toMatchObject([{ feature: 'x', pFrom: 'ranks' }])
    expect(steps[0].pValue).toBeCloseTo(2 * 0.003090148844362478, 12)
    // Levels without an order have no ranks.
    const { setAside } = await stepsOf({ x, y }, { types: { x: 'categorical' } })
    expect(setAside).toMatchObject([{ feature: 'x' }])
    const swapped = await stepsOf({ x: y, y: x })
    expect(swapped.steps).toMatchObject([{ feature: 'x', pFrom: 'ranks' }])
  })

  it('and a target of numbers twice that of scipy.stats.spearmanr', async () => {
    const x = rows.map((i) => (i * 37) % 90)
    const y = rows.map((i) => 2 * ((i * 43) % 90) + x[i])
    const { steps } = await stepsOf({ x, y })
    expect(steps).toMatchObject([{ feature: 'x', pFrom: 'ranks' }])
    expect(steps[0].pValue).toBeCloseTo(2 * 3.3234074554080446e-5, 14)
    const weighted = await stepsOf({ x, y, w: rows.map(() => 1) }, { weights: 'w' })
    expect(weighted.steps[0].pValue).toBe(steps[0].pValue)
    const source = await duckSourceOf(tableFromColumns({ x, y }))
    const fromEngine = await select(source, { target: 'y', asIs: true })
    source.close()
    expect(fromEngine.steps[0].pFrom).toBe('ranks')
    expect(fromEngine.steps[0].pValue).toBeCloseTo(steps[0].pValue!, 12)
  })

  it('joins where it matters only beside a selected column', async () => {
    const random = randomOf(5)
    const bits = () => Array.from({ length: 600 }, () => (random() < 0.5 ? 'n' : 'y'))
    const [a, b, noise] = [bits(), bits(), bits()]
    // y says a, and where a is y also b.
    const y = a.map((bit, row) => (random() < 0.2 ? 'other' : bit === 'y' ? `y${b[row]}` : `n${noise[row]}`))
    const { selected } = await stepsOf({ a, b, y })
    expect(selected).toContain('b')
    const xor = a.map((bit, row) => (random() < 0.1 ? 'n' : (bit === 'y') === (b[row] === 'y') ? 'n' : 'y'))
    const beside = await stepsOf({ a, b, y: xor }, { startFrom: ['a'] })
    expect(beside.selected).toEqual(['a', 'b'])
  })
})

describe('a candidate that is related to a selected column', () => {
  it('does not join on the information that it has from that column, nor do many of them', async () => {
    const random = randomOf(11)
    const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)
    // Of few values, so that the levels of x say all that x says of y.
    const x = Array.from({ length: 800 }, () => Math.floor(6 * random()))
    const y = x.map((value) => (random() < 0.05 !== value > 2 ? 'up' : 'down'))
    const echoes: Record<string, readonly number[]> = {}
    for (let i = 0; i < 10; i++) echoes[`echo${i}`] = x.map((value) => 0.2 * value + normal())
    const { selected, setAside } = await stepsOf({ x, y, ...echoes })
    expect(selected).toEqual(['x'])
    expect(setAside).toHaveLength(10)
    for (const { because } of setAside) expect(because).toBe('x')
  })

  it('counts as related where it shares few rows with the selected column', async () => {
    const random = randomOf(2)
    const a = Array.from({ length: 400 }, () => random())
    const y = a.map((value) => (value + 0.3 * random() > 0.65 ? 'up' : 'down'))
    // Three rows in common show no relation, whatever the columns are.
    const first = a.map((value, row) => (row < 203 ? value : null))
    const second = a.map((value, row) => (row >= 200 ? value : null))
    const { selected } = await stepsOf({ first, second, y })
    expect(selected).toHaveLength(1)
  })
})

describe('a candidate that depends on a selected column only through the target', () => {
  const random = randomOf(23)
  const normal = () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6)
  const y = Array.from({ length: 60 }, (_, row) => (row % 2 ? 'case' : 'control'))
  const follow = (shift: number) => y.map((one) => normal() + (one === 'case' ? shift : 0))

  it('is tested by itself: of eight columns that follow the classes most are found beside 200 of noise', async () => {
    const columns: Record<string, readonly (number | string)[]> = { y }
    for (let i = 0; i < 8; i++) columns[`right${i}`] = follow(1.9)
    for (let i = 0; i < 200; i++) columns[`noise${i}`] = follow(0)
    const { selected } = await stepsOf(columns)
    expect(selected.filter((name) => name.startsWith('right')).length).toBeGreaterThanOrEqual(6)
    expect(selected.filter((name) => name.startsWith('noise')).length).toBeLessThanOrEqual(1)
  })

  it('but a noisy copy, which depends on it within the classes too, is not', async () => {
    const first = follow(1.9)
    const columns: Record<string, readonly (number | string)[]> = { y, first }
    for (let i = 0; i < 10; i++) columns[`copy${i}`] = first.map((value) => value + 0.4 * normal())
    for (let i = 0; i < 100; i++) columns[`noise${i}`] = follow(0)
    const { selected } = await stepsOf(columns)
    expect(selected.filter((name) => !name.startsWith('noise'))).toHaveLength(1)
  })
})

describe('the association of ordered levels within strata', () => {
  // Two strata of 2 × 2: by hand, van Elteren's sum is (w₁C₁ + w₂C₂)²/(w₁²V₁ + w₂²V₂) with C the sums of products of ranks.
  const tableOf = (cells: readonly number[]) => {
    const counted = Float64Array.from(cells)
    return {
      ...marginsOf({
        levels: [
          [0, 1],
          [0, 1],
        ],
        cells: counted,
      }),
      cells: counted,
    }
  }

  it('of two ordered variables adds up signed sums, so that opposite ones cancel', () => {
    const [up, down] = [tableOf([4, 1, 1, 4]), tableOf([1, 4, 4, 1])]
    const both = { rows: true, columns: true }
    expect(orderedTailWithin([up, down], both)).toBeCloseTo(1, 12)
    // One stratum: ρ = 0.6, (n − 1)ρ² = 3.24, and P(χ²₁ ≥ 3.24) = 2Φ(−1.8).
    expect(orderedTailWithin([up], both)).toBeCloseTo(0.07186063822585158, 10)
    // Two alike: χ²₁ = 6.48.
    expect(orderedTailWithin([up, up], both)).toBeCloseTo(0.010909498364269299, 10)
  })

  it('of one ordered variable adds up the statistics of Kruskal and Wallis', () => {
    const table = tableOf([4, 1, 1, 4])
    // H = 3.24 each, so P(χ²₂ ≥ 6.48) = e^−3.24.
    expect(orderedTailWithin([table, tableOf([1, 4, 4, 1])], { rows: true, columns: false })).toBeCloseTo(
      Math.exp(-3.24),
      10,
    )
    expect(orderedTailWithin([tableOf([4, 1, 0, 0])], { rows: true, columns: false })).toBe(1)
  })
})

describe('columns that determine the classes', () => {
  const random = randomOf(4)
  const bit = () => (random() < 0.5 ? 'p' : 'q')
  const [a, b, copy] = [0, 0, 0].map(() => Array.from({ length: 400 }, bit))
  const y = a.map((one, row) => (one === 'p' ? 'x' : b[row] === 'p' ? 'y' : 'z'))
  const follows = y.map((one, row) => (row % 9 === 0 ? copy[row] : one))

  it('end the search, which says so, in memory and on DuckDB', async () => {
    const table = tableFromColumns({ a, b, follows, copy, y })
    const spec = { target: 'y', asIs: true, startFrom: ['a', 'b'] } satisfies SelectSpec
    const { selected, stopped, setAside } = await select(table, spec)
    expect({ selected, stopped, setAside }).toEqual({
      selected: ['a', 'b'],
      stopped: 'the chosen columns determine the target',
      setAside: [],
    })
    const source = await duckSourceOf(table)
    const fromEngine = await select(source, spec)
    source.close()
    expect(fromEngine.stopped).toBe(stopped)
  })

  it('do not where few rows leave few to a combination', async () => {
    const of = (rows: number) => {
      const table = { c: a.map((_, row) => `c${row % 6}`), b, copy }
      const first = Object.entries(table).map(([name, cells]) => [name, cells.slice(0, rows)] as const)
      const classes = table.c.slice(0, rows).map((one, row) => (one < 'c3' ? 'x' : b[row]))
      return select(tableFromColumns([...first, ['y', classes]]), {
        target: 'y',
        asIs: true,
        startFrom: ['c', 'b'],
      })
    }
    // 12 combinations: 10 rows each of 120, 20 or more of 240.
    expect((await of(120)).stopped).not.toContain('determine')
    expect((await of(240)).stopped).toContain('determine')
  })

  it('do not where each row has a cell of its own, nor where one row contradicts', async () => {
    const names = a.map((_, row) => `id${row % 200}`)
    const classes = names.map((name) => (Number(name.slice(2)) % 2 ? 'odd' : 'even'))
    const fine = await select(tableFromColumns({ names, b, y: classes }), {
      target: 'y',
      asIs: true,
      startFrom: ['names'],
    })
    expect(fine.stopped).not.toContain('determine')
    const contradicted = y.map((one, row) => (row === 7 ? (one === 'x' ? 'y' : 'x') : one))
    const { stopped } = await select(tableFromColumns({ a, b, copy, y: contradicted }), {
      target: 'y',
      asIs: true,
      startFrom: ['a', 'b'],
    })
    expect(stopped).not.toContain('determine')
  })
})
