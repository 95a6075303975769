import { CribaError, tableFromColumns } from 'criba'
import { pearson } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { expectPlain } from '../contract/expectations.ts'
import { columnsOf } from '../neighbours/data.ts'
import { bitsOf, numbers, ofNumbers } from './score-tables.ts'
import type { Columns } from './score-tables.ts'
import { rank, score } from '../untyped.ts'
import type { ScoreSpec } from '../untyped.ts'

describe('invalid specs', () => {
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
    ['no columns', { features: [] }, /^missing features: the set is empty$/],
    ['no columns at all', {}, /^missing features: the set is empty$/],
    ['no methods', { features: ['a'], by: [] }, /^missing methods: by is empty$/],
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
      'texts for ksg',
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
      { features: ['a'], given: ['b'], by: ['joint-mi:estimator=ksg1'] },
      /^invalid given: joint-mi:estimator=ksg1 is not conditioned on other columns \(use nearest/,
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
      /^unsuitable set for interaction: a single column \(it is of two: in a search use exhaustive:from=2,to=2; of more, co-information\)$/,
    ],
    [
      'three columns for two',
      { features: ['a', 'b', 'c'], by: ['interaction'] },
      /^unsuitable set for interaction: 3 columns/,
    ],
    [
      'weights that count rows twice',
      { features: ['a'], weights: 'weight', by: ['delta-test'] },
      /^unsuitable weights: .*0 or 1$/,
    ],
    [
      'weights that count rows twice, for ksg',
      { features: ['a'], weights: 'weight' },
      /^unsuitable weights: .*0 or 1$/,
    ],
    [
      'neighbours of counts',
      { features: ['a'], by: ['joint-mi:estimator=plug-in,k=3'] },
      /^invalid k: joint-mi takes it only with estimator nearest(?:,| or) /,
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

  const reason =
    /^\d+ complete rows \(needs (more than k = \d+|one for each of \d+ folds)\)$|^values too large, or too close together, to square \(rescale the column\)$|^\d+ of \d+ rows have neighbour \d at distance 0 /

  it.each(Object.entries(tables))('%s: numbers, or a reason', async (_, columns) => {
    const spec = { features: ['a', 'b'], target: 'y', task: 'regression', permutations: 3 } as const
    const result = await score(tableFromColumns(columns), { ...spec, by: [...all, ...byNumbers] })
    expectPlain(result)
    for (const { method, score: found, why, parts } of result.scores) {
      if (found === null) expect(why, method).toMatch(reason)
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

  it('a class of one row adds nothing to its estimate', async () => {
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

describe('invalid specs, one by one', () => {
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

  it('a column of the set dropped, or an unknown one: one clear line', async () => {
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

  it('an unknown part of a spec suggests a part of the spec of score', async () => {
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

  it('the warning of ties with levels names the neighbour of the spec', async () => {
    const tied = tableFromColumns(columnsOf('rounded', 80, 52))
    const spec = { features: ['a'], target: 'level', by: ['joint-mi:estimator=ross,k=4'] }
    const { scores, warnings } = await score(tied, spec)
    expect(warnings[0]?.message ?? scores[0].why).toMatch(
      /more than 4 at the distance of the 4th|neighbour 4 at distance 0/,
    )
  })

  it('classes of one row each: why says so', async () => {
    const alone = tableFromColumns({ a: [1, 2, 3, 4], y: ['p', 'q', 'r', 's'] })
    const { scores } = await score(alone, { features: ['a'], target: 'y', by: ['joint-mi'] })
    expect(scores[0]).toMatchObject({ score: null, n: 0 })
    expect(scores[0].why).toBe('no two complete rows share a level')
  })

  it('the same warning is given once, and names its method', async () => {
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
