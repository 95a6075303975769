import { standardise, tableFromColumns } from 'criba'
import { eigenvectorCentrality } from 'criba/methods'
import type { RankResult } from 'criba'
import { readTable } from 'criba/node'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainInformation } from '../analyses/plain-information.ts'
import { randomOf } from '../contract/tables.ts'
import { oneEngine } from '../parity/one-engine.ts'
import { runs } from '../properties/runs.ts'
import { matrixOf, minMaxed, minMaxedMatrix, plainPerron } from '../twins/affinity.ts'
import { sum } from '../twins/plain.ts'
import type { Numbers } from '../twins/plain.ts'
import { rank, select } from '../untyped.ts'
import { tables } from './whole-tables.ts'

type Columns = Readonly<Record<string, readonly (number | null)[]>>

const scoresOf = ({ rankings }: RankResult) =>
  new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
const mean = (values: Numbers) => sum(values) / values.length
const variance = (values: Numbers) => mean(values.map((x) => (x - mean(values)) ** 2))
const levelOf = (cuts: Numbers, x: number) => cuts.filter((cut) => cut < x).length

function fisherOf(x: Numbers, y: readonly string[]): number {
  const groups = [...new Set(y)].sort().map((level) => x.filter((_, row) => y[row] === level))
  const within = groups.map(variance)
  if (groups.length === 2) return (mean(groups[0]) - mean(groups[1])) ** 2 / (within[0] + within[1])
  return (
    sum(groups.map((of) => of.length * (mean(of) - mean(x)) ** 2)) /
    sum(groups.map((of, c) => of.length * within[c]))
  )
}

/** What A is made of, from the definitions; information of the levels that the result shows. */
function partsOf(columns: Columns, y: readonly string[], { coding }: RankResult) {
  const x = Object.values(columns) as readonly Numbers[]
  const fisher = x.map((of) => fisherOf(of, y))
  const information = Object.keys(columns).map((name, c) => {
    const cuts = coding.find(({ feature }) => feature === name)!.cuts!
    return plainInformation(
      [x[c].map((value) => `${levelOf(cuts, value)}`)],
      [[...y]],
      y.map(() => 1),
    )
  })
  const [f, m] = [minMaxed(fisher), minMaxed(information)]
  return { fisher, information, u: f.map((value, i) => (value + m[i]) / 2) }
}

/** Standard deviations of columns on a scale. */
const deviations = {
  standard: () => 1,
  minmax: (x: Numbers) => Math.sqrt(variance(minMaxed(x))),
  none: (x: Numbers) => Math.sqrt(variance(x)),
}

/** Whether values differ by more than rounding: on the scale from the least to the greatest it would be all that is left. */
function areApart(values: Numbers): boolean {
  const most = Math.max(...values)
  return most - Math.min(...values) > 1e-9 * most
}

function affinityOf(
  { fisher, information, u }: ReturnType<typeof partsOf>,
  sigma: Numbers,
  alpha: number,
  isFslib: boolean,
): number[][] {
  const { length } = sigma
  const [f, m] = [minMaxed(fisher), minMaxed(information)]
  const kernel = isFslib
    ? minMaxedMatrix(matrixOf(length, (i, j) => u[i] * u[j]))
    : matrixOf(length, (i, j) => (f[i] * m[j] + m[i] * f[j]) / 2)
  const spread = minMaxedMatrix(matrixOf(length, (i, j) => Math.max(sigma[i], sigma[j])))
  return matrixOf(length, (i, j) => alpha * kernel[i][j] + (1 - alpha) * spread[i][j])
}

describe('eigenvector-centrality', () => {
  it('is the principal eigenvector of the matrix of the definition', () =>
    fc.assert(
      fc.asyncProperty(
        tables,
        fc.constantFrom(0.5, 0, 0.2, 1),
        fc.constantFrom('paper' as const, 'fslib' as const),
        fc.constantFrom('standard' as const, 'minmax' as const, 'none' as const),
        async ({ columns, y }, alpha, kernel, scale) => {
          fc.pre(Object.values(columns).every((x) => variance(x) > 0 && Number.isFinite(fisherOf(x, y))))
          const table = tableFromColumns({ ...columns, y })
          const result = await rank(table, {
            target: 'y',
            by: [eigenvectorCentrality({ alpha, kernel, scale })],
          })
          const parts = partsOf(columns, y, result)
          const sigma = Object.values(columns).map(deviations[scale])
          fc.pre(Object.values(parts).every(areApart) && (scale === 'standard' || areApart(sigma)))
          const { vector } = plainPerron(
            affinityOf(parts, sigma, scale === 'standard' ? 1 : alpha, kernel === 'fslib'),
          )
          const scores = scoresOf(result)
          Object.keys(columns).forEach((name, i) => expect(scores.get(name)).toBeCloseTo(vector[i], 8))
        },
      ),
      { numRuns: runs(80) },
    ))

  it('with alpha=1 is f/‖f‖ + m/‖m‖, by hand', async () => {
    const y = ['a', 'a', 'b', 'b']
    // Fisher 8, 9/8 and 0, from 0 to 1: 1, 9/64 and 0. Of two levels each: 1 bit, 0 and 0.
    const columns = { far: [0, 2, 4, 6], near: [0, 4, 3, 7], none: [0, 1, 0, 1] }
    const result = await rank(tableFromColumns({ ...columns, y }), {
      target: 'y',
      by: ['eigenvector-centrality:alpha=1'],
      bins: 2,
    })
    const f = [1, 9 / 8 / 8, 0]
    expect(fisherOf(columns.far, y)).toBe(8)
    expect(fisherOf(columns.near, y)).toBe(9 / 8)
    const size = Math.sqrt(1 + f[1] ** 2)
    const v = [f[0] / size + 1, f[1] / size, 0]
    const length = Math.sqrt(sum(v.map((x) => x * x)))
    const scores = scoresOf(result)
    Object.keys(columns).forEach((name, i) => expect(scores.get(name)).toBeCloseTo(v[i] / length, 12))
  })

  it('counts nothing finite beside an infinite Fisher score, and a constant column is no node', async () => {
    const y = ['a', 'a', 'b', 'b', 'a', 'b']
    const columns = { exact: [0, 0, 1, 1, 0, 1], other: [0, 2, 1, 5, 3, 4] }
    const ask = (more: Columns) =>
      rank(tableFromColumns({ ...columns, ...more, y }), {
        target: 'y',
        by: ['eigenvector-centrality:scale=none'],
      })
    const [found, beside] = [scoresOf(await ask({})), scoresOf(await ask({ flat: [3, 3, 3, 3, 3, 3] }))]
    // A = ½[[1, 0], [0, 0]] + ½[[0, 1], [1, 1]].
    const { vector } = plainPerron([
      [0.5, 0.5],
      [0.5, 0.5],
    ])
    expect(found.get('exact')).toBeCloseTo(vector[0], 12)
    expect(found.get('other')).toBeCloseTo(vector[1], 12)
    expect(beside).toEqual(new Map([...found, ['flat', 0]]))
  })

  it('warns where the standard deviations alone rule the order', async () => {
    const table = await readTable('examples/penguins.csv')
    const codes = async (data: typeof table, by: string) =>
      (await rank(data, { target: 'species', by: [by] })).warnings.map(({ code }) => code)
    const literal = 'eigenvector-centrality:scale=none'
    expect(await codes(table, literal)).toContain('spread-order')
    expect(await codes(table, `${literal},alpha=1`)).not.toContain('spread-order')
    for (const by of [literal, `${literal},alpha=0`])
      expect(await codes(await standardise(table), by)).not.toContain('spread-order')
    expect(await codes(table, 'eigenvector-centrality')).not.toContain('spread-order')
    expect(await codes(table, 'eigenvector-centrality:alpha=0')).toContain('spread-order')
  })

  it('is the same in all units, but with scale=none', async () => {
    const random = randomOf(7)
    const y = Array.from({ length: 120 }, (_, row) => 'abc'[row % 3])
    const columns: Record<string, number[]> = {
      right: y.map((level) => random() + (level === 'a' ? 0.5 : 0)),
      other: y.map((level) => random() + (level === 'b' ? 0.7 : 0)),
      noise: y.map(() => 6 * random() - 3),
    }
    const ask = async (times: number, options = '') => {
      const noise = columns['noise'].map((x) => times * x + 5)
      const table = tableFromColumns({ ...columns, noise, y })
      return scoresOf(await rank(table, { target: 'y', by: [`eigenvector-centrality${options}`] }))
    }
    for (const options of ['', ':kernel=fslib', ':scale=minmax', ':scale=minmax,kernel=fslib']) {
      const first = await ask(1, options)
      for (const times of [0.001, 1000])
        for (const [name, score] of await ask(times, options)) expect(score).toBeCloseTo(first.get(name)!, 9)
    }
    expect([...(await ask(1000)).keys()].at(-1)).toBe('noise')
    expect([...(await ask(1000, ':scale=none')).keys()][0]).toBe('noise')
  })

  it('is a method of select, and permutes its levels with the values', async () => {
    const table = await readTable('examples/penguins.csv')
    const { selected } = await select(table, {
      target: 'species',
      method: 'eigenvector-centrality:alpha=1',
      k: 2,
    })
    expect(selected).toEqual(['flipper_length_mm', 'bill_length_mm'])
    const { rankings } = await rank(table, {
      target: 'species',
      by: ['eigenvector-centrality:alpha=1'],
      permutations: 19,
      discretise: 'mdl',
    })
    expect(rankings[0].scores.filter(({ score }) => score !== null).every(({ pValue }) => pValue! > 0)).toBe(
      true,
    )
  })
})

describe.each(['eigenvector-centrality', 'eigenvector-centrality:kernel=fslib', 'infinite-fs'])(
  '%s',
  (by) => {
    const duckdb = oneEngine()

    it('is the same on DuckDB, also of many columns and with missing values', async () => {
      // The kernel changes no request.
      for (const [width, share] of by.includes('kernel')
        ? ([[6, 0.2]] as const)
        : ([
            [12, 0],
            [6, 0.2],
          ] as const)) {
        const random = randomOf(width)
        const y = Array.from({ length: 60 }, (_, row) => 'abb'[row % 3])
        const columns = Array.from({ length: width }, (_, c) => {
          const cell = (level: string) => Math.round(20 * random() + (level === 'a' ? c : 0))
          return [`x${c}`, y.map((level) => (random() < share ? null : cell(level)))] as const
        })
        const table = tableFromColumns([...columns, ['y', y]])
        const source = await duckdb.sourceOf(table)
        const [memory, engine] = [
          await rank(table, { target: 'y', by: [by] }),
          await rank(source, { target: 'y', by: [by] }),
        ]
        const found = scoresOf(engine)
        for (const [name, score] of scoresOf(memory)) expect(found.get(name)).toBeCloseTo(score!, 10)
      }
    })

    it('ties copies, whatever the order of the columns', async () => {
      const table = await readTable('examples/breast-cancer.csv')
      const cells = (name: string) => {
        const column = table.columns.find((one) => one.name === name)!
        return column.type === 'numeric'
          ? [...column.values]
          : [...column.codes].map((code) => column.levels[code])
      }
      const columns = table.columns.map(({ name }) => [name, cells(name)] as const)
      const copied = [['copy', cells('mean area')] as const, ...columns.toReversed()]
      const { rankings } = await rank(tableFromColumns(copied), { target: 'diagnosis', by: [by] })
      const rankOf = (name: string) => rankings[0].scores.find(({ feature }) => feature === name)!.rank
      expect(rankOf('copy')).toBe(rankOf('mean area'))
      const [first, turned] = [columns, columns.toReversed()].map((order) =>
        rank(tableFromColumns(order), { target: 'diagnosis', by: [by] }),
      )
      const found = scoresOf(await turned)
      for (const [name, score] of scoresOf(await first)) expect(found.get(name)).toBeCloseTo(score!, 10)
    })
  },
)
