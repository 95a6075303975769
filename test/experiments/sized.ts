/* Experiments at a size of their own: whole in slow.long.ts, and as small as shows the same in the tests. */

import { runExperiment } from 'criba/experiments'
import type { ExperimentResult, MatrixChart } from 'criba'
import { expect } from 'vitest'
import { schemaFaults } from '../messy/schema.ts'

type Findings = Pick<ExperimentResult, 'claimed' | 'found' | 'tables' | 'charts'>

/** The findings of an experiment, valid by the schema of its result; without a run of its own, those of the whole one. */
async function findingsOf(name: string, run?: Promise<Findings>): Promise<Findings> {
  const findings = await (run ?? runExperiment(name))
  const empty = {
    criba: '1',
    command: 'experiment',
    name,
    title: name,
    source: name,
    warnings: [],
    seconds: 0,
  }
  expect(schemaFaults({ ...empty, ...findings })).toEqual([])
  expect(findings.charts.length).toBeGreaterThan(0)
  return findings
}

/** The rows of a table as records. */
function rowsOf({ tables }: Findings, table = tables[0].name) {
  const { columns, rows } = tables.find(({ name }) => name === table)!
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])))
}

const numberIn = (record: Record<string, unknown>, column: string) => record[column] as number

/** The greedy search on noise reaches the entropy of the class nearly, and its default stop selects nothing. */
export async function holdGreedyOnNoise(run?: Promise<Findings>): Promise<void> {
  const findings = await findingsOf('greedy-on-noise', run)
  const rows = rowsOf(findings)
  expect(rows.map(({ printed }) => printed)).toEqual([0.32, 0.49, 0.62, 0.75, 0.84, 0.9, 0.96])
  expect(findings.found).toContain(`criba selects 0 words in the ${run ? 2 : 6} tables of noise`)
  const entropy = -(57 / 102) * Math.log2(57 / 102) - (45 / 102) * Math.log2(45 / 102)
  for (const kind of ['rare words', 'coins']) {
    const most = rows.map((row) => numberIn(row, `${kind}: most`))
    expect(most).toEqual([...most].sort((a, b) => a - b))
    expect(most[6]).toBeLessThanOrEqual(entropy + 1e-12)
  }
  // Nearly all of the 0.99 bits by coins, most of them by rare words.
  expect(numberIn(rows[6], 'coins: least')).toBeGreaterThan(run ? 0.85 : 0.95)
  expect(numberIn(rows[6], 'rare words: most')).toBeGreaterThan(0.6)
}

/** A square is found by information and not by correlation. */
export async function holdSquare(run?: Promise<Findings>): Promise<void> {
  const rows = rowsOf(await findingsOf('square', run))
  const of = (column: string, measure: string) =>
    rows.find((row) => row.column === column && row.measure === measure)!
  // The mean of |r| of 100 independent rows is √(2/(π·99)) = 0.080.
  const meanOfNoise = numberIn(of('Z', 'correlation'), 'mean')
  expect(Math.abs(meanOfNoise - Math.sqrt(2 / (Math.PI * 99)))).toBeLessThan(0.015)
  expect(numberIn(of('X', 'correlation'), 'most')).toBeLessThan(0.4)
  expect(numberIn(of('X', 'information'), 'least')).toBeGreaterThan(1)
  expect(numberIn(of('X', 'information'), 'share with p < 0.05')).toBe(1)
  expect(numberIn(of('Z', 'information'), 'share with p < 0.05')).toBeLessThan(0.13)
}

/** ReliefF gives copies one weight, finds an XOR among a hundred columns and loses it among many more. */
export async function holdReliefBlindness(run?: Promise<Findings>, many = 1000): Promise<void> {
  const findings = await findingsOf('relief-blindness', run)
  const weights = rowsOf(findings, 'copies').filter(({ column }) => /^r$|of r$/.test(String(column)))
  expect(new Set(weights.map((row) => row['with copies'])).size).toBe(1)
  expect(weights).toHaveLength(4)
  const places = rowsOf(findings)
  const worst = (noise: number, by: string) =>
    numberIn(
      places.find((row) => row['columns of noise'] === noise && row.by === by)!,
      'worst',
    )
  for (const by of ['ReliefF, k = 10', 'MultiSURF']) {
    expect(worst(100, by)).toBe(2)
    expect(worst(many, by)).toBeGreaterThan(2)
  }
  expect(worst(100, 'information of pairs')).toBe(1)
}

/** The ranks of the target of G lead the delta test to five of seven columns, where the others find one or two. */
export async function holdRanksOfTarget(run?: Promise<Findings>): Promise<void> {
  const { tables } = await findingsOf('example-g-ranks', run)
  expect(Object.fromEntries(tables[0].rows.map((row) => [row[0], row[3]]))).toEqual({
    'total correlation': 'x2 x6',
    'total correlation, standardised': 'x6',
    'delta test, standardised': 'x6',
    'KSG information': 'x6',
    'delta test of ranks': 'x0 x1 x2 x5 x6',
  })
}

/**
 * The weights of MI-DT have the published hits up to some number of columns: E always 100 %, D 60 % from α/β = 3.33 on
 * (ejemploE_MIDT.csv, ejemploD_MIDT.csv).
 */
export async function holdAlphaBeta(widest: number, run?: Promise<Findings>): Promise<void> {
  const { tables, charts, found } = await findingsOf('alpha-beta', run)
  const { columns, rows } = tables[1]
  expect(columns.slice(0, 5)).toEqual(['example', 'columns', 'alpha', 'beta', 'hits %'])
  expect(rows).toHaveLength((3 * widest - 7) * 64)
  const ofE = rows.filter(([of]) => of === 'E')
  expect(new Set(ofE.map((row) => row[4]))).toEqual(new Set([100]))
  expect(ofE.slice(0, 9).map((row) => row.slice(2, 4))).toEqual([
    [0.5, 0.5],
    [0.5, 1],
    [0.5, 1.5],
    [0.5, 2],
    [0.5, 3],
    [0.5, 4],
    [0.5, 5],
    [0.5, 10],
    [1, 0.5],
  ])
  const chart = charts[0] as MatrixChart
  expect(chart.values).toEqual([
    [20, 20, 20, 20, 20, 20, 20, 20],
    [20, 20, 20, 20, 20, 20, 20, 20],
    [20, 20, 20, 20, 20, 20, 20, 20],
    [60, 20, 20, 20, 20, 20, 20, 20],
    [60, 20, 20, 20, 20, 20, 20, 20],
    [60, 60, 20, 20, 20, 20, 20, 20],
    [60, 60, 60, 20, 20, 20, 20, 20],
    [60, 60, 60, 60, 60, 20, 20, 20],
  ])
  expect(found).toContain('from α/β = 3.33 on')
}

/** Graphs of rows find the columns that separate the classes, also without a label. */
export async function holdMissingLabels(run?: Promise<Findings>): Promise<void> {
  const rows = rowsOf(await findingsOf('missing-labels', run))
  for (const row of rows) expect(numberIn(row, 'Laplacian score, no label')).toBeGreaterThan(0.9)
  expect(numberIn(rows[0], 'semi-supervised Laplacian')).toBeGreaterThan(
    numberIn(rows[0], 'Fisher score of labelled rows') + 0.3,
  )
  expect(numberIn(rows[rows.length - 1], 'Fisher score of labelled rows')).toBe(1)
}

/** All algorithms on example E have the published hits (ejemploE_todos_algoritmos.csv) up to some number of columns. */
export async function holdAllAlgorithms(widest: number, run?: Promise<Findings>): Promise<void> {
  const { tables } = await findingsOf('all-algorithms', run)
  const [{ columns, rows }, defined] = tables
  const first = columns.indexOf('hits % search MI')
  const published = [
    [100, 100, 100, 100, 100, 100 / 3, 100 / 3],
    [100, 100, 100, 100, 100, 200 / 3, 200 / 3],
    [100, 100, 100, 100, 100, 200 / 3, 200 / 3],
    [100, 100, 100, 100, 100, 100, 100],
    [100, 100, 100, 100, 200 / 3, 100, 100],
    [100, 100, 100, 100, 100, 100, 100],
    [100, 100, 100, 100, 100, 100, 100],
    [100, 100, 100, 100, 100, 100, 100],
    [100, 0, 100, 100, 200 / 3, 200 / 3, 100],
  ]
  expect(rows).toHaveLength(widest - 2)
  for (const [i, row] of rows.entries())
    for (const [j, share] of published[i].entries()) expect(row[first + j]).toBeCloseTo(share, 9)
  expect(columns.slice(1, 10).every((name) => name.startsWith('seconds'))).toBe(true)
  // As defined they find x0, x1, x2 in every table, but for mRMR.
  const sets = (name: string) => defined.rows.map((row) => row[defined.columns.indexOf(name)])
  for (const name of [
    'exhaustive DT',
    'backward MI',
    'backward DT',
    'backward MI-DT',
    'DT, then backward MI',
  ])
    expect(sets(name)).toEqual(rows.map(() => 'x0 x1 x2'))
  // Half of the columns; the relevance of x2 comes first, so not the first half of the columns.
  expect(sets('mRMR, half').slice(0, 3)).toEqual(['x2', 'x0 x2', 'x0 x2'])
  expect(sets('mRMR, rising')).toEqual(rows.map(() => 'x2'))
}
