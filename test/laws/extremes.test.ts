import { criteria, CribaError, rank, tableFromColumns, tableFromCsv, tableFromRows } from 'criba'
import type { RankResult, RankSpec } from 'criba'
import { describe, expect, it } from 'vitest'
import { expectPlain } from '../contract/expectations.ts'
import { countsRows, randomOf } from '../contract/tables.ts'
import type { Cells, Named } from './given.ts'

const rows = 24
const random = randomOf(1)
const fill = (cell: (row: number) => number | string | null): Cells =>
  Array.from({ length: rows }, (_, row) => cell(row))
const numericTarget = fill((row) => row + random())
const classTarget = fill((row) => ['no', 'yes'][row % 2])
const ordinary = fill(() => random())

function specFor(id: string): { spec: RankSpec; outcome: Cells } {
  const { target } = criteria.find((criterion) => criterion.id === id)!
  if (target === null) return { spec: { by: [id], drop: ['outcome'] }, outcome: classTarget }
  const outcome = target === 'values' ? numericTarget : classTarget
  return { spec: { by: [id], target: 'outcome' }, outcome }
}

/** A plain result without NaN, or an error of one line that names the column. */
async function settle(columns: Named, spec: RankSpec, named: string | RegExp): Promise<RankResult | null> {
  try {
    const result = await rank(tableFromColumns(columns), spec)
    expectPlain(result)
    return result
  } catch (error) {
    expect(error).toBeInstanceOf(CribaError)
    const { message } = error as CribaError
    expect(message).not.toMatch(/[\n\r\u2028\u2029]/)
    expect(message).not.toMatch(/NaN|undefined|\[object/)
    expect(message).toMatch(named)
    return null
  }
}

const values: Readonly<Record<string, Cells>> = {
  'as large as numbers get': fill((row) => (row % 3 === 0 ? 1e308 : row)),
  'from end to end': fill((row) => (row % 2 === 0 ? 1.7e308 : -1.7e308)),
  'always the largest': fill(() => 1.7e308),
  'of squares too large': fill((row) => (row % 2 === 0 ? 1e160 : row)),
  'as small as numbers get': fill((row) => (row % 4) * 5e-324),
  'of squares too small': fill((row) => row * 1e-170),
  'zeros of either sign': fill((row) => (row % 2 === 0 ? 0 : -0)),
  'about 2^53': fill((row) => 2 ** 53 + 2 * (row % 5)),
  'on a large offset': fill((row) => 1e15 + (row % 7)),
  'of all sizes': fill((row) => 10 ** (row * 20 - 240)),
  'one other value': fill((row) => (row === 7 ? 1 : 0)),
  'all but missing': fill((row) => (row < 1 ? 1 : null)),
  'two values': fill((row) => (row < 2 ? row : null)),
  'not finite': fill((row) => [1, NaN, Infinity, -Infinity][row % 4]),
}

describe.each(criteria.map(({ id }) => id))('%s', (id) => {
  const { spec, outcome } = specFor(id)
  // One regression on all columns is refused for their number as well; what it says then is tested below.
  const named = (names: RegExp) =>
    id === 'z-score-joint' ? new RegExp(`${names.source}|complete rows`) : names

  it.each(Object.entries(values))('takes numbers %s', async (_, cells) => {
    await settle(
      [
        ['odd', cells],
        ['outcome', outcome],
      ],
      spec,
      named(/odd/),
    )
    await settle(
      [
        ['plain', ordinary],
        ['odd', cells],
        ['outcome', outcome],
      ],
      spec,
      named(/odd/),
    )
    for (const missing of ['complete', 'median', 'level'] as const) {
      await settle(
        [
          ['odd', cells],
          ['plain', ordinary],
          ['outcome', outcome],
        ],
        { ...spec, missing },
        named(/odd|outcome/),
      )
    }
  })

  it.each(Object.entries(values))('takes numbers %s under every discretiser', async (_, cells) => {
    for (const discretise of ['equal-frequency', 'equal-width', 'mdl'] as const) {
      if (discretise === 'mdl' && spec.target === undefined) continue
      await settle(
        [
          ['odd', cells],
          ['plain', ordinary],
          ['outcome', outcome],
        ],
        { ...spec, discretise },
        named(/odd/),
      )
    }
  })

  it.each(Object.entries(values))('takes a target of numbers %s', async (_, cells) => {
    if (spec.target === undefined) return
    for (const task of ['regression', 'classification'] as const) {
      await settle(
        [
          ['plain', ordinary],
          ['outcome', cells],
        ],
        { ...spec, task },
        named(/outcome|plain|class/),
      )
    }
  })

  it('two rows are enough, or too few with a reason', async () => {
    await settle(
      [
        ['one', [1, 2]],
        ['outcome', id === 'variance' ? [1, 2] : outcome.slice(0, 2)],
      ],
      spec,
      /one|outcome|2 complete rows/,
    )
    await settle(
      [
        ['text', ['u', 'v']],
        ['outcome', outcome.slice(0, 2)],
      ],
      spec,
      /text/,
    )
  })

  it('a target without values, or with one, is an error that names it', async () => {
    if (spec.target === undefined) return
    for (const cells of [
      fill(() => null),
      fill(() => 3),
      fill(() => 'same'),
      fill((row) => (row < 5 ? 1 : null)),
    ]) {
      await expect(
        rank(
          tableFromColumns([
            ['plain', ordinary],
            ['outcome', cells],
          ]),
          spec,
        ),
      ).rejects.toThrow(/outcome/)
      await settle(
        [
          ['plain', ordinary],
          ['outcome', cells],
        ],
        spec,
        /outcome/,
      )
    }
  })

  it('a target that is no column is an error that offers the nearest', async () => {
    if (spec.target === undefined) return
    const asked = rank(
      tableFromColumns([
        ['plain', ordinary],
        ['outcome', outcome],
      ]),
      { ...spec, target: 'outcom' },
    )
    await expect(asked).rejects.toThrow('unknown target: outcom (did you mean outcome?)')
  })

  it('ten thousand categories are no trouble', async () => {
    const many = Array.from({ length: 10_000 }, (_, row) => `category ${row}`)
    const y = many.map((_, row) => (outcome === numericTarget ? Math.sin(row) : ['no', 'yes'][row % 2]))
    const result = await settle(
      [
        ['many', many],
        ['plain', y.map((_, row) => (row * 7919) % 10_007)],
        ['outcome', y],
      ],
      spec,
      /many/,
    )
    expect(result).not.toBeNull()
  })
})

describe('names', () => {
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '🍇 größe',
    '"quoted"',
    "it's",
    '<b>&amp;</b>',
    'a,b',
    ' spaced ',
  ]

  it.each(criteria.map(({ id }) => id))('%s takes any name', async (id) => {
    const { spec, outcome } = specFor(id)
    const cells = names.map(() => fill(() => random()))
    const columns: Named = [...names.map((name, i) => [name, cells[i]] as const), ['outcome', outcome]]
    const result = await settle(
      columns,
      { ...spec, types: Object.fromEntries(names.map((name) => [name, 'numeric'])) },
      /./,
    )
    expect(result!.rankings[0].scores.map(({ feature }) => feature).toSorted()).toEqual(names.toSorted())
    for (const name of names) {
      const alone = await settle(
        [
          [name, outcome],
          ['x', ordinary],
          ['w', fill(() => 1)],
        ],
        specOf(id, name),
        /./,
      )
      expect(alone!.data.target).toBe(id === 'variance' ? null : name)
    }
  })

  function specOf(id: string, target: string): RankSpec {
    return id === 'variance' ? { by: [id], drop: [target], weights: 'w' } : { by: [id], target, weights: 'w' }
  }

  it.each(names)('%s as a level, a weight, a column to drop', async (name) => {
    const levels = fill((row) => [name, 'other', null][row % 3])
    const table = tableFromColumns([
      [name, levels],
      ['w', fill(() => 2)],
      ['x', ordinary],
      ['y', classTarget],
    ])
    expectPlain(await rank(table, { target: 'y', weights: 'w', missing: 'level' }))
    expectPlain(await rank(table, { target: name, weights: 'w' }))
    expectPlain(await rank(table, { target: 'y', drop: [name, 'w'], types: { x: 'categorical' } }))
  })

  it('tables keep such names from rows and from text', () => {
    const fromRows = tableFromRows([
      JSON.parse('{"__proto__": 1, "constructor": "a"}'),
      JSON.parse('{"__proto__": 2}'),
    ] as never)
    expect(fromRows.columns.map(({ name, missing }) => [name, missing && [...missing]])).toEqual([
      ['__proto__', null],
      ['constructor', [0, 1]],
    ])
    const fromText = tableFromCsv('__proto__,"a\nb"\n1,2\n3,4')
    expect(fromText.columns.map(({ name }) => name)).toEqual(['__proto__', 'a\nb'])
  })

  describe('with a line break', () => {
    const broken = 'first\nsecond'
    const plain: Named = [
      ['x', ordinary],
      ['outcome', classTarget],
    ]
    const oneLine = async (columns: Named, spec: RankSpec) => {
      const error: unknown = await rank(tableFromColumns(columns), spec).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(CribaError)
      expect((error as CribaError).message).not.toMatch(/[\n\r]/)
      expect((error as CribaError).message).toMatch(/first/)
    }
    const gone = fill((row) => (row % 2 === 0 ? 1 : null))

    it('scores as any other', async () => {
      const result = await settle([[broken, ordinary], ...plain], { target: 'outcome' }, /first/)
      expect(result!.rankings[0].scores.map(({ feature }) => feature)).toContain(broken)
    })
    it('an unknown target', () => oneLine(plain, { target: broken }))
    it('a constant target', () => oneLine([...plain, [broken, fill(() => 1)]], { target: broken }))
    it('an empty target', () => oneLine([...plain, [broken, fill(() => null)]], { target: broken }))
    it('missing values refused', () =>
      oneLine([...plain, [broken, gone]], { target: 'outcome', missing: 'error' }))
    it('a wrong type', () =>
      oneLine([...plain, [broken, classTarget]], { target: 'outcome', types: { [broken]: 'numeric' } }))
    it('wrong weights', () => oneLine([...plain, [broken, gone]], { target: 'outcome', weights: broken }))
    it('no column a method can take', () =>
      oneLine([[broken, classTarget], plain[1]], { target: 'outcome', by: ['anova-f'] }))
    it('an unknown method', () => oneLine(plain, { target: 'outcome', by: [broken] }))
    it('a value that is none', () => {
      expect(() => tableFromColumns([[broken, [{}]]])).toThrow(CribaError)
      expect(() => tableFromColumns([[broken, [{}]]])).not.toThrow(/\n/)
      expect(() => tableFromColumns([[broken, ['a\nb']]], { [broken]: 'numeric' })).not.toThrow(/\n/)
      expect(() =>
        tableFromColumns([
          [broken, [1]],
          [broken, [1]],
        ]),
      ).not.toThrow(/\n/)
      expect(() =>
        tableFromColumns([
          ['a', [1]],
          [broken, [1, 2]],
        ]),
      ).not.toThrow(/\n/)
    })
    it('warnings are one line each', async () => {
      const columns: Named = [...plain, [broken, gone], [`${broken} again`, gone]]
      const { warnings } = await rank(tableFromColumns(columns), {
        target: 'outcome',
        by: ['anova-f', 'mutual-information'],
      })
      for (const { message } of warnings) expect(message).not.toMatch(/\n/)
    })
  })
})

describe('tables without enough rows', () => {
  it('one row, no row, no column', async () => {
    await expect(rank(tableFromColumns({ x: [1], y: [2] }), { target: 'y' })).rejects.toThrow(
      'missing rows: the data have 1',
    )
    await expect(rank(tableFromColumns({ x: [], y: [] }), { target: 'y' })).rejects.toThrow(
      'missing rows: the data have 0',
    )
    expect(() => tableFromColumns({})).toThrow('missing columns')
    await expect(rank(tableFromColumns({ y: [1, 2] }), { target: 'y' })).rejects.toThrow('missing features')
  })

  it('no row that counts is an error that says so', async () => {
    const columns: Named = [
      ['x', ordinary],
      ['outcome', classTarget],
      ['w', fill(() => 0)],
    ]
    await expect(rank(tableFromColumns(columns), { target: 'outcome', weights: 'w' })).rejects.toThrow(
      /weight|\bw\b/,
    )
    await expect(rank(tableFromColumns(columns), { drop: ['outcome'], weights: 'w' })).rejects.toThrow(
      CribaError,
    )
    const apart: Named = [
      ['x', fill((row) => (row < 12 ? 1 : null))],
      ['z', fill((row) => (row < 12 ? null : 1))],
      columns[1],
    ]
    await expect(rank(tableFromColumns(apart), { target: 'outcome', missing: 'complete' })).rejects.toThrow(
      /complete/,
    )
  })
})

it('the regression on all columns names them where the rows are too few', async () => {
  const few: Named = [
    ['first', [1, 2, 4]],
    ['second', [3, 1, 2]],
    ['y', [1, 5, 2]],
  ]
  const asked = rank(tableFromColumns(few), { target: 'y', task: 'regression', by: ['z-score-joint'] })
  await expect(asked).rejects.toThrow(/first.*second/)
})

it('fractional weights give plain results', async () => {
  for (const { id } of criteria) {
    const { spec, outcome } = specFor(id)
    for (const weight of [0.1, 0.5, 1.5, 1e-3, 1e6]) {
      await settle(
        [
          ['x', ordinary],
          ['w', fill((row) => weight * (1 + (row % 3)))],
          ['outcome', outcome],
        ],
        { ...spec, weights: 'w' },
        /./,
      )
    }
  }
})

it('a method that reads levels scores more levels than a table has room for only where it needs none', async () => {
  const many = Array.from({ length: 1100 }, (_, row) => `level ${row}`)
  for (const criterion of criteria.filter((one) => countsRows(one) && one.target === 'levels')) {
    const columns: Named = [
      ['many', many],
      ['few', many.map((_, row) => 'ab'[row % 2])],
      ['outcome', many],
    ]
    const { rankings } = await rank(tableFromColumns(columns), { target: 'outcome', by: [criterion.id] })
    const score = rankings[0].scores.find(({ feature }) => feature === 'many')!
    if (criterion.tables) expect(score).toMatchObject({ score: null, rank: null })
    else expect(score.score).toBeGreaterThan(0)
  }
})
