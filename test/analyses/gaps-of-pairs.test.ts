import { tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { randomCells, termsOf } from './gaps-plain.ts'
import type { Cell } from './gaps-plain.ts'
import { rank, select } from '../untyped.ts'

const names = ['x0', 'x1', 'x2', 'x3', 'x4', 'x5']
const pairsOf = (set: readonly string[]) => set.flatMap((b, i) => set.slice(0, i).map((a) => [a, b] as const))
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const tableOf = (cells: Readonly<Record<string, readonly Cell[]>>) =>
  tableFromColumns(Object.fromEntries(Object.entries(cells).map(([name, values]) => [name, [...values]])))

describe('sets by their pairs, where values are missing', () => {
  const cells = randomCells(21, 180, 6, 0.15)
  const t = termsOf({ cells, target: 'y' })
  const table = tableOf(cells)
  const merits: Readonly<Record<string, (set: readonly string[]) => number>> = {
    'sum-mi': (set) => sum(set.map(t.relevance)),
    'quadratic-mi:beta=0.4,gamma=0.3': (set) =>
      sum(set.map(t.relevance)) +
      2 * sum(pairsOf(set).map(([a, b]) => 0.3 * t.conditional(a, b) - 0.4 * t.redundancy(a, b))),
    cfs: (set) =>
      sum(set.map((name) => t.uncertainty(name, 'y'))) /
      Math.sqrt(set.length + 2 * sum(pairsOf(set).map(([a, b]) => t.uncertainty(a, b)))),
  }
  it.each(Object.keys(merits))('%s', async (criterion) => {
    const spec = { target: 'y', criterion, search: 'exhaustive', landscape: 'all' } as const
    const { landscape, data } = await select(table, spec)
    expect(landscape).toHaveLength(63)
    for (const { features, score } of landscape!) expect(score).toBeCloseTo(merits[criterion](features), 9)
    expect(data.used!.missing).toBe('pairwise')
    expect(data.used!.least).toBeLessThan(data.used!.most)
  })

  it('spectral-cmi is the first eigenvector of informations over the rows of each pair', async () => {
    const entry = (i: string, j: string) => (i === j ? t.relevance(i) : (t.given(i, j) + t.given(j, i)) / 2)
    const matrix = names.map((i) => names.map((j) => entry(i, j)))
    let z = names.map(() => 1)
    for (let step = 0; step < 2000; step++) {
      const next = matrix.map((line) => sum(line.map((value, place) => value * z[place])))
      const length = Math.sqrt(sum(next.map((value) => value * value)))
      z = next.map((value) => value / length)
    }
    const { rankings } = await rank(table, { target: 'y', by: ['spectral-cmi'] })
    for (const { feature, score } of rankings[0].scores) {
      expect(score).toBeCloseTo(z[names.indexOf(feature)], 8)
    }
  })

  it('qpfs has weights that satisfy the conditions of the optimum', async () => {
    const alpha = 0.6
    const { rankings } = await rank(table, { target: 'y', by: [`qpfs:alpha=${alpha}`] })
    const weight = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score!]))
    const redundancies = names.map((i) => names.map((j) => t.redundancy(i, j)))
    // The gradient of the objective is equal for all columns with a weight, and no smaller for the others.
    const slopes = names.map(
      (name, i) =>
        (1 - alpha) * sum(names.map((other, j) => redundancies[i][j] * weight.get(other)!)) -
        alpha * t.relevance(name),
    )
    const least = Math.min(...slopes)
    names.forEach((name, i) => {
      if (weight.get(name)! > 1e-6) expect(slopes[i]).toBeCloseTo(least, 8)
    })
  })
})

describe('numbers by their correlations, where values are missing', () => {
  const rows = 200
  const uniform = (seed: number) => {
    let state = seed * 48271 + 11
    return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
  }
  const u = uniform(3)
  const base = Array.from({ length: rows }, u)
  const columns: Record<string, Cell[]> = { y: base.map((value) => value + u()) }
  for (let c = 0; c < 5; c++) {
    columns[`x${c}`] = base.map((value) => (u() < 0.1 * c ? null : value * (c % 3) + u()))
  }
  const rho = (a: string, b: string) => {
    const pairs = columns['y'].flatMap((_, row) =>
      columns[a][row] === null || columns[b][row] === null
        ? []
        : [[columns[a][row] as number, columns[b][row] as number]],
    )
    const [ma, mb] = [0, 1].map((i) => sum(pairs.map((pair) => pair[i])) / pairs.length)
    const product = (i: number, j: number, mi: number, mj: number) =>
      sum(pairs.map((pair) => (pair[i] - mi) * (pair[j] - mj)))
    return Math.abs(product(0, 1, ma, mb) / Math.sqrt(product(0, 0, ma, ma) * product(1, 1, mb, mb)))
  }
  const table = tableOf(columns)

  it('cfs takes each over the rows complete in its own two', async () => {
    const spec = {
      target: 'y',
      criterion: 'cfs:relation=pearson',
      search: 'exhaustive',
      landscape: 'all',
    } as const
    const { landscape } = await select(table, spec)
    for (const { features, score } of landscape!) {
      const merit =
        sum(features.map((name) => rho(name, 'y'))) /
        Math.sqrt(features.length + 2 * sum(pairsOf(features).map(([a, b]) => rho(a, b))))
      expect(score).toBeCloseTo(merit, 9)
    }
  })

  it('mrmr by correlations takes each over the rows complete in its own two', async () => {
    const method = 'mrmr:relevance=f-statistic,redundancy=pearson'
    const { selected, steps } = await select(table, { target: 'y', method, k: 3 })
    steps.forEach(({ feature, redundancy }, i) => {
      if (i === 0) return
      const before = selected.slice(0, i).map((name) => rho(feature, name))
      expect(redundancy).toBeCloseTo(sum(before) / i, 9)
    })
  })
})
