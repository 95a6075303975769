import { runExperiment } from 'criba/experiments'
import { expect, it } from 'vitest'
import { published, publishedG6000 } from './published.ts'
import { expectExample, expectRow } from './published-row.ts'
import {
  holdAllAlgorithms,
  holdAlphaBeta,
  holdGreedyOnNoise,
  holdMissingLabels,
  holdRanksOfTarget,
  holdReliefBlindness,
  holdSquare,
} from './sized.ts'

it.each(Object.keys(published))('%s reappears', async (name) => {
  expectExample(await runExperiment(name), published[name])
})

it('greedy search on noise says nearly all there is in seven steps', () => holdGreedyOnNoise())
it('a square is found by information and not by correlation', () => holdSquare())
it('ReliefF loses an XOR among a thousand columns', () => holdReliefBlindness())
it('the ranks of the target of G lead the delta test to five of seven columns', () => holdRanksOfTarget())
it('the weights of MI-DT have the published hits', () => holdAlphaBeta(11))
it('all algorithms on example E have the published hits', () => holdAllAlgorithms(11))
it('graphs of rows find the columns that separate the classes', () => holdMissingLabels())

it('of 63 tables the delta test is exact in 37 as published and in 57 as defined; scale decides total correlation', async () => {
  const { tables, found } = await runExperiment('agreement')
  const { columns, rows } = tables[0]
  const sum = (name: string, of = rows) =>
    of.reduce((total, row) => total + Number(row[columns.indexOf(name)] ?? 0), 0)
  const thousand = rows.filter(([example]) => example !== 'B, 6000 rows')
  expect(sum('tables')).toBe(63)
  expect(sum('delta test as published')).toBe(37)
  expect(sum('delta test')).toBe(57)
  expect(sum('delta test, standardised')).toBe(57)
  expect(sum('tables', thousand)).toBe(53)
  expect(sum('total correlation', thousand)).toBe(40)
  for (const name of ['total correlation, standardised', 'KSG information', 'delta test, standardised'])
    expect(sum(name, thousand)).toBe(47)
  expect(found).toContain('in 37 as published, and in 57 summed over all rows')
})

it('G with 6000 rows reappears', async () => {
  const { tables } = await runExperiment('example-g-6000')
  expectRow(tables[0], publishedG6000, 1e-9)
})

it('more rows help the delta test only where they are summed', async () => {
  const { tables } = await runExperiment('rows-needed')
  const share = (of: string, rows: number, by: string) =>
    tables[0].rows.find((row) => row[0] === of && row[1] === rows && row[2] === by)![4]
  for (const of of ['C', 'D', 'E']) {
    expect(share(of, 1000, 'delta test, standardised')).toBeGreaterThanOrEqual(80)
    expect(share(of, 2000, 'delta test as published')).toBeLessThanOrEqual(60)
  }
})
