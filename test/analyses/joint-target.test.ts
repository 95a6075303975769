import {
  describe as describeColumns,
  interactions,
  openSession,
  rank,
  score,
  select,
  tableFromColumns,
} from 'criba'
import type { RankSpec, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { readTable } from 'criba/node'
import { afterAll, describe, expect, it } from 'vitest'

const rows = 400
const row = (of: (i: number) => string | number | null) => Array.from({ length: rows }, (_, i) => of(i))
const bit = (i: number, place: number) => (i >> place) & 1
const xor = tableFromColumns({
  A: row((i) => (i < 8 ? null : `a${bit(i, 0)}`)),
  B: row((i) => `b, ${bit(i, 1)}`),
  X: row((i) => `x${bit(i, 0) ^ bit(i, 1)}`),
  copy: row((i) => `is ${bit(i, 1)}`),
  n: row((i) => ((i * 7919) % 401) / 400),
  m: row((i) => ((i * 5281) % 401) / 400),
})
const duck = await duckSourceOf(xor)
afterAll(() => duck.close())

/** H of some columns of complete rows, in bits: counted here, not by criba. */
function entropy(...columns: readonly (readonly unknown[])[]): number {
  const counts = new Map<string, number>()
  columns[0].forEach((_, i) => {
    const key = JSON.stringify(columns.map((column) => column[i]))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  })
  return [...counts.values()].reduce(
    (sum, n) => sum - (n / columns[0].length) * Math.log2(n / columns[0].length),
    0,
  )
}

const scoresOf = async (table: Table, spec: RankSpec) =>
  new Map((await rank(table, spec)).rankings[0].scores.map(({ feature, score }) => [feature, score]))

describe('a target of several columns', () => {
  it('has the information that only all of them have', async () => {
    expect((await scoresOf(xor, { target: 'A' })).get('X')).toBeCloseTo(0, 12)
    expect((await scoresOf(xor, { target: 'B' })).get('X')).toBeCloseTo(0, 12)
    const joint = await scoresOf(xor, { target: ['A', 'B'] })
    expect(joint.get('X')).toBeCloseTo(1, 12)
    expect([...joint.keys()]).not.toContain('A')
    expect([...joint.keys()]).not.toContain('B')
  })

  it('is the joint entropy of the penguins, by hand', async () => {
    const penguins = await readTable('examples/penguins.csv')
    const textOf = (name: string) => {
      const column = penguins.columns.find((one) => one.name === name)!
      if (column.type !== 'categorical') throw new Error(name)
      return Array.from(column.codes, (code, i) => (column.missing?.[i] ? null : column.levels[code]))
    }
    const all = ['species', 'sex', 'island'].map(textOf)
    const complete = all[0].flatMap((_, i) => (all.every((column) => column[i] !== null) ? [i] : []))
    const [species, sex, island] = all.map((column) => complete.map((i) => column[i]))
    const found = await scoresOf(penguins, { target: ['species', 'sex'] })
    const expected = entropy(island) + entropy(species, sex) - entropy(island, species, sex)
    expect(found.get('island')).toBeCloseTo(expected, 12)
    const { scores } = await score(penguins, { target: ['species', 'sex'], features: ['island'] })
    expect(scores[0].score).toBeCloseTo(expected, 12)
  })

  it('names its classes, leaves out rows that lack one, and repeats from its result', async () => {
    const spec = { target: ['A', 'B'] }
    const result = await rank(xor, spec)
    expect(result.data.target).toEqual(['A', 'B'])
    expect(result.spec.target).toEqual(['A', 'B'])
    expect(result.coding.find(({ feature }) => feature === 'A, B')?.levels).toEqual([
      'a0, "b, 0"',
      'a0, "b, 1"',
      'a1, "b, 0"',
      'a1, "b, 1"',
    ])
    expect(result.rankings[0].scores[0].n).toBe(rows - 8)
    expect(result.warnings.map(({ message }) => message).join()).toContain(`missing in 8 of ${rows} rows`)
    expect((await rank(xor, result.spec)).rankings).toEqual(result.rankings)
  })

  it('finds a copy of one of them', async () => {
    const { columns, selected } = await select(xor, { target: ['A', 'B'], method: 'jmi', k: 1 })
    expect(columns.find(({ name }) => name === 'copy')?.findings?.[0]).toMatchObject({
      kind: 'target-copy',
      of: 'B',
    })
    expect(selected).toEqual(['X'])
  })

  it.each([
    ['levels', ['A', 'B']],
    ['numbers', ['n', 'm']],
    ['both', ['n', 'A']],
  ])('is the same in memory, in a session and in DuckDB: %s', async (_, target) => {
    const { rankings, coding, spec } = await rank(xor, { target })
    for (const other of [await rank(duck, { target }), await openSession(xor).rank({ target })])
      expect([other.rankings, other.coding, other.spec]).toEqual([rankings, coding, spec])
    expect((await rank(xor, spec)).rankings).toEqual(rankings)
  })

  it('serves pairs and descriptions', async () => {
    const { pairs, data } = await interactions(xor, {
      target: ['A', 'B'],
      drop: ['copy', 'm'],
      permutations: 0,
    })
    expect(data.target).toEqual(['A', 'B'])
    expect(pairs.map(({ a, b }) => [a, b].sort().join())).toEqual(['X,n'])
    const { columns } = await describeColumns(xor, { target: ['A', 'B'] })
    expect(columns.map(({ name }) => name)).toEqual(['X', 'copy', 'n', 'm', 'A, B', 'A', 'B'])
  })

  it.each([
    [['A', 'a'], {}, 'unknown target: a (did you mean A?)'],
    [['A', 'A'], {}, 'invalid target: A (it is named twice)'],
    [['A', 'B'], { drop: ['A'] }, 'invalid drop: A (it is a target)'],
    [
      ['n', 'm'],
      { task: 'regression' as const },
      'invalid task: regression (the joint levels of n, m are classes: leave it out)',
    ],
    [[], {}, 'invalid target: an empty list (needs a column)'],
    [
      ['n', 'm'],
      { by: ['pearson'] as const },
      'unsuitable target for pearson: n, m has joint levels (needs numbers; name one target, or try mutual-information or anova-f)',
    ],
  ])('refuses %j %j', async (target, spec, message) => {
    await expect(rank(xor, { target, ...spec })).rejects.toThrow(message)
  })
})
