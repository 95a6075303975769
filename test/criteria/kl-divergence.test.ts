import { tableFromColumns } from 'criba'
import { klDivergence } from 'criba/methods'
import type { Source, Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import truth from '../truth/estimators.json' with { type: 'json' }
import { near } from '../laws/given.ts'
import { casesOf } from '../measures/tables.ts'
import { randomOf } from '../contract/tables.ts'
import { rank, score } from '../untyped.ts'
import type { ScoreSpec } from '../untyped.ts'

type Columns = Readonly<Record<string, readonly (number | string | null)[]>>

async function divergenceOf(columns: Columns | Table | Source, spec: Partial<ScoreSpec>) {
  const isData = 'rows' in columns && typeof columns.rows === 'number'
  const data = isData ? (columns as Table | Source) : tableFromColumns(columns as Columns)
  const { scores } = await score(data, { target: 'class', features: ['x'], by: ['kl-divergence'], ...spec })
  return scores[0]
}

describe('the divergence between two classes, by counts', () => {
  it.each(casesOf<{ p: number[]; q: number[]; value: number | 'inf' }>('kl-divergence'))(
    'reference: $p $q',
    async ({ p, q, value }) => {
      const { score } = await divergenceOf(
        {
          x: [...p.keys(), ...q.keys()].map((level) => `level ${level}`),
          class: [...p.map(() => 'p'), ...q.map(() => 'q')],
          w: [...p, ...q],
        },
        { weights: 'w' },
      )
      near(score!, value === 'inf' ? Infinity : value)
    },
  )

  it('is of the first class from the second, in the order of levels', async () => {
    const x = ['a', 'a', 'a', 'b', 'a', 'b']
    const y = ['first', 'first', 'first', 'first', 'second', 'second']
    // 3/4·log₂(3/2) + 1/4·log₂(1/2).
    near((await divergenceOf({ x, class: y }, {})).score!, 0.75 * Math.log2(1.5) - 0.25)
    const turned = y.map((label) => (label === 'first' ? 'second' : 'first'))
    // log₂ of 1/2 by 3/4 and of 1/2 by 1/4, half each.
    near((await divergenceOf({ x, class: turned }, {})).score!, 0.5 * Math.log2(2 / 3) + 0.5)
  })

  it('of a set is that of its joint levels, and not below that of a part', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.boolean()), { minLength: 6, maxLength: 40 }),
        async (rows) => {
          const labels = rows.map(([, , first]) => (first ? 'a' : 'b'))
          if (new Set(labels).size < 2) return
          const columns = {
            x: rows.map(([x]) => `x${x}`),
            z: rows.map(([, z]) => `z${z}`),
            both: rows.map(([x, z]) => `x${x} z${z}`),
            class: labels,
          }
          const alone = await divergenceOf(columns, {})
          const joint = await divergenceOf(columns, { features: ['x', 'z'] })
          const both = await divergenceOf(columns, { features: ['both'] })
          near(joint.score!, both.score!)
          expect(joint.score! + 1e-12).toBeGreaterThanOrEqual(alone.score!)
        },
      ),
      { numRuns: runs(80) },
    ))

  it('ranks columns as a method of sets does, with no value where a class has no row', async () => {
    const table = tableFromColumns({
      x: ['a', 'b', null, null],
      z: ['c', 'c', 'c', 'd'],
      class: ['one', 'one', 'two', 'two'],
    })
    const { rankings } = await rank(table, { target: 'class', by: [klDivergence] })
    expect(rankings[0].scores).toMatchObject([
      { feature: 'z', score: 1 },
      { feature: 'x', score: null, why: 'no complete row of class two' },
    ])
  })

  it('needs two classes', async () => {
    await expect(divergenceOf({ x: ['a', 'b', 'c'], class: ['1a', '2b', '3c'] }, {})).rejects.toThrow(
      'unsuitable target for kl-divergence: class has 3 classes (needs exactly 2',
    )
  })
})

describe('the divergence between two classes, by neighbours', () => {
  interface Samples {
    readonly p: string
    readonly q: string
    readonly columns: string[]
    readonly k: number
    readonly value: number
  }
  const sample = (name: string, column: string) =>
    (truth.datasets as unknown as Record<string, { columns: Record<string, number[]> }>)[name].columns[column]

  it.each(casesOf<Samples>('kl-divergence-samples'))(
    'reference: $p $q $columns $k',
    async ({ p, q, columns, k, value }) => {
      const names = Object.fromEntries(
        columns.map((name) => [name, [...sample(p, name), ...sample(q, name)]]),
      ) as Columns
      const labels = [...sample(p, columns[0]).map(() => 'p'), ...sample(q, columns[0]).map(() => 'q')]

      const { score } = await divergenceOf(
        { ...names, class: labels },
        { features: columns, by: [klDivergence({ estimator: 'nearest', k, scale: 'none' })] },
      )
      near(score! * Math.LN2, value)
    },
  )

  const random = randomOf(3)
  const rows = 60
  const labels = Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? 'ill' : 'well'))
  const columns: Columns = {
    x: labels.map((label) => random() + (label === 'ill' ? 0.5 : 0)),
    z: labels.map((_, row) => (row % 13 === 5 ? null : 1000 * random())),
    text: labels.map((_, row) => 'ab'[row % 2]),
    class: labels,
  }
  const nearest = (more = '') => [`kl-divergence:estimator=nearest${more}`]

  /** Wang, Kulkarni and Verdú's estimate from sorted distances. */
  function twin(of: readonly (readonly number[])[], isP: readonly boolean[], k: number): number {
    const [p, q] = [isP.flatMap((is, row) => (is ? [row] : [])), isP.flatMap((is, row) => (is ? [] : [row]))]
    const distance = (a: number, b: number) => Math.hypot(...of.map((column) => column[a] - column[b]))
    const kth = (row: number, others: readonly number[]) =>
      others
        .filter((other) => other !== row)
        .map((other) => distance(row, other))
        .sort((a, b) => a - b)[k - 1]
    const sum = p.reduce((total, row) => total + Math.log(kth(row, q) / kth(row, p)), 0)
    return ((of.length / p.length) * sum + Math.log(q.length / (p.length - 1))) / Math.LN2
  }

  it('is that of its definition, over complete rows, on the standard scale', async () => {
    const complete = labels.map((_, row) => row).filter((row) => columns.z[row] !== null)
    const standard = (name: string) => {
      const values = complete.map((row) => columns[name][row] as number)
      const mean = values.reduce((a, b) => a + b) / values.length
      const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
      return values.map((value) => (value - mean) / sd)
    }
    const isP = complete.map((row) => labels[row] === 'ill')
    for (const k of [1, 2, 5]) {
      const found = await divergenceOf(columns, { features: ['x', 'z'], by: nearest(`,k=${k}`) })
      near(found.score!, twin([standard('x'), standard('z')], isP, k))
      expect(found.n).toBe(complete.length)
    }
  })

  it('feels the scale of columns only where it is asked to', async () => {
    const scaled = {
      ...columns,
      z: columns.z.map((value) => (value === null ? null : (value as number) * 8)),
    }
    for (const scale of ['standard', 'minmax', 'none']) {
      const spec = { features: ['x', 'z'], by: nearest(`,scale=${scale}`) }
      const [before, after] = [await divergenceOf(columns, spec), await divergenceOf(scaled, spec)]
      if (scale === 'none') expect(after.score).not.toBe(before.score)
      else near(after.score!, before.score!)
    }
  })

  it('is the same in memory and in the engine, with permutations and weights 0 and 1', async () => {
    const table = tableFromColumns({ ...columns, w: labels.map((_, row) => (row % 10 === 3 ? 0 : 1)) })
    const engine = await duckSourceOf(table)
    for (const by of [nearest(',k=2'), ['kl-divergence']]) {
      const spec: Partial<ScoreSpec> = { features: ['x', 'z'], by, permutations: 19, weights: 'w', seed: 4 }
      const ours = await divergenceOf(table, spec)
      expect(ours.pValue).toBeGreaterThan(0)
      expect(await divergenceOf(engine, spec)).toEqual(ours)
      expect((await divergenceOf(table, { ...spec, seed: 5 })).score).toBe(ours.score)
    }
    engine.close()
    const without = await divergenceOf(
      Object.fromEntries(
        Object.entries(columns).map(([name, cells]) => [name, cells.filter((_, row) => row % 10 !== 3)]),
      ),
      { features: ['x', 'z'], by: nearest(',k=2') },
    )
    near(
      (await divergenceOf(table, { features: ['x', 'z'], by: nearest(',k=2'), weights: 'w' })).score!,
      without.score!,
    )
  })

  it.each([
    ['coinciding rows', [1, 1, 2, 3, 4, 5], /^2 of 3 rows coincide with neighbour 1/],
    ['a row of the other class at the same place', [1, 2, 4, 1, 7, 9], /^1 of 3 rows coincide/],
    ['constant columns', [1, 1, 1, 1, 1, 1], /^3 of 3 rows coincide/],
  ])('has no value with %s, and says why', async (_, x, why) => {
    const found = await divergenceOf({ x, class: ['a', 'a', 'a', 'b', 'b', 'b'] }, { by: nearest() })
    expect(found.score).toBeNull()
    expect(found.why).toMatch(why)
  })

  it('needs more than k rows of the first class and k of the second', async () => {
    const table = { x: [1, 2, 4, 8, 16], class: ['a', 'a', 'b', 'b', 'b'] }
    expect(await divergenceOf(table, { by: nearest(',k=2') })).toMatchObject({
      score: null,
      why: '2 complete rows of class a (needs more than k = 2)',
    })
    const turned = { x: table.x, class: table.class.toReversed().map((label) => (label === 'a' ? 'c' : 'b')) }
    expect(await divergenceOf(turned, { by: nearest(',k=3') })).toMatchObject({
      score: null,
      why: '3 complete rows of class b (needs more than k = 3)',
    })
    expect((await divergenceOf(turned, { by: nearest(',k=2') })).score).not.toBeNull()
  })

  it('refuses levels, weights beyond 1, and more rows than can be paired', async () => {
    await expect(divergenceOf(columns, { features: ['text'], by: nearest() })).rejects.toThrow(
      'unsuitable column for kl-divergence: text is categorical (needs numbers)',
    )
    const weighted = { ...columns, w: labels.map((_, row) => 1 + (row % 2)) }
    await expect(divergenceOf(weighted, { by: nearest(), weights: 'w' })).rejects.toThrow(
      'unsuitable weights: neighbours need every weight to be 0 or 1',
    )
    const many = Array.from({ length: 20_001 }, (_, row) => row)
    await expect(
      divergenceOf({ x: many, class: many.map((row) => 'ab'[row % 2]) }, { by: nearest() }),
    ).rejects.toThrow(
      'too many rows: kl-divergence looks at all pairs of 20,001 rows for neighbours (at most 20,000',
    )
  })

  it('takes an option of neighbours only with them', async () => {
    await expect(divergenceOf(columns, { by: ['kl-divergence:k=2'] })).rejects.toThrow(
      'invalid k: kl-divergence takes it only with estimator nearest',
    )
  })
})
