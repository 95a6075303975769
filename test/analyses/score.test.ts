import { tableFromColumns } from 'criba'
import { coInformation, deltaTest, jointMi, setCriteria } from 'criba/methods'
import type { ScoreResult } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { expectPlain } from '../contract/expectations.ts'
import { columnsOf } from '../neighbours/data.ts'
import { bitsOf, numbers, ofNumbers } from './score-tables.ts'
import { rank, score } from '../untyped.ts'
import type { ScoreSpec } from '../untyped.ts'

describe('the spec', () => {
  const table = tableFromColumns(numbers)
  const messages = ({ warnings }: ScoreResult) => warnings.map(({ message }) => message).join('\n')

  it('has the default joint-mi, and multi-information without a target', async () => {
    expect((await score(table, { features: ['a'], target: 'y' })).scores[0].method).toBe('joint-mi')
    expect((await score(table, { features: ['a', 'b'] })).scores[0].method).toBe('multi-information')
  })

  it('takes names, texts with options, specs and functions', async () => {
    const by = ['delta-test:k=2', { method: 'gamma-test' }, jointMi({ k: 5 }), coInformation, deltaTest()]
    const { scores } = await score(table, { features: ['a', 'b'], target: 'y', by })
    expect(scores.map(({ method, options }) => [method, options['k']])).toEqual([
      ['delta-test', 2],
      ['gamma-test', 10],
      ['joint-mi', 5],
      ['co-information', undefined],
      ['delta-test', 1],
    ])
  })

  it('reads numbers and levels together as levels, and says so', async () => {
    const mixed = await score(table, { features: ['a', 'level'], target: 'y' })
    expect(mixed.warnings.map(({ code }) => code)).toEqual(['mixed-estimators'])
    const counted = { features: ['a', 'level'], target: 'y', by: ['joint-mi:estimator=plug-in'] }
    expect(mixed.scores[0].score).toBe((await score(table, counted)).scores[0].score)
    expect(mixed.coding.map(({ feature }) => feature).sort()).toEqual(['a', 'level', 'y'])
    const numbersOnly = await score(table, { features: ['a', 'b'], target: 'y' })
    expect(numbersOnly.coding.map(({ cuts, levels }) => [cuts, levels])).toEqual([])
  })

  it('conditions by levels where it discretises', async () => {
    const spec = { features: ['a'], target: 'y', given: ['b'], by: ['joint-mi:estimator=plug-in'] }
    const { scores, coding, given } = await score(table, spec)
    const coded = Object.fromEntries(
      coding.map(({ feature, cuts = [] }) => [
        feature,
        numbers[feature].map((x) => `bin ${cuts.filter((cut) => cut < (x as number)).length}`),
      ]),
    )
    expect(given).toEqual(['b'])
    expect(Object.keys(coded).sort()).toEqual(['a', 'b', 'y'])
    expect(scores[0].score).toBe(await bitsOf(coded, 'joint-mi:estimator=plug-in', spec))
  })

  it('warns of ties among neighbours, whose places are shared or taken', async () => {
    const tied = tableFromColumns(columnsOf('rounded', 80, 52))
    const ask = async (by: string) => messages(await score(tied, { features: ['a'], target: 'y', by: [by] }))
    for (const by of ['joint-mi', 'joint-mi:estimator=ksg2', 'delta-test:ties=first'])
      expect(await ask(by)).toMatch(/neighbours tie: \d+ of 80 rows have more than [13] at the distance/)
    expect(await ask('delta-test')).toBe('')
    // Each suggests its own remedy.
    expect(await ask('joint-mi')).toMatch(
      /; noise of 1e-10 standard deviations parts them \(jitter=0 counts them/,
    )
    expect(await ask('delta-test:ties=first')).toMatch(
      /counted \(ties=shared depends on nothing but the data\)$/,
    )
    expect(await ask('joint-mi:jitter=1e-5')).toMatch(/noise of 0.00001 standard deviations/)
  })

  it('warns of columns that coincide, where copies raise a score without bound', async () => {
    const a = numbers['a'] as number[]
    const copied = tableFromColumns({ ...numbers, inches: a.map((x) => 2 - x / 2.54) })
    const ask = async (features: string[], by: string[], more: Partial<ScoreSpec> = {}) =>
      (await score(copied, { features, target: 'y', by, ...more })).warnings
        .filter(({ code }) => code === 'duplicate')
        .map(({ message }) => message)
    const by = ['total-correlation', 'multi-information:estimator=nearest', 'multi-information', 'joint-mi']
    const coincide = 'columns a and inches coincide, which raises it without bound'
    expect(await ask(['a', 'b', 'inches'], by)).toEqual([
      `total-correlation: ${coincide} (leave one out, or take joint-mi)`,
      `multi-information: ${coincide} (leave one out, or count levels)`,
    ])
    expect(await ask(['a', 'b', 'inches'], ['total-correlation:scale=none'])).toHaveLength(1)
    expect(await ask(['a', 'b', 'c'], by)).toEqual([])
    expect(await ask(['a'], ['total-correlation'])).toEqual([])
    expect(await ask(['a', 'inches'], ['multi-information', 'joint-mi'])).toEqual([])
    const engine = await duckSourceOf(copied)
    const spec = { features: ['a', 'inches'], target: 'y', by: ['total-correlation'] }
    expect((await score(engine, spec)).warnings).toEqual((await score(copied, spec)).warnings)
    engine.close()
  })

  it('names what takes the target among criteria of sets, not among rankers', async () => {
    const species = tableFromColumns({ ...numbers, level: numbers['a'].map((_, row) => `l${row % 3}`) })
    const ask = (by: string, target: string) => score(species, { features: ['a', 'b'], target, by: [by] })
    await expect(ask('delta-test', 'level')).rejects.toThrow(
      'unsuitable target for delta-test: level is categorical (needs numbers; try joint-mi)',
    )
    await expect(ask('kl-divergence', 'level')).rejects.toThrow(
      'has 3 classes (needs exactly 2; try joint-mi)',
    )
    await expect(ask('kl-divergence', 'y')).rejects.toThrow(/classification, or try joint-mi\)$/)
    await expect(rank(species, { target: 'level', by: ['delta-test'] })).rejects.toThrow(
      /try mutual-information or anova-f\)$/,
    )
  })

  it('gives the same from a source as from a table', async () => {
    const engine = await duckSourceOf(table)
    // An engine permutes levels, and passes rows to memory; it does not compute moments of permuted numbers.
    const by = ofNumbers.filter(({ target, id }) => target !== 'values' && id !== 'cfs').map(({ id }) => id)
    const spec = { features: ['a', 'b'], target: 'y', by, permutations: 5 }
    const found = await score(engine, spec)
    const expected = await score(table, spec)
    engine.close()
    // The learners sum numbers in an order that depends on the source.
    const withoutSums = ({ scores, ...rest }: ScoreResult) => ({
      ...rest,
      data: expected.data,
      seconds: 0,
      scores: scores.map((one) => (one.method === 'cv' ? { ...one, score: one.score!.toFixed(9) } : one)),
    })
    expect(withoutSums(found)).toEqual(withoutSums(expected))
    expect(found.data.source).toBe('duckdb')
  })

  it('uses the rows complete in all columns that are named, and no others', async () => {
    const holed = {
      ...numbers,
      a: numbers['a'].map((x, row) => (row % 7 === 3 ? null : x)),
      c: numbers['c'].map(() => null),
    }
    const rest = Object.fromEntries(
      Object.entries(numbers).map(([name, cells]) => [name, cells.filter((_, row) => row % 7 !== 3)]),
    )
    for (const missing of ['pairwise', 'complete'] as const) {
      for (const { id } of ofNumbers) {
        const spec = { features: ['a', 'b'], target: 'y', by: [id] }
        const [found] = (await score(tableFromColumns(holed), { ...spec, missing })).scores
        expect(found).toEqual((await score(tableFromColumns(rest), spec)).scores[0])
        expect(found.n).toBe(rest['a'].length)
      }
    }
  })

  it('gives p-values by permutation, except where no target is read', async () => {
    const y = numbers['y'] as number[]
    const related = tableFromColumns({ ...numbers, same: y.map((one, row) => one + (row % 3) / 100) })
    const by = [
      'joint-mi',
      'joint-mi:estimator=plug-in',
      'delta-test',
      'gamma-test',
      'entropy',
      'multi-information',
    ]
    const spec = { features: ['same'], target: 'y', by: by.slice(0, 5), permutations: 19 }
    const { scores } = await score(related, spec)
    expect(scores.map(({ pValue }) => pValue)).toEqual([0.05, 0.05, 0.05, 0.05, undefined])
    const apart = await score(related, { ...spec, features: ['e', 'f'], by, permutations: 39, seed: 2 })
    for (const { pValue, method } of apart.scores) {
      if (['entropy', 'multi-information'].includes(method)) expect(pValue).toBeUndefined()
      else expect((pValue! * 40) % 1).toBeCloseTo(0, 9)
    }
    expect(apart.scores[0].pValue).toBeGreaterThan(0.05)
    const again = await score(related, { ...spec, features: ['e', 'f'], by, permutations: 39, seed: 3 })
    expect(again.scores.map(({ score }) => score)).toEqual(apart.scores.map(({ score }) => score))
    expect(again.scores.map(({ pValue }) => pValue)).not.toEqual(apart.scores.map(({ pValue }) => pValue))
  })
})

describe('the result', () => {
  const by = ofNumbers.filter(({ id }) => id !== 'interaction').map(({ id }) => id)
  const specs: readonly ScoreSpec[] = [
    { features: ['a', 'b', 'c'], target: 'y', by, seed: 3, permutations: 4 },
    { features: ['c', 'a'], target: 'y', by: [...by, 'interaction'], discretise: 'equal-width', bins: 4 },
    { features: ['a', 'level'], target: 'y', given: ['b'], by: ['joint-mi', 'entropy'], missing: 'complete' },
    { features: ['a'], target: 'level', by: ['joint-mi', 'joint-mi:estimator=ross,k=4,clip=true'] },
    { features: ['a', 'b'], by: ['entropy:estimator=nearest,metric=manhattan', 'multi-information'] },
    { features: ['d'], target: 'y', weights: 'weight', by: ['delta-test:target=rank,scale=minmax'] },
  ]
  const table = tableFromColumns({
    ...numbers,
    weight: numbers['y'].map((_, row) => (row % 4 === 0 ? 0 : 1)),
  })
  const timeless = (result: ScoreResult) => ({ ...result, seconds: 0 })

  it.each(specs.map((spec) => [JSON.stringify(spec), spec] as const))(
    'is plain data with its spec, which recreates it: %s',
    async (_, spec) => {
      const result = await score(table, spec)
      expectPlain(result)
      expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      expect(result).toMatchObject({ command: 'score', features: spec.features })
      expect(result.given).toEqual(spec.given)
      expect(result.spec.by).toEqual(result.scores.map(({ method, options }) => ({ method, options })))
      expect(result.data).toMatchObject({ target: spec.target ?? null, rows: table.rows })
      for (const one of result.scores) {
        const merit = setCriteria.find(({ id }) => id === one.method)!
        const units = merit.unitsUnder?.(one.options, result.data.task) ?? merit.units
        expect(one).toMatchObject({ better: merit.better, units })
        // Entropies by neighbours are none where most rows of a column tie.
        if (one.score === null) expect(one.why).toMatch(/rows have neighbour 1 at distance 0/)
        else expect(Number.isFinite(one.score)).toBe(true)
      }
      expect(timeless(await score(table, spec))).toEqual(timeless(result))
      expect(timeless(await score(table, result.spec))).toEqual(timeless(result))
      expect(timeless(await score(table, JSON.parse(JSON.stringify(result.spec)) as ScoreSpec))).toEqual(
        timeless(result),
      )
    },
  )

  it('shows only options that have an effect', async () => {
    const ask = async (by: string) =>
      Object.keys((await score(table, { features: ['a', 'b'], target: 'y', by: [by] })).scores[0].options)
    expect(await ask('joint-mi:estimator=plug-in')).toEqual(['estimator'])
    expect(await ask('joint-mi')).toEqual(['estimator', 'k', 'scale', 'jitter', 'clip'])
    expect(await ask('entropy')).toEqual(['estimator'])
    expect(await ask('entropy:estimator=nearest')).toEqual(['estimator', 'k', 'metric'])
    expect(await ask('total-correlation')).toEqual(['k', 'metric', 'scale'])
  })
})
