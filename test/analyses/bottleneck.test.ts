import { bottleneck, bottleneckColumn, tableFromColumns } from 'criba'
import type { BottleneckResult, BottleneckSpec, CategoricalColumn, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import truth from '../truth/estimators.json' with { type: 'json' }
import { expectPlain } from '../contract/expectations.ts'
import { columnsOf, isVaried, level, near } from '../laws/given.ts'
import { casesOf } from '../measures/tables.ts'
import { rank, score } from '../untyped.ts'

const base = { feature: 'x', target: 'c' } as const

/** The reference table of that name, with the counts of its cells as weights. */
function weighted(name: string): Table {
  const counts = (truth.tables as Record<string, number[][]>)[name]
  const cells = counts.flatMap((row, x) => row.map((w, c) => ({ x: `x${x}`, c: `c${c}`, w })))
  return tableFromColumns({
    x: cells.map(({ x }) => x),
    c: cells.map(({ c }) => c),
    w: cells.map(({ w }) => w),
  })
}

const ask = (name: string, spec: Partial<BottleneckSpec>) =>
  bottleneck(weighted(name), { ...base, weights: 'w', ...spec })
const groupsOf = ({ levels }: BottleneckResult) => levels.map(({ group }) => group)
const hasLevels = ({ table }: { table?: string }) =>
  (truth.tables as Record<string, number[][]>)[table!].some((row) => row.length > 1)

describe('the bottleneck of a column', () => {
  interface Known {
    readonly table: string
    readonly beta: number
    readonly partition: number[]
    readonly entropy: number
    readonly information: number
    readonly informationXT: number
    readonly informationTC: number
  }

  it.each(casesOf<Known & { value: number[] }>('bottleneck-sufficient').filter(hasLevels))(
    'sufficient: $table',
    async ({ table, value, entropy, information }) => {
      const found = await ask(table, { form: 'sufficient' })
      expect(groupsOf(found)).toEqual(value)
      near(found.entropyKept, entropy)
      near(found.informationKept, information)
      near(found.information, information)
      near(found.objective, information)
      expect(found).toMatchObject({ exact: true, converged: true, spec: { beta: null, seed: null } })
    },
  )

  it.each(casesOf<Known & { value: number }>('bottleneck-hard').filter(hasLevels))(
    'hard: $table $beta',
    async ({ table, beta, partition, entropy, information, value }) => {
      const found = await ask(table, { beta })
      expect(groupsOf(found)).toEqual(partition)
      near(found.entropyKept, entropy)
      near(found.informationKept, information)
      near(found.objective, value)
      expect(found).toMatchObject({ exact: true, converged: true, spec: { form: 'hard', beta } })
    },
  )

  it.each(casesOf<Known & { value: number }>('bottleneck-soft').filter(hasLevels))(
    'soft: $table $beta',
    async ({ table, beta, informationXT, informationTC, value }) => {
      const found = await ask(table, { form: 'soft', beta })
      near(found.objective, value)
      near(found.entropyKept, informationXT, 1e-5)
      near(found.informationKept, informationTC, 1e-5)
      for (const { shares, group } of found.levels) {
        expect(group).toBeUndefined()
        near(
          shares!.reduce((sum, share) => sum + share, 0),
          1,
        )
      }
      expect(found).toMatchObject({ exact: false, converged: true })
    },
  )

  const any = columnsOf<[string, string]>([level(6), level(3)], { from: 4, to: 60 }).filter(([, c]) =>
    isVaried(c),
  )
  it('has no more entropy and information than the column, and its spec recreates it', () =>
    fc.assert(
      fc.asyncProperty(
        any,
        fc.constantFrom<Partial<BottleneckSpec>>(
          { form: 'sufficient' },
          {},
          { beta: 0.3 },
          { form: 'soft', beta: 4, seed: 3 },
          { form: 'soft', clusters: 2 },
        ),
        async ([x, c], more) => {
          const table = tableFromColumns({ x, c })
          const found = await bottleneck(table, { ...base, ...more })
          expect(found.entropyKept).toBeLessThanOrEqual(found.entropy + 1e-9)
          expect(found.informationKept).toBeLessThanOrEqual(found.information + 1e-9)
          expect(found.levels.reduce((sum, { rows }) => sum + rows, 0)).toBe(found.n)
          expectPlain(found)
          const again = await bottleneck(table, found.spec)
          expect({ ...again, seconds: 0 }).toEqual({ ...found, seconds: 0 })
        },
      ),
      { numRuns: runs(120) },
    ))

  it('by hand: levels with the same classes are one group at beta 0.05', async () => {
    const table = tableFromColumns({
      x: ['red', 'red', 'green', 'green', 'blue', 'blue', 'blue', 'blue'],
      c: ['yes', 'yes', 'no', 'no', 'yes', 'yes', 'yes', 'yes'],
    })
    const found = await bottleneck(table, base)
    expect(found.levels).toEqual([
      { level: 'blue', rows: 4, group: 0 },
      { level: 'green', rows: 2, group: 1 },
      { level: 'red', rows: 2, group: 0 },
    ])
    expect(found.entropy).toBe(1.5)
    // H of 1/4 and 3/4, the entropy of the class.
    near(found.entropyKept, 2 - 0.75 * Math.log2(3))
    near(found.informationKept, found.entropyKept)
    near(found.objective, 0.95 * found.entropyKept)
    expect(groupsOf(await bottleneck(table, { ...base, beta: 1 }))).toEqual([0, 0, 0])
  })

  it('groups bins of numbers, also for a numeric target, in memory and in the engine', async () => {
    const x = Array.from({ length: 80 }, (_, i) => i)
    const table = tableFromColumns({ x, c: x.map((i) => (i < 20 || i >= 60 ? 0 : 100) + i / 1000) })
    const spec = { ...base, bins: 4, form: 'sufficient' } as const
    const found = await bottleneck(table, { ...spec, discretise: 'equal-width' })
    expect(groupsOf(found)).toEqual([0, 1, 1, 0])
    const engine = await duckSourceOf(table)
    const theirs = await bottleneck(engine, { ...spec, discretise: 'equal-width' })
    engine.close()
    expect({ ...theirs, seconds: 0, data: 0 }).toEqual({ ...found, seconds: 0, data: 0 })
  })

  it.each([
    [{ form: 'sufficient', beta: 0.1 }, 'invalid beta: bottleneck takes it only with form hard or soft'],
    [{ clusters: 2 }, 'invalid clusters: bottleneck takes it only with form soft'],
    [{ seed: 2 }, 'invalid seed: bottleneck takes it only with form soft'],
    [{ form: 'soft', clusters: 0 }, 'invalid clusters: 0 (needs a whole number, 1 or more)'],
    [{ beta: -1 }, 'invalid beta: -1 (needs 0 or more)'],
    [{ form: 'sharp' }, 'invalid form: sharp (needs sufficient, hard or soft)'],
    [{ target: null }, 'missing target (bottleneck needs one)'],
    [{ feature: undefined }, 'missing feature'],
    [{ feature: 'c' }, 'invalid features: c (it is the target)'],
    [{ gamma: 1 }, 'unknown part of a spec for bottleneck: gamma'],
  ])('refuses %j in one line', async (more, message) => {
    await expect(ask('three', more as never)).rejects.toThrow(message)
  })
})

describe('a column of groups', () => {
  const colours = {
    x: ['red', 'red', 'green', 'green', 'blue', 'blue', null, 'blue'],
    c: ['yes', 'yes', 'no', 'no', 'yes', 'yes', 'no', 'yes'],
  }
  const cellsOf = (table: Table, name = 'x') => {
    const { codes, levels, missing } = table.columns.find(
      (column) => column.name === name,
    ) as CategoricalColumn
    return Array.from(codes, (code, row) => (missing?.[row] ? null : levels[code]))
  }

  it('is named by its levels; missing values stay missing, unless they are a level or filled', async () => {
    const table = tableFromColumns(colours)
    const grouped = bottleneckColumn(table, await bottleneck(table, base))
    expect(cellsOf(grouped)).toEqual([
      ...['blue | red', 'blue | red', 'green', 'green', 'blue | red', 'blue | red', null, 'blue | red'],
    ])
    expect(grouped.columns[1]).toBe(table.columns[1])
    const ofLevel = bottleneckColumn(table, await bottleneck(table, { ...base, missing: 'level' }))
    expect(cellsOf(ofLevel)[6]).toBe('green | missing')
    const filled = bottleneckColumn(table, await bottleneck(table, { ...base, missing: 'median', beta: 0.2 }))
    expect(cellsOf(filled)[6]).toBe(cellsOf(filled)[4])
  })

  it('has the information that the bottleneck reports', () =>
    fc.assert(
      fc.asyncProperty(
        columnsOf<[string, string]>([level(6), level(3)], { from: 6, to: 60 }).filter(([, c]) => isVaried(c)),
        fc.constantFrom(0.01, 0.1, 0.4),
        async ([x, c], beta) => {
          const table = tableFromColumns({ x, c })
          const found = await bottleneck(table, { ...base, beta })
          const grouped = bottleneckColumn(table, found)
          const by = ['entropy', 'joint-mi:estimator=plug-in']
          const { scores } = await score(grouped, { features: ['x'], target: 'c', by })
          near(scores[0].score!, found.entropyKept)
          near(scores[1].score!, found.informationKept)
        },
      ),
      { numRuns: runs(80) },
    ))

  it('of numbers is named by ranges, and can be made of new rows and from a result in JSON', async () => {
    const x = Array.from({ length: 80 }, (_, i) => i)
    const table = tableFromColumns({ x, c: x.map((i) => (i < 20 || i >= 60 ? 'out' : 'in')) })
    const spec = { ...base, bins: 8, discretise: 'equal-width' } as const
    const found = await bottleneck(table, spec)
    const read = JSON.parse(JSON.stringify(found)) as BottleneckResult
    const names = ['≤ 19.75 | > 59.25', '(19.75, 59.25]']
    expect(cellsOf(bottleneckColumn(table, found))).toEqual(x.map((i) => names[i < 20 || i >= 60 ? 0 : 1]))
    const rows = tableFromColumns({ y: [1, 2, 3, 4], x: [-5, 19.75, null, 59.25] })
    expect(cellsOf(bottleneckColumn(rows, read))).toEqual([names[0], names[0], null, names[1]])
    const whole = await bottleneck(table, { ...spec, beta: 1 })
    expect(new Set(cellsOf(bottleneckColumn(table, whole)))).toEqual(new Set(['any number']))
  })

  it('of numbers read as levels takes those levels', async () => {
    const table = tableFromColumns({ x: [1, 2, 3, 1, 2, 3], c: ['a', 'b', 'a', 'a', 'b', 'a'] })
    const found = await bottleneck(table, { ...base, types: { x: 'categorical' } })
    expect(cellsOf(bottleneckColumn(table, found))).toEqual(['1 | 3', '2', '1 | 3', '1 | 3', '2', '1 | 3'])
    expect(() => bottleneckColumn(tableFromColumns({ x: [1, 2, 4] }), found)).toThrow(
      'unknown level in column x, row 3: 4 (it has no group)',
    )
  })

  it('never gives two groups one name', async () => {
    const x = ['a', 'b', 'a | b', 'a', 'b', 'a | b', 'missing', null]
    const c = ['u', 'u', 'v', 'u', 'u', 'v', 'w', 'u']
    const table = tableFromColumns({ x, c })
    const grouped = bottleneckColumn(table, await bottleneck(table, { ...base, missing: 'level', beta: 0 }))
    const cells = cellsOf(grouped)
    expect(cells[2]).toBe('"a | b"')
    expect(new Set(cells).size).toBe(3)
    expect(cells[6]).not.toBe(cells[7])
  })

  it('refuses shares, an unknown column and an unknown level', async () => {
    const table = tableFromColumns(colours)
    const soft = await bottleneck(table, { ...base, form: 'soft', beta: 5 })
    expect(() => bottleneckColumn(table, soft)).toThrow('unsuitable bottleneck of x: soft has shares')
    const hard = await bottleneck(table, base)
    expect(() => bottleneckColumn(tableFromColumns({ y: ['red'] }), hard)).toThrow('unknown column: x')
    expect(() => bottleneckColumn(tableFromColumns({ x: ['red', 'pink'] }), hard)).toThrow(
      'unknown level in column x, row 2: pink',
    )
    const numbers = tableFromColumns({ x: [1, 2, 3, 4], c: ['a', 'a', 'b', 'b'] })
    const ofNumbers = await bottleneck(numbers, base)
    expect(() => bottleneckColumn(table, ofNumbers)).toThrow('invalid type of column x: categorical')
  })

  it('can be used as a feature', async () => {
    const table = tableFromColumns(colours)
    const grouped = bottleneckColumn(table, await bottleneck(table, base))
    const { rankings } = await rank(grouped, { target: 'c', by: ['gain-ratio'] })
    near(rankings[0].scores[0].score!, 1)
  })
})
