import {
  coInformation,
  CribaError,
  deltaTest,
  jointMi,
  merits,
  pearson,
  rank,
  score,
  tableFromColumns,
} from 'criba'
import type { ScoreResult, ScoreSpec } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectPlain } from '../contract/expectations.ts'
import { near } from '../laws/given.ts'
import { columnsOf } from '../neighbours/data.ts'

type Columns = Readonly<Record<string, readonly unknown[]>>

const bitsOf = async (columns: Columns, by: string, spec: ScoreSpec): Promise<number> =>
  (await score(tableFromColumns(columns), { ...spec, by: [by] })).scores[0].score!

/** Few rows of a few related levels in four columns; the rows of a table of every shape. */
const levelColumns = fc
  .array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(1), fc.nat(2)), { minLength: 4, maxLength: 40 })
  .map((drawn) => ({
    a: drawn.map(([a]) => `a${a}`),
    b: drawn.map(([a, b]) => `b${(a + b) % 3}`),
    z: drawn.map(([, , z]) => `z${z}`),
    y: drawn.map(([a, , z, y]) => `y${(a + z * y) % 3}`),
  }))
  .filter(({ y }) => new Set(y).size > 1)
const law = (check: (columns: Columns & { y: string[]; a: string[] }) => Promise<void>) =>
  fc.assert(fc.asyncProperty(levelColumns, check), { numRuns: 40 })

describe('levels', () => {
  const xor = {
    a: [0, 0, 1, 1, 0, 0, 1, 1],
    b: [0, 1, 0, 1, 0, 1, 0, 1],
    noise: [0, 0, 0, 0, 1, 1, 1, 1],
    y: ['n', 'y', 'y', 'n', 'n', 'y', 'y', 'n'],
  }

  it('exclusive or: nothing apart, one bit together', async () => {
    const spec = { target: 'y', types: { '*': 'categorical' } } as const
    const both = { ...spec, features: ['a', 'b'] }
    for (const feature of ['a', 'b', 'noise'])
      expect(await bitsOf(xor, 'joint-mi:estimator=plug-in', { ...spec, features: [feature] })).toBe(0)
    expect(await bitsOf(xor, 'joint-mi:estimator=plug-in', both)).toBe(1)
    expect(await bitsOf(xor, 'joint-mi', both)).toBe(1)
    expect(await bitsOf(xor, 'interaction', both)).toBe(1)
    expect(await bitsOf(xor, 'co-information', both)).toBe(-1)
    expect(await bitsOf(xor, 'joint-mi', { ...spec, features: ['a'], given: ['b'] })).toBe(1)
    expect(await bitsOf(xor, 'joint-mi', { ...spec, features: ['noise'], given: ['a', 'b'] })).toBe(0)
    expect(await bitsOf(xor, 'entropy', { ...both, features: ['a', 'b', 'noise'] })).toBe(3)
    expect(await bitsOf(xor, 'multi-information', both)).toBe(0)
    // By numbers, nothing need be cut: the two values are the levels.
    expect(await bitsOf(xor, 'joint-mi:estimator=plug-in', { features: ['a', 'b'], target: 'y' })).toBe(1)
  })

  it('total correlation of a set and the target is that of the set and what it tells', () =>
    law(async (columns) => {
      const whole = await bitsOf(columns, 'multi-information', { features: ['a', 'b', 'z', 'y'] })
      const inside = await bitsOf(columns, 'multi-information', { features: ['a', 'b', 'z'] })
      const told = await bitsOf(columns, 'joint-mi', { features: ['a', 'b', 'z'], target: 'y' })
      near(whole, inside + told, 1e-12)
    }))

  it.each(['plug-in', 'miller-madow'])('the chain rule, %s', async (estimator) => {
    const by = `joint-mi:estimator=${estimator}`
    await law(async (columns) => {
      const both = await bitsOf(columns, by, { features: ['a', 'b'], target: 'y' })
      const first = await bitsOf(columns, by, { features: ['a'], target: 'y' })
      const second = await bitsOf(columns, by, { features: ['b'], given: ['a'], target: 'y' })
      near(both, first + second, 1e-12)
      const all = await bitsOf(columns, by, { features: ['a', 'b', 'z'], target: 'y' })
      near(
        all,
        both + (await bitsOf(columns, by, { features: ['z'], given: ['a', 'b'], target: 'y' })),
        1e-12,
      )
      const entropy = `entropy:estimator=${estimator}`
      near(
        await bitsOf(columns, entropy, { features: ['a', 'b', 'z'] }),
        (await bitsOf(columns, entropy, { features: ['a'] })) +
          (await bitsOf(columns, entropy, { features: ['b', 'z'], given: ['a'] })),
        1e-12,
      )
    })
  })

  it('information is what a column takes from the entropy of the target', () =>
    law(async (columns) => {
      const told = await bitsOf(columns, 'joint-mi', { features: ['a', 'b'], target: 'y' })
      const entropy = await bitsOf(columns, 'entropy', { features: ['y'] })
      near(told, entropy - (await bitsOf(columns, 'entropy', { features: ['y'], given: ['a', 'b'] })), 1e-12)
      expect(told).toBeGreaterThanOrEqual(0)
      expect(
        await bitsOf(columns, 'joint-mi', { features: ['a', 'b', 'z'], target: 'y' }),
      ).toBeGreaterThanOrEqual(told - 1e-12)
    }))

  it('interaction is a difference of informations, and minus the co-information of two', () =>
    law(async (columns) => {
      const of = (features: string[]) => bitsOf(columns, 'joint-mi', { features, target: 'y' })
      const both = await bitsOf(columns, 'interaction', { features: ['a', 'b'], target: 'y' })
      near(both, (await of(['a', 'b'])) - (await of(['a'])) - (await of(['b'])), 1e-12)
      const shared = await bitsOf(columns, 'co-information', { features: ['a', 'b'], target: 'y' })
      near(shared, -both, 1e-12)
      if (new Set(columns.a).size > 1)
        near(await bitsOf(columns, 'interaction', { features: ['y', 'b'], target: 'a' }), both, 1e-12)
    }))

  it('names of levels, and a constant column, change nothing', () =>
    law(async (columns) => {
      const renamed = Object.fromEntries(
        Object.entries(columns).map(([name, cells]) => {
          const levels = [...new Set(cells)].sort().reverse()
          return [name, cells.map((cell) => `${levels.indexOf(cell)} of ${name}`)]
        }),
      )
      const withFlat = { ...columns, flat: columns.y.map(() => 'same') }
      const spec = { features: ['a', 'b'], target: 'y' }
      for (const by of ['joint-mi', 'joint-mi:estimator=miller-madow', 'co-information', 'interaction']) {
        const bits = await bitsOf(columns, by, spec)
        expect(await bitsOf(renamed, by, spec)).toBe(bits)
        if (!by.endsWith('n')) {
          near(await bitsOf(withFlat, by, { ...spec, features: ['a', 'b', 'flat'] }), bits, 1e-12)
          near(await bitsOf(withFlat, by, { ...spec, given: ['flat'] }), bits, 1e-12)
        }
      }
      for (const by of ['joint-mi:estimator=shrink', 'entropy:estimator=shrink'])
        near(await bitsOf(renamed, by, spec), await bitsOf(columns, by, spec), 1e-12)
    }))
})

/** Criteria of sets that take a target of numbers. */
const ofNumbers = merits.filter(({ target }) => target !== 'classes')
const numbers: Columns = { ...columnsOf('continuous', 120, 51) }

describe('one column', () => {
  it.each(['plug-in', 'miller-madow', 'shrink', 'nearest', 'ksg1', 'ksg2'])(
    'a set of one is ranked as the column: %s',
    async (estimator) => {
      const table = tableFromColumns(numbers)
      const by = [`mutual-information:estimator=${estimator}`]
      const { rankings } = await rank(table, { target: 'y', by, drop: ['level'] })
      for (const { feature, score: ranked, n } of rankings[0].scores) {
        const spec = { features: [feature], target: 'y', by: [`joint-mi:estimator=${estimator}`] }
        const { scores } = await score(table, spec)
        expect([scores[0].score, scores[0].n]).toEqual([ranked, n])
      }
    },
  )

  it.each(['delta-test', 'delta-test:k=4,ties=first', 'gamma-test', 'gamma-test:target=rank'])(
    'a set of one is ranked as the column: %s',
    async (by) => {
      const table = tableFromColumns(numbers)
      const { rankings } = await rank(table, { target: 'y', by: [by], permutations: 9 })
      for (const { feature, score: ranked, pValue } of rankings[0].scores.filter(
        (one) => one.score !== null,
      )) {
        const spec = { features: [feature], target: 'y', by: [by], permutations: 9 }
        const { scores } = await score(table, spec)
        expect([scores[0].score, scores[0].pValue]).toEqual([ranked, pValue])
      }
    },
  )
})

describe('the question', () => {
  const table = tableFromColumns(numbers)
  const messages = ({ warnings }: ScoreResult) => warnings.map(({ message }) => message).join('\n')

  it('is joint-mi unless said, and multi-information without a target', async () => {
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

  it('reads numbers and levels together by levels, and says so', async () => {
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
    for (const by of ['joint-mi', 'joint-mi:estimator=ksg2', 'total-correlation', 'delta-test:ties=first'])
      expect(await ask(by)).toMatch(/neighbours tie: \d+ of 80 rows have more than [13] at the distance/)
    expect(await ask('delta-test')).toBe('')
    // Each says what it has to offer.
    expect(await ask('joint-mi')).toMatch(/counted \(jitter parts tied rows; counts of levels fit such data/)
    expect(await ask('total-correlation')).toMatch(/counted \(counts of levels fit such data better\)$/)
    expect(await ask('delta-test:ties=first')).toMatch(
      /counted \(ties=shared depends on nothing but the data\)$/,
    )
    expect(await ask('joint-mi:jitter=1e-5')).toBe('')
  })

  it('warns of columns that coincide, where copies raise a score without bound', async () => {
    const a = numbers['a'] as number[]
    const copied = tableFromColumns({ ...numbers, inches: a.map((x) => 2 - x / 2.54) })
    const ask = async (features: string[], by: string[], more: Partial<ScoreSpec> = {}) =>
      (await score(copied, { features, target: 'y', by, ...more })).warnings
        .filter(({ code }) => code === 'duplicate')
        .map(({ message }) => message)
    const by = ['total-correlation', 'multi-information:estimator=nearest', 'multi-information', 'joint-mi']
    const said = 'columns a and inches coincide, which raises it without bound'
    expect(await ask(['a', 'b', 'inches'], by)).toEqual([
      `total-correlation: ${said} (leave one out, or take joint-mi)`,
      `multi-information: ${said} (leave one out, or count levels)`,
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

  it('asks a source as it asks a table', async () => {
    const engine = await duckSourceOf(table)
    const spec = { features: ['a', 'b'], target: 'y', by: ofNumbers.map(({ id }) => id), permutations: 5 }
    const found = await score(engine, spec)
    const expected = await score(table, spec)
    engine.close()
    expect({ ...found, data: expected.data, seconds: 0 }).toEqual({ ...expected, seconds: 0 })
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

  it('gives p-values by permutation, but where no target is looked at', async () => {
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
    'is plain, holds what was asked, and its spec gives it again: %s',
    async (_, spec) => {
      const result = await score(table, spec)
      expectPlain(result)
      expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      expect(result).toMatchObject({ command: 'score', features: spec.features })
      expect(result.given).toEqual(spec.given)
      expect(result.spec.by).toEqual(result.scores.map(({ method, options }) => ({ method, options })))
      expect(result.data).toMatchObject({ target: spec.target ?? null, rows: table.rows })
      for (const one of result.scores) {
        const merit = merits.find(({ id }) => id === one.method)!
        const units = merit.unitsUnder?.(one.options) ?? merit.units
        expect(one).toMatchObject({ better: merit.better, units })
        expect(Number.isFinite(one.score)).toBe(true)
      }
      expect(timeless(await score(table, spec))).toEqual(timeless(result))
      expect(timeless(await score(table, result.spec))).toEqual(timeless(result))
      expect(timeless(await score(table, JSON.parse(JSON.stringify(result.spec)) as ScoreSpec))).toEqual(
        timeless(result),
      )
    },
  )

  it('shows only options that have a say', async () => {
    const ask = async (by: string) =>
      Object.keys((await score(table, { features: ['a', 'b'], target: 'y', by: [by] })).scores[0].options)
    expect(await ask('joint-mi:estimator=plug-in')).toEqual(['estimator'])
    expect(await ask('joint-mi')).toEqual(['estimator', 'k', 'scale', 'jitter', 'clip'])
    expect(await ask('entropy')).toEqual(['estimator'])
    expect(await ask('entropy:estimator=nearest')).toEqual(['estimator', 'k', 'metric'])
    expect(await ask('total-correlation')).toEqual(['k', 'metric', 'scale'])
  })
})

describe('wrong questions', () => {
  const table = tableFromColumns({
    ...numbers,
    text: numbers['level'],
    flat: numbers['a'].map(() => 1),
    weight: numbers['a'].map((_, row) => 1 + (row % 2)),
  })
  const ask = (spec: object) => score(table, { target: 'y', ...spec } as ScoreSpec)

  it.each<[what: string, spec: object, message: RegExp]>([
    ['an unknown column', { features: ['a', 'lavel'] }, /^unknown feature: lavel \(did you mean level\?\)$/],
    ['a column twice', { features: ['a', 'b', 'a'] }, /^invalid features: a is named twice$/],
    ['the target in the set', { features: ['a', 'y'] }, /^invalid features: y \(it is the target\)$/],
    ['the target given', { features: ['a'], given: ['y'] }, /^invalid features: y \(it is the target\)$/],
    ['an unknown column given', { features: ['a'], given: ['q'] }, /^unknown feature: q/],
    [
      'a column in the set and given',
      { features: ['a'], given: ['a'] },
      /^invalid features: a is named twice$/,
    ],
    ['no columns', { features: [] }, /^missing features: the set names none$/],
    ['no columns at all', {}, /^missing features: the set names none$/],
    ['no methods', { features: ['a'], by: [] }, /^missing methods: by names none$/],
    [
      'an unknown method',
      { features: ['a'], by: ['joint-my'] },
      /^unknown method: joint-my \(did you mean joint-mi\?\)$/,
    ],
    [
      'a ranker',
      { features: ['a'], by: ['pearson'] },
      /^unsuitable method: pearson scores single columns, not sets/,
    ],
    [
      'no target',
      { features: ['a'], target: null, by: ['joint-mi'] },
      /^missing target \(joint-mi needs one\)$/,
    ],
    ['an unknown target', { features: ['a'], target: 'yy' }, /^unknown target: yy/],
    ['a constant target', { features: ['a'], target: 'flat' }, /^invalid target: flat is always 1/],
    [
      'texts where numbers are needed',
      { features: ['a', 'text'], by: ['delta-test'] },
      /^unsuitable column for delta-test: text is categorical \(needs numbers\)$/,
    ],
    [
      'texts among margins',
      { features: ['text'], by: ['joint-mi:estimator=ksg1'] },
      /^unsuitable column for joint-mi: text is categorical \(needs numbers\)$/,
    ],
    [
      'texts for a density',
      { features: ['text'], by: ['entropy:estimator=nearest'] },
      /^unsuitable column for entropy: text/,
    ],
    [
      'numbers where levels are needed',
      { features: ['a'], by: ['joint-mi:estimator=ross'] },
      /^unsuitable column for joint-mi: a is numeric \(needs levels\)$/,
    ],
    [
      'levels as a target of numbers',
      { features: ['a'], target: 'text', by: ['total-correlation'] },
      /^unsuitable target for total-correlation: text is categorical \(needs numbers/,
    ],
    [
      'levels with levels by neighbours',
      { features: ['text'], target: 'level', by: ['joint-mi:estimator=ross'] },
      /^unsuitable column for joint-mi: text/,
    ],
    [
      'columns given to neighbours',
      { features: ['a'], given: ['b'] },
      /^invalid given: joint-mi can be conditioned on columns with counts only/,
    ],
    [
      'columns given to a test',
      { features: ['a'], given: ['b'], by: ['delta-test'] },
      /^invalid given: delta-test is not conditioned on other columns$/,
    ],
    [
      'columns given to a correlation',
      { features: ['a'], given: ['b'], by: ['multi-information'] },
      /^invalid given: multi-information is not conditioned/,
    ],
    [
      'one column for two',
      { features: ['a'], by: ['interaction'] },
      /^invalid features: interaction is of two columns, not 1 \(try co-information\)$/,
    ],
    [
      'three columns for two',
      { features: ['a', 'b', 'c'], by: ['interaction'] },
      /^invalid features: interaction is of two columns, not 3/,
    ],
    [
      'weights that count rows twice',
      { features: ['a'], weights: 'weight', by: ['delta-test'] },
      /^unsuitable weights: .*0 or 1$/,
    ],
    [
      'weights that count rows twice, by margins',
      { features: ['a'], weights: 'weight' },
      /^unsuitable weights: .*0 or 1$/,
    ],
    [
      'neighbours of counts',
      { features: ['a'], by: ['joint-mi:estimator=plug-in,k=3'] },
      /^invalid k: joint-mi takes it only with estimator nearest or/,
    ],
    [
      'jitter of counts',
      { features: ['a'], by: ['joint-mi:estimator=shrink,jitter=0.1'] },
      /^invalid jitter: joint-mi takes it only/,
    ],
    [
      'a metric of counts',
      { features: ['a'], by: ['entropy:metric=chebyshev'] },
      /^invalid metric: entropy takes it only with estimator nearest/,
    ],
    ['an unknown option', { features: ['a'], by: ['delta-test:q=1'] }, /^unknown option of delta-test: q/],
    [
      'no neighbour',
      { features: ['a'], by: ['delta-test:k=0'] },
      /^invalid k: 0 \(needs a whole number, 1 to 1000\)$/,
    ],
    [
      'one neighbour for a line',
      { features: ['a'], by: ['gamma-test:k=1'] },
      /^invalid k: 1 \(needs a whole number, 2 to 1000\)$/,
    ],
    ['an unknown task', { features: ['a'], task: 'unsupervised' }, /^invalid task: unsupervised/],
    ['a type for nothing', { features: ['a'], types: { q: 'numeric' } }, /^unknown column in types: q/],
    ['an unknown part', { features: ['a'], feature: 'b' }, /^unknown part of a spec for \w+: feature/],
  ])('%s: one clear line', async (_, spec, message) => {
    const failure: unknown = await ask(spec).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CribaError)
    expect((failure as CribaError).message).toMatch(message)
    expect((failure as CribaError).message).not.toContain('\n')
  })

  it.each([0, 1])('%i rows', async (rows) => {
    const few = tableFromColumns({ a: [1].slice(0, rows), y: [2].slice(0, rows) })
    await expect(score(few, { features: ['a'], target: 'y' })).rejects.toThrow(
      /^missing rows: the data have \d/,
    )
  })
})

describe('hard data', () => {
  const all = ofNumbers.filter(({ id }) => id !== 'interaction').map(({ id }) => id)
  const byNumbers = [
    'entropy:estimator=nearest',
    'joint-mi:estimator=ksg2',
    'delta-test:k=3',
    'gamma-test:k=2',
  ]
  const n = 12
  const column = (at: (row: number) => unknown) => Array.from({ length: n }, (_, row) => at(row))
  const y = column((row) => ((row * 7) % n) + row / 100)
  const tables: Record<string, Columns> = {
    'constant columns': { a: column(() => 4), b: column(() => 0.1), y },
    'one constant column': { a: column(() => 4), b: column((row) => row * 0.37), y },
    'equal rows': { a: column((row) => row % 3), b: column((row) => row % 3), y: column((row) => row % 3) },
    'copies of the target': { a: y, b: y, y },
    'large numbers': { a: column((row) => row * 1e140), b: column((row) => -1e140 * (row % 5)), y },
    'small numbers': { a: column((row) => row * 1e-300), b: column((row) => 5e-324 * (row % 5)), y },
    'far from 0': { a: column((row) => 1e15 + row), b: column((row) => -1e15 + (row % 5)), y },
    'infinite and missing values': {
      a: column((row) => (row === 2 ? Infinity : row === 5 ? null : row % 4)),
      b: column((row) => (row === 3 ? -Infinity : row === 7 ? NaN : row)),
      y,
    },
    'two rows': { a: [1, 2], b: [5, 3], y: [0, 1] },
    'two equal rows': { a: [1, 1], b: [3, 3], y: [0, 1] },
    'three rows': { a: [1, 2, 2], b: [5, 3, 9], y: [0, 1, 1] },
  }

  it.each(Object.entries(tables))('%s: numbers, or a reason', async (_, columns) => {
    const spec = { features: ['a', 'b'], target: 'y', task: 'regression', permutations: 3 } as const
    const result = await score(tableFromColumns(columns), { ...spec, by: [...all, ...byNumbers] })
    expectPlain(result)
    for (const { method, score: found, why, parts } of result.scores) {
      if (found === null) expect(why, method).toMatch(/^\d+ complete rows \(needs more than k = \d+\)$/)
      else expect([found, ...Object.values(parts ?? {})].every(Number.isFinite), method).toBe(true)
    }
  })

  it('as many neighbours as rows: no score, and why', async () => {
    const spec = { features: ['b'], target: 'y' }
    for (const by of [
      'joint-mi',
      'joint-mi:estimator=ksg1',
      'joint-mi:estimator=ksg2',
      'total-correlation',
      'delta-test',
      'gamma-test',
      'entropy:estimator=nearest',
      'multi-information:estimator=nearest',
    ]) {
      const ask = async (k: number) => {
        const method = `${by}${by.includes(':') ? ',' : ':'}k=${k}`
        return (await score(tableFromColumns(tables['one constant column']), { ...spec, by: [method] }))
          .scores[0]
      }
      expect(Number.isFinite((await ask(n - 1)).score), by).toBe(true)
      for (const k of [n, n + 1, 1000])
        expect(await ask(k), by).toMatchObject({
          score: null,
          n,
          why: `12 complete rows (needs more than k = ${k})`,
        })
    }
  })

  it('a class of one row tells nothing of itself', async () => {
    const columns = {
      a: column((row) => row * 0.37),
      y: column((row) => (row === 4 ? 'alone' : 'uv'[row % 2])),
    }
    const without = Object.fromEntries(
      Object.entries(columns).map(([name, cells]) => [name, cells.filter((_, row) => row !== 4)]),
    )
    const by = ['joint-mi:scale=none']
    const found = (await score(tableFromColumns(columns), { features: ['a'], target: 'y', by })).scores[0]
    expect(found.n).toBe(n - 1)
    expect(found).toEqual(
      (await score(tableFromColumns(without), { features: ['a'], target: 'y', by })).scores[0],
    )
  })
})

describe('wrong questions, one by one', () => {
  const table = tableFromColumns({
    ...numbers,
    text: numbers['level'].map((one, row) => `${String(one)}${row % 2}`),
  })
  const failureOf = async (spec: object, data = table): Promise<CribaError> => {
    const failure: unknown = await score(data, { target: 'y', ...spec } as ScoreSpec).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(CribaError)
    return failure as CribaError
  }

  it('multi-information of one column is 0', async () => {
    expect(await bitsOf(numbers, 'multi-information', { features: ['a'] })).toBe(0)
  })

  it('several columns of levels with a number by Ross: one clear line', async () => {
    const spec = { features: ['level', 'text'], by: ['joint-mi:estimator=ross'] }
    expect((await failureOf(spec)).code).toBe('unsuitable')
  })

  it('the weights in the set: one clear line', async () => {
    expect((await failureOf({ features: ['a', 'b'], weights: 'b' })).message).toMatch(
      /^invalid (features|weights): b/,
    )
  })

  it('a column of the set dropped, or one that is not there: one clear line', async () => {
    expect((await failureOf({ features: ['a'], drop: ['a'] })).message).toMatch(/^invalid drop: a/)
    expect((await failureOf({ features: ['a'], drop: ['q'] })).message).toMatch(/^unknown column to drop: q/)
  })

  it('the function of a ranker: one clear line, as its name', async () => {
    for (const by of [[pearson], ['pearson']]) {
      expect((await failureOf({ features: ['a'], by })).message).toMatch(
        /^unsuitable method: pearson scores single/,
      )
    }
  })

  it('the same method twice: one clear line, as where columns are ranked', async () => {
    const by = ['joint-mi', 'joint-mi:k=3']
    expect((await failureOf({ features: ['a'], by })).message).toBe(
      'invalid methods: joint-mi is named twice',
    )
  })

  it('an unknown part of the question names what may be asked of a set', async () => {
    const { message } = await failureOf({ feature: ['a'] })
    expect(message).toMatch(/^unknown part of a spec for score: feature \(did you mean features\?\)$/)
  })

  it('numbers have no level for a missing value: refused, as where columns are ranked', async () => {
    const holed = tableFromColumns({ ...numbers, a: numbers['a'].map((x, row) => (row % 7 ? x : null)) })
    const spec = { features: ['a'], missing: 'level', by: ['delta-test'] }
    expect((await failureOf(spec, holed)).message).toContain('numbers have no level of their own')
  })

  it('no rows: no score, and why, as where columns are ranked', async () => {
    const apart = tableFromColumns({ a: ['u', 'v', null, null], b: [null, null, 'u', 'v'] })
    const { scores } = await score(apart, { features: ['a', 'b'], by: ['entropy', 'multi-information'] })
    expect(scores.map(({ score, n }) => [score, n])).toEqual([
      [null, 0],
      [null, 0],
    ])
  })

  it('ties with levels are told of the neighbour that was asked for', async () => {
    const tied = tableFromColumns(columnsOf('rounded', 80, 52))
    const spec = { features: ['a'], target: 'level', by: ['joint-mi:estimator=ross,k=4'] }
    const [{ message }] = (await score(tied, spec)).warnings
    expect(message).toContain('more than 4 at the distance of the 4th')
  })

  it('classes of one row each: why says so', async () => {
    const alone = tableFromColumns({ a: [1, 2, 3, 4], y: ['p', 'q', 'r', 's'] })
    const { scores } = await score(alone, { features: ['a'], target: 'y', by: ['joint-mi'] })
    expect(scores[0]).toMatchObject({ score: null, n: 0 })
    expect(scores[0].why).toBe('no two complete rows share a level')
  })

  it('the same warning is given once, and says of which method', async () => {
    const tied = tableFromColumns(columnsOf('rounded', 80, 52))
    const by = ['joint-mi:estimator=ksg1', 'joint-mi:estimator=ksg2', 'total-correlation']
    const { warnings } = await score(tied, { features: ['a'], target: 'y', by })
    const messages = warnings.map(({ message }) => message)
    expect(new Set(messages).size).toBe(messages.length)
    expect(messages.some((message) => message.includes('total-correlation'))).toBe(true)
  })

  it('a criterion of sets is not unknown where columns are ranked', async () => {
    await expect(rank(table, { target: 'y', by: ['joint-mi'] })).rejects.toThrow(
      /^unsuitable method: joint-mi/,
    )
  })
})
