import { groups, MemorySource, rank, select, tableFromColumns } from 'criba'
import type { GroupsResult, GroupsSpec, Table } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  completeWeights,
  gappyColumns,
  levelTable,
  plainEntropy,
  plainInformation,
} from './plain-information.ts'
import { oneEngine } from '../parity/one-engine.ts'

const duckdb = oneEngine()

/** Columns of a seed: three sources, each with a noisy copy, of numbers and of texts. */
function mixedTable(rows: number, gaps = 0): Table {
  let state = 7
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32
  const columns: Record<string, (number | string | null)[]> = {}
  for (const source of 'xyz') {
    const values = Array.from({ length: rows }, random)
    const cells = (cell: (value: number) => number | string) =>
      values.map((value) => (random() < gaps ? null : cell(value)))
    columns[`${source} number`] = cells((value) => value)
    columns[`${source} near`] = cells((value) => value + random() / 20)
    columns[`${source} text`] = cells((value) => `level ${Math.floor(value * 4)}`)
  }
  columns['target'] = columns['x number'].map((value) => (Number(value) > 0.6 ? 'yes' : 'no'))
  return tableFromColumns(columns)
}

const plain = (result: GroupsResult) => ({ ...result, seconds: 0 })
/** The clusters of the tree with their heights, by the names of their columns. */
function treeOf({ features, merges }: GroupsResult) {
  const members: string[][] = features.map((name) => [name])
  return merges
    .map(({ a, b, height }) => {
      members.push([...members[a], ...members[b]].sort())
      return `${members[members.length - 1].join()} ${height}`
    })
    .sort()
}
const membersOf = ({ groups }: GroupsResult) =>
  groups.map(({ members }) => members.map(({ feature }) => feature))

describe('similarities', () => {
  it('are those of the definitions, with gaps and weights', () =>
    fc.assert(
      fc.asyncProperty(
        gappyColumns,
        fc.constantFrom('symmetrical-uncertainty', 'information-distance'),
        async (columns, by) => {
          const varies = (name: string) => new Set(columns[name].filter((cell) => cell !== null)).size > 1
          const present = (name: string) =>
            varies(name) &&
            plainEntropy([columns[name]], completeWeights([columns[name]], columns.weight)) > 0
          const names = Object.keys(columns).filter((name) => name !== 'weight')
          if (!names.every(present)) return
          const spec = { by, weights: 'weight', standIns: 'a' } as GroupsSpec
          const { standIns } = await groups(levelTable(columns), spec)
          for (const { feature, similarity } of standIns!.others) {
            const [x, y] = [columns['a'], columns[feature]]
            const weights = completeWeights([x, y], columns.weight)
            const whole =
              by === 'symmetrical-uncertainty'
                ? (plainEntropy([x], weights) + plainEntropy([y], weights)) / 2
                : plainEntropy([x, y], weights)
            const wanted = whole > 1e-9 ? plainInformation([x], [y], weights) / whole : 0
            expect(similarity, feature).toBeCloseTo(wanted || 0, 10)
          }
        },
      ),
    ))

  it('are worked by hand: eight rows, half of the information shared', async () => {
    // H(a) = 2 bits, H(b) = 1 bit, and a decides b: I = 1. 2·1/(2 + 1) = 2/3, 1/2 of the joint 2 bits; c is independent of b.
    const columns = {
      a: ['p', 'q', 'r', 's', 'p', 'q', 'r', 's'],
      b: ['u', 'u', 'v', 'v', 'u', 'u', 'v', 'v'],
      c: ['m', 'n', 'm', 'n', 'm', 'n', 'm', 'n'],
    }
    const of = (by: GroupsSpec['by']) => groups(tableFromColumns(columns), { by: by!, standIns: 'b' })
    const first = await of('symmetrical-uncertainty')
    expect(first.standIns!.others).toEqual([
      { feature: 'a', similarity: 2 / 3 },
      { feature: 'c', similarity: 0 },
    ])
    // a and b are as near as a and c: those with the lowest places come first.
    expect(first.merges.map(({ a, b }) => [a, b])).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(first.merges[1].height).toBe(1)
    expect((await of('information-distance')).standIns!.others[0].similarity).toBe(1 / 2)
  })

  it('to the target are those of the criterion', async () => {
    const table = mixedTable(400)
    const spec = { target: 'target', bins: 5 }
    const found = await groups(table, { ...spec, height: 1 })
    const { rankings } = await rank(table, { ...spec, by: ['symmetrical-uncertainty'] })
    const scores = new Map(rankings[0].scores.map(({ feature, score }) => [feature, score]))
    for (const { feature, relevance } of found.groups[0].members) {
      expect(relevance).toBeCloseTo(scores.get(feature)!, 12)
    }
    expect(found.relevance).toBe('symmetrical-uncertainty')
  })
})

describe('groups', () => {
  it('hold columns that share information, with a representative each', async () => {
    const found = await groups(mixedTable(600), { drop: ['target'] })
    expect(membersOf(found).map((names) => names.map((name) => name[0]).join(''))).toEqual([
      'xxx',
      'yyy',
      'zzz',
    ])
    for (const { representative, members, cohesion, height } of found.groups) {
      expect(members.find(({ feature }) => feature === representative)!.similarity).toBe(1)
      expect(height).toBeLessThanOrEqual(0.5)
      expect(1 - cohesion).toBeLessThanOrEqual(height)
    }
  })

  it('are the same with a target, whose information chooses the representatives', async () => {
    const table = mixedTable(600)
    const without = await groups(table, { drop: ['target'] })
    const found = await groups(table, { target: 'target' })
    expect(found.merges).toEqual(without.merges)
    expect(membersOf(found)).toEqual(membersOf(without))
    for (const { representative, members } of found.groups) {
      const most = Math.max(...members.map(({ relevance }) => relevance!))
      expect(members.find(({ feature }) => feature === representative)!.relevance).toBe(most)
    }
  })

  it('hold exact copies at distance 0, under any names of the levels', async () => {
    const letters = Array.from({ length: 60 }, (_, row) => 'abc'[(row * row) % 3] + (row % 2))
    const other = Array.from({ length: 60 }, (_, row) => (row * 7) % 5)
    const table = tableFromColumns({
      letters,
      other,
      renamed: letters.map((letter) => `-${letter}-`),
      again: letters,
      minus: other.map((x) => -x),
    })
    for (const by of ['symmetrical-uncertainty', 'information-distance'] as const) {
      const found = await groups(table, {
        by,
        height: 0,
        types: { other: 'categorical', minus: 'categorical' },
      })
      expect(membersOf(found)).toEqual([
        ['letters', 'renamed', 'again'],
        ['other', 'minus'],
      ])
      expect(found.groups.map(({ height, cohesion }) => [height, cohesion])).toEqual([
        [0, 1],
        [0, 1],
      ])
    }
    const numbers = await groups(table, { by: 'correlation', height: 0 })
    expect(membersOf(numbers)).toEqual([['other', 'minus']])
    expect(numbers.leftOut.map(({ feature }) => feature)).toEqual(['letters', 'renamed', 'again'])
    expect(numbers.leftOut[0].why).toBe('is categorical (correlation needs numbers)')
  })

  it.each([
    {},
    { linkage: 'average' },
    { by: 'information-distance' },
    { by: 'correlation' },
  ] as GroupsSpec[])(
    'do not depend on the order of the columns, the threads or the source: %o',
    async (spec) => {
      const table = mixedTable(300, 0.1)
      const found = await groups(table, spec)
      const reversed = await groups({ ...table, columns: table.columns.toReversed() }, spec)
      if (spec.linkage !== 'average' && spec.by !== 'correlation') {
        expect(treeOf(reversed)).toEqual(treeOf(found))
      }
      expect(plain(await groups(table, spec, { threads: 1 }))).toEqual(plain(found))
      const queried = await groups(await duckdb.sourceOf(table), spec)
      if (spec.by === 'correlation') {
        queried.merges.forEach(({ a, b, height }, step) => {
          expect([a, b]).toEqual([found.merges[step].a, found.merges[step].b])
          expect(height).toBeCloseTo(found.merges[step].height, 9)
        })
      } else {
        expect({ ...plain(queried), data: null }).toEqual({ ...plain(found), data: null })
      }
    },
  )

  it('come in the number that is asked for', async () => {
    const table = mixedTable(500)
    for (const count of [1, 2, 5, 10]) {
      expect((await groups(table, { count })).groups).toHaveLength(count)
    }
    expect((await groups(table, { count: 99 })).groups).toHaveLength(10)
  })

  it('leave out columns without information of their own', async () => {
    const rows = 300
    const table = tableFromColumns({
      id: Array.from({ length: rows }, (_, row) => `id ${row}`),
      always: Array.from({ length: rows }, () => 'x'),
      none: Array.from({ length: rows }, () => NaN),
      a: Array.from({ length: rows }, (_, row) => row % 3),
      b: Array.from({ length: rows }, (_, row) => (row * row) % 5),
    })
    const found = await groups(table)
    expect(found.leftOut.map(({ feature }) => feature)).toEqual(['id', 'always', 'none'])
    expect(found.features).toEqual(['a', 'b'])
  })

  it('refuse numbers whose squares overflow or underflow by correlation, and name them', async () => {
    const x = Array.from({ length: 20 }, (_, i) => (i * 7) % 11)
    const table = tableFromColumns({
      x,
      huge: x.map((value) => value * 1e300),
      tiny: x.map((value) => value * 1e-300),
      other: x.map((value, i) => value + (i % 3)),
    })
    await expect(groups(table, { by: 'correlation' })).rejects.toThrow(
      'unsuitable columns for correlation: huge, tiny (values too large, or too close together, to square: rescale or drop them)',
    )
    const ofHuge: GroupsSpec = { by: 'correlation', target: 'huge', task: 'regression', drop: ['tiny'] }
    await expect(groups(table, ofHuge)).rejects.toThrow('columns for correlation: huge (')
    expect((await groups(table)).groups[0].members.length).toBeGreaterThan(2)
  })

  it('take a pair without common rows as unlike, and warn of it', async () => {
    const rows = Array.from({ length: 80 }, (_, row) => row)
    const table = tableFromColumns({
      a: rows.map((row) => (row < 40 ? row % 2 : NaN)),
      b: rows.map((row) => (row < 40 ? NaN : row % 2)),
      c: rows.map((row) => row % 2),
    })
    const { standIns, warnings } = await groups(table, { standIns: 'a' })
    expect(standIns!.others).toEqual([
      { feature: 'c', similarity: 1 },
      { feature: 'b', similarity: 0 },
    ])
    expect(warnings.map(({ message }) => message).join()).toContain('no row has values of both: a × b')
  })

  it('are what a selection takes as groups', async () => {
    const table = mixedTable(500)
    const found = await groups(table, { target: 'target' })
    const asSpec = Object.fromEntries(
      found.groups.map(({ representative, members }) => [
        representative,
        members.map(({ feature }) => feature),
      ]),
    )
    const { selected } = await select(table, { target: 'target', method: 'jmi', k: 1, groups: asSpec })
    expect([...selected].sort()).toEqual(['x near', 'x number', 'x text'])
  })
})

describe('stability', () => {
  it('is 1 for groups that every half has, and the same for the same seed on both sources', async () => {
    const table = mixedTable(250, 0.05)
    const spec = { drop: ['target'], stability: 5 }
    const found = await groups(table, spec)
    for (const { stability } of found.groups) expect(stability).toBe(1)
    // A merge at the height of the cut is above it in about half of the halves.
    const loose = { ...spec, height: found.merges[3].height }
    const source = new MemorySource(table)
    const first = await groups(source, loose, { threads: 1 })
    expect(plain(await groups(source, loose))).toEqual(plain(first))
    expect(first.groups.some(({ stability }) => stability! < 1)).toBe(true)
    const again = await groups(table, { ...loose, seed: 1 })
    expect(again.groups.map(({ stability }) => stability)).not.toEqual(
      first.groups.map(({ stability }) => stability),
    )
    expect((await groups(await duckdb.sourceOf(table), loose)).groups).toEqual(first.groups)
  })

  it('survives halves in which a column has no value or one', async () => {
    const rows = Array.from({ length: 40 }, (_, row) => row)
    const table = tableFromColumns({
      a: rows.map((row) => row % 4),
      b: rows.map((row) => (row * row) % 7),
      rare: rows.map((row) => (row < 2 ? row : NaN)),
      single: rows.map((row) => (row === 3 ? 'x' : 'y')),
    })
    for (const by of ['symmetrical-uncertainty', 'correlation', 'information-distance'] as const) {
      const found = await groups(table, { by, stability: 20 })
      for (const { stability } of found.groups) expect(stability).toBeGreaterThan(0)
    }
  })
})

describe('what groups refuses', () => {
  const table = mixedTable(50)
  it.each([
    [{ height: 0.2, count: 3 }, 'invalid count: a height is given too (leave out one of the two)'],
    [{ height: 2 }, 'invalid height: 2 (needs 0 to 1)'],
    [{ by: 'rho' }, 'invalid by: rho (needs symmetrical-uncertainty, correlation or information-distance)'],
    [{ standIns: 'x numbr' }, 'unknown column: x numbr (did you mean x number?)'],
    [{ standIns: 'target', target: 'target' }, 'invalid standIns: target (it is the target)'],
    [
      { standIns: 'x text', by: 'correlation' },
      'unsuitable standIns: x text is categorical (correlation needs numbers)',
    ],
    [
      { types: { '*': 'categorical' }, by: 'correlation' },
      'missing features: groups needs 2 or more columns that vary (has none; x number is categorical (correlation needs numbers), x near is categorical (correlation needs numbers), x text is categorical (correlation needs numbers) and 7 more)',
    ],
  ] as [object, string][])('%o', async (spec, message) => {
    await expect(groups(table, spec)).rejects.toThrow(message)
  })

  it('is too many columns, with the number', async () => {
    const columns = Object.fromEntries(Array.from({ length: 5800 }, (_, i) => [`c${i}`, [0, 1, 2]]))
    await expect(groups(tableFromColumns(columns))).rejects.toThrow(
      'too many columns: 5800 have 16817100 pairs (at most 16777216; rank them first, and drop the others)',
    )
  })
})
