import { CribaError, tableFromColumns, tableFromCsv, tableFromRows } from 'criba'
import { rankers } from 'criba/methods'
import { describe, expect, it } from 'vitest'
import { expectPlain } from '../contract/expectations.ts'
import { lawSourceOf, randomOf } from '../contract/tables.ts'
import type { Named } from '../laws/given.ts'
import { classTarget, fill, ordinary, expectResultOrError, specFor } from './tables.ts'
import { inTurn } from '../properties/runs.ts'
import { rank } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'

const random = randomOf(2)

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

  it.each(rankers.map(({ id }, place) => [id, place] as const))('%s accepts any name', async (id, place) => {
    const { spec, outcome } = specFor(id)
    const cells = names.map(() => fill(() => random()))
    const columns: Named = [...names.map((name, i) => [name, cells[i]] as const), ['outcome', outcome]]
    const result = await expectResultOrError(
      columns,
      { ...spec, types: Object.fromEntries(names.map((name) => [name, 'numeric'])) },
      /./,
    )
    expect(result!.rankings[0].scores.map(({ feature }) => feature).toSorted()).toEqual(names.toSorted())
    for (const name of inTurn(names, place, 5)) {
      const alone = await expectResultOrError(
        [
          [name, outcome],
          ['x', ordinary],
          ['w', fill(() => 1)],
        ],
        specOf(id, name),
        /./,
        lawSourceOf,
      )
      expect([alone!.data.target].flat()[0]).toBe(id === 'variance' ? null : name)
    }
  })

  function specOf(id: string, target: string): RankSpec {
    const { by = [], target: asked, event, block } = specFor(id).spec
    if (id === 'variance') return { by, drop: [target], weights: 'w' }
    const targets = Array.isArray(asked) ? [target, ...asked.slice(1)] : target
    return { by, target: targets, weights: 'w', ...(event && { event }), ...(block && { block }) }
  }

  it.each(names)('%s may be a level, the target and a dropped column', async (name) => {
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

  it('are kept in tables from rows and from text', async () => {
    const fromRows = tableFromRows([
      JSON.parse('{"__proto__": 1, "constructor": "a"}'),
      JSON.parse('{"__proto__": 2}'),
    ] as never)
    expect(fromRows.columns.map(({ name, missing }) => [name, missing && [...missing]])).toEqual([
      ['__proto__', null],
      ['constructor', [0, 1]],
    ])
    const fromText = await tableFromCsv('__proto__,"a\nb"\n1,2\n3,4')
    expect(fromText.columns.map(({ name }) => name)).toEqual(['__proto__', 'a\nb'])
  })

  const broken = 'first\nsecond'
  const plain: Named = [
    ['x', ordinary],
    ['outcome', classTarget],
  ]
  const halfMissing = fill((row) => (row % 2 === 0 ? 1 : null))

  describe('with a line break are written on one line in the error for', () => {
    const oneLine = async (columns: Named, spec: RankSpec) => {
      const error: unknown = await rank(tableFromColumns(columns), spec).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(CribaError)
      expect((error as CribaError).message).not.toMatch(/[\n\r]/)
      expect((error as CribaError).message).toMatch(/first/)
    }

    it('an unknown target', () => oneLine(plain, { target: broken }))
    it('a constant target', () => oneLine([...plain, [broken, fill(() => 1)]], { target: broken }))
    it('an empty target', () => oneLine([...plain, [broken, fill(() => null)]], { target: broken }))
    it('refused missing values', () =>
      oneLine([...plain, [broken, halfMissing]], { target: 'outcome', missing: 'error' }))
    it('an invalid type', () =>
      oneLine([...plain, [broken, classTarget]], { target: 'outcome', types: { [broken]: 'numeric' } }))
    it('invalid weights', () =>
      oneLine([...plain, [broken, halfMissing]], { target: 'outcome', weights: broken }))
    it('a method without suitable columns', () =>
      oneLine([[broken, classTarget], plain[1]], { target: 'outcome', by: ['anova-f'] }))
    it('an unknown method', () => oneLine(plain, { target: 'outcome', by: [broken] }))
    it('invalid values and tables', () => {
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
  })

  describe('with a line break', () => {
    it('are ranked like any other', async () => {
      const result = await expectResultOrError([[broken, ordinary], ...plain], { target: 'outcome' }, /first/)
      expect(result!.rankings[0].scores.map(({ feature }) => feature)).toContain(broken)
    })

    it('are written on one line in warnings', async () => {
      const columns: Named = [...plain, [broken, halfMissing], [`${broken} again`, halfMissing]]
      const { warnings } = await rank(tableFromColumns(columns), {
        target: 'outcome',
        by: ['anova-f', 'mutual-information'],
      })
      for (const { message } of warnings) expect(message).not.toMatch(/\n/)
    })
  })
})
