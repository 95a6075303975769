import { readFileSync } from 'node:fs'
import { MemorySource, tableFromColumns } from 'criba'
import type { FeatureScore } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { rank, select } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'

/** Values of R's survival, made by events.R. */
const truth = JSON.parse(readFileSync(new URL('events.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly number[]>
>

const places = Array.from({ length: 60 }, (_, i) => i)
const x = places.map((i) => ((i * 37) % 23) + (i % 7) / 4)
const columns: Readonly<Record<string, readonly (number | string | null)[]>> = {
  time: places.map((i) => 1 + ((i * 29 + ((i * i) % 17)) % 20)),
  status: places.map((i) => ((i * 7) % 5 > 1 ? 1 : 0)),
  once: places.map((i) => (i === 11 ? 1 : 0)),
  x,
  gaps: x.map((value, i) => (i % 11 === 3 ? null : value)),
  near: x.map((value) => value / 1000 + 1e6),
  level: places.map((i) => 'abcd'[(i * 13 + Math.floor(i / 5)) % 4]),
  weight: places.map((i) => 1 + (i % 3)),
  half: places.map((i) => (1 + (i % 3)) / 2),
}

function tableOf(...names: readonly string[]) {
  return tableFromColumns(Object.fromEntries(names.map((name) => [name, columns[name]])))
}

async function scoreOf(column: string, by: string, spec: RankSpec = {}): Promise<FeatureScore> {
  const { event = 'status', weights } = spec
  const names = ['time', event!, column, ...(weights ? [weights] : [])]
  const { rankings } = await rank(tableOf(...names), { target: 'time', event, by: [by], ...spec })
  return rankings[0].scores[0]
}

describe('values of R', () => {
  it.each([
    ['x efron', 'x', 'cox-score', {}],
    ['x breslow', 'x', 'cox-score:ties=breslow', {}],
    ['gaps efron', 'gaps', 'cox-score', {}],
    ['once efron', 'x', 'cox-score', { event: 'once' }],
    ['level efron', 'level', 'cox-score', {}],
    ['level breslow', 'level', 'cox-score:ties=breslow', {}],
    ['level log-rank', 'level', 'log-rank', {}],
    ['x concordance', 'x', 'concordance', {}],
    ['gaps concordance', 'gaps', 'concordance', {}],
    ['weighted x efron', 'x', 'cox-score', { weights: 'weight' }],
    ['weighted level log-rank', 'level', 'log-rank', { weights: 'weight' }],
    ['weighted x concordance', 'x', 'concordance', { weights: 'weight' }],
    ['halved x breslow', 'x', 'cox-score:ties=breslow', { weights: 'half' }],
  ] as const)('%s', async (name, column, by, spec) => {
    const { score } = await scoreOf(column, by, spec)
    expect(score).toBeCloseTo(truth[name][0], 11)
  })

  it('a column far from 0 loses none of its digits but those of its cells', async () => {
    const { score } = await scoreOf('near', 'cox-score')
    expect(score! / (await scoreOf('x', 'cox-score')).score!).toBeCloseTo(1, 7)
  })

  it('leukaemia: 6-MP against placebo', async () => {
    const six = [6, 6, 6, 7, 10, 13, 16, 22, 23, 6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35]
    const placebo = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23]
    const table = tableFromColumns([
      ['weeks', [...six, ...placebo]],
      ['relapse', [...six, ...placebo].map((_, i) => (i >= 9 && i < 21 ? 'no' : 'yes'))],
      ['treatment', [...six.map(() => '6-MP'), ...placebo.map(() => 'placebo')]],
    ])
    const spec = { target: 'weeks', event: 'relapse', by: ['log-rank', 'cox-score'] }
    const { rankings, data } = await rank(table, spec)
    const [logRank, cox] = rankings.map(({ scores }) => scores[0])
    expect(logRank.score).toBeCloseTo(16.79, 2)
    expect(logRank.score).toBeCloseTo(truth['freireich log-rank'][0], 11)
    expect(cox.score).toBeCloseTo(truth['freireich efron'][0], 11)
    expect(cox.pFrom).toBe('law')
    expect(data).toMatchObject({ task: 'survival', event: { column: 'relapse', level: 'yes', n: 30 } })
  })
})

describe('what cannot be right is refused', () => {
  const table = tableOf('time', 'status', 'x', 'level', 'half')
  const spec = { target: 'time', event: 'status' }
  it.each([
    [{ by: ['pearson'] }, /unsuitable target for pearson: time is the time until an event/],
    [{ by: ['mutual-information'] }, /unsuitable target for mutual-information/],
    [{ by: ['cox-score'], event: null }, /missing event \(cox-score needs/],
    [{ event: 'state' }, /unknown event column: state/],
    [{ event: 'status=2' }, /unknown event: status is never 2/],
    [{ event: 'level' }, /invalid event: level is .*name the level/],
    [{ event: 'time' }, /it is the target/],
    [{ target: null }, /missing target/],
    [{ task: 'regression' as const }, /invalid task/],
    [{ weights: 'half' }, /unsuitable weights for cox-score: 0.5/],
    [{ discretise: 'mdl' as const, by: ['log-rank'] }, /unsuitable discretise: mdl/],
  ])('%o', async (change, message) => {
    await expect(rank(table, { ...spec, ...change })).rejects.toThrow(message)
  })

  it('times below 0, and no event', async () => {
    const of = (time: readonly number[], died: readonly number[]) =>
      rank(
        tableFromColumns([
          ['time', time],
          ['died', died],
          ['x', [1, 2, 3, 5]],
        ]),
        { target: 'time', event: 'died' },
      )
    await expect(of([1, -2, 3, 4], [1, 1, 0, 1])).rejects.toThrow(/time is -2 in row 2/)
    await expect(of([1, 2, 3, 4], [0, 0, 0, 0])).rejects.toThrow(/no row has the event/)
  })

  it.each([
    [{ search: 'forward', criterion: 'cox-score' }, /unsuitable search: forward/],
    [{ criterion: 'jmi' }, /unsuitable criterion: jmi/],
    [{ stop: 'significance' }, /unsuitable stop: significance/],
    [{ evidence: { learner: 'linear' } }, /invalid learner: linear \(survival needs cox\)/],
    [{ alternatives: true }, /unsuitable event: alternatives/],
    [{ method: 'boruta' }, /unsuitable event: method boruta/],
    [{ prefilter: 'pearson:top=2' }, /unsuitable target for pearson/],
  ])('select %o', async (change, message) => {
    await expect(select(table, { ...spec, ...change })).rejects.toThrow(message)
  })
})

describe('events', () => {
  it('the pairs of time and event are permuted together', async () => {
    const by = ['concordance']
    const spec = { target: 'time', event: 'once', by, permutations: 0 }
    const columnsOfX = tableOf('time', 'once', 'x')
    const { rankings } = await rank(columnsOfX, spec)
    const [{ pFrom, pValue, score }] = rankings[0].scores
    expect(pFrom).toBe('permutation')
    // With one event, 2 × (C − ½) is the rank of its value among the values of the rows at risk.
    expect(Math.abs(score!)).toBeLessThan(0.5)
    expect(pValue).toBeGreaterThan(0.2)
  })

  it('memory and DuckDB give the same bits', async () => {
    const names = ['time', 'status', 'x', 'gaps', 'level']
    const spec = { target: 'time', event: 'status', by: ['cox-score', 'log-rank', 'concordance'] }
    const duckdb = await duckSourceOf(tableOf(...names))
    try {
      const [there, here] = [await rank(duckdb, spec), await rank(tableOf(...names), spec)]
      expect(there.rankings).toEqual(here.rankings)
      expect(there.data).toMatchObject({ source: 'duckdb', event: here.data.event })
    } finally {
      duckdb.close()
    }
  })

  it('a spec names the event, and other levels are censored', async () => {
    const state = columns['status'].map((status, i) => (status === 1 ? 'dead' : i % 2 ? 'lost' : 'alive'))
    const named = tableFromColumns([
      ['time', columns['time']],
      ['state', state],
      ['x', x],
    ])
    const { rankings } = await rank(named, { target: 'time', event: 'state=dead' })
    expect(rankings[0].method).toBe('cox-score')
    expect(rankings[0].scores[0].score).toBeCloseTo(truth['x efron'][0], 11)
  })

  it('rows without an event are left out and counted', async () => {
    const gaps = columns['status'].map((status, i) => (i < 4 ? null : status))
    const lacking = tableFromColumns([
      ['time', columns['time']],
      ['status', gaps],
      ['x', x],
    ])
    const { rankings, warnings } = await rank(lacking, { target: 'time', event: 'status' })
    expect(rankings[0].scores[0].n).toBe(56)
    expect(warnings.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('the event is missing in 4 of 60 rows'),
    )
    const rest = tableFromColumns(
      Object.entries({ time: columns['time'], status: gaps, x }).map(
        ([name, cells]) => [name, cells.slice(4)] as const,
      ),
    )
    const [expected] = (await rank(rest, { target: 'time', event: 'status' })).rankings[0].scores
    expect(rankings[0].scores[0].score).toBe(expected.score)
  })

  it('a column that looks like censoring is warned of where no event is named', async () => {
    const { warnings } = await rank(tableOf('time', 'status', 'x'), { target: 'time', task: 'regression' })
    expect(warnings.map(({ message }) => message)).toContainEqual(expect.stringContaining('--event status'))
  })

  it('select cuts the ranking at a false discovery rate, in one part of the rows or all', async () => {
    const source = new MemorySource(tableOf('time', 'status', 'x', 'level'))
    const found = await select(source, { target: 'time', event: 'status' })
    expect(found.selected).toEqual(['x'])
    expect(found.spec).toMatchObject({ event: 'status', task: 'survival', cut: 'fdr:0.05' })
    const two = await select(source, { target: 'time', event: 'status', k: 2 })
    expect(two.selected).toEqual(['x', 'level'])
  })
})
