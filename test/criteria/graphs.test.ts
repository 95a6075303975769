import { MemorySource, tableFromColumns } from 'criba'
import type { Request } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runs } from '../properties/runs.ts'
import { near } from '../laws/given.ts'
import { randomOf, shuffled } from '../contract/tables.ts'
import { rank, select } from '../untyped.ts'

type Cells = readonly (number | string | null)[]
type Columns = Readonly<Record<string, Cells>>

async function scoresOf(columns: Columns, by: string, target: string | null = 'y') {
  const result = await rank(tableFromColumns(columns), { by: [by], ...(target !== null && { target }) })
  return new Map(result.rankings[0].scores.map((score) => [score.feature, score]))
}

/** The forms of columns on the class graph, or on that of the nearest rows. Squares between classes are all but those within. */
async function formsOf(names: readonly string[], columns: Columns, style: 'fisher' | 'laplacian') {
  const request: Request = {
    kind: 'forms',
    columns: names.map((_, column) => ({ column, coding: null })),
    labels: { column: names.length, coding: { kind: 'values' } },
    graph: style === 'fisher' ? { of: 'class' } : { of: 'knn', k: 5, supervised: false },
    weights: style === 'fisher' ? 'class' : 'heat',
    sigma: null,
    self: false,
    scale: 'none',
    view: {},
  }
  const [{ squares, roughness }] = await new MemorySource(tableFromColumns(columns)).answer([request])
  return { roughness, squares: squares.map((all, i) => (style === 'fisher' ? all - roughness[i] : all)) }
}

/** Two groups of rows on three columns; the third has nothing to do with them. */
function grouped(rows = 60, seed = 3): { readonly columns: Columns; readonly y: readonly string[] } {
  const random = randomOf(seed)
  const y = Array.from({ length: rows }, (_, row) => (row % 3 === 0 ? 'a' : 'b'))
  const from = (apart: number) => y.map((label) => (label === 'a' ? apart : 0) + random())
  return { columns: { near: from(3), less: from(0.5), noise: from(0) }, y }
}

describe('a graph in parts', () => {
  // Eight rows near 0 and twelve near 100, in units of their own: a row of the eight has seven others to list first.
  const random = randomOf(11)
  const y = Array.from({ length: 20 }, (_, row) => (row < 8 ? 'few' : 'many'))
  const far = y.map((label) => (label === 'few' ? 0 : 100) + random())
  const columns: Columns = { far, beside: far.map((x) => x + random()), noise: y.map(() => random()), y }
  const ask = async (by: string, target?: string) => {
    const table = tableFromColumns(columns)
    const spec = target === undefined ? { by: [by], drop: ['y'] } : { by: [by], target }
    const { rankings, warnings } = await rank(table, spec)
    const found = warnings.filter(({ code }) => code === 'disconnected').map(({ message }) => message)
    return { graph: rankings[0].graph!, found }
  }

  it('says so, and what joins them', async () => {
    for (const by of [
      'laplacian-score:scale=none',
      'trace-ratio:style=laplacian,scale=none',
      'spec:graph=knn,scale=none',
    ]) {
      const { graph, found } = await ask(by)
      expect(graph).toMatchObject({ rows: 20, components: 2, isolated: 0, joins: 8 })
      expect(found).toEqual([
        'the graph of the 20 rows has 2 unconnected parts, so columns that tell these apart score best, whatever else they tell (k=8 joins them)',
      ])
    }
    for (const by of ['laplacian-score:k=8,scale=none', 'laplacian-score:graph=epsilon', 'spec']) {
      const { graph, found } = await ask(by)
      expect(graph.components).toBe(1)
      expect(graph).not.toHaveProperty('joins')
      expect(found).toEqual([])
    }
    const [message] = (await ask('laplacian-score:graph=epsilon,epsilon=5,scale=none')).found
    const length = Number(/epsilon=([\d.]+) joins/.exec(message)![1])
    const under = (epsilon: number) => ask(`laplacian-score:graph=epsilon,scale=none,epsilon=${epsilon}`)
    expect((await under(length)).graph.components).toBe(1)
    expect((await under(0.999 * length)).graph.components).toBe(2)
    // exp(−100²/1) is 0: no ε helps.
    const thin = await ask('spec:scale=none,sigma=1')
    expect(thin.graph.components).toBe(2)
    expect(thin.found[0]).toContain('a larger epsilon or sigma may join them')
  })

  it('is silent where the classes are the parts', async () => {
    for (const by of ['laplacian-score:graph=class', 'trace-ratio', 'semi-supervised-laplacian']) {
      const { graph, found } = await ask(by, 'y')
      expect(graph.components).toBe(2)
      expect(found).toEqual([])
    }
    expect((await ask('laplacian-score:supervised=true,k=8', 'y')).found).toEqual([])
  })

  it('is said in a selection too', async () => {
    const { warnings } = await select(tableFromColumns(columns), {
      criterion: 'laplacian-score',
      drop: ['y'],
      k: 1,
    })
    expect(warnings.map(({ code }) => code)).toContain('disconnected')
  })
})

describe('laplacian-score', () => {
  it('is 1/(1+F) on the class graph with class weights, F the Fisher score', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 6, max: 40 }),
        async (seed, rows) => {
          const random = randomOf(seed)
          const y = Array.from({ length: rows }, (_, row) =>
            row < 4 ? 'ab'[row % 2] : 'abc'[Math.floor(3 * random())],
          )
          const columns = {
            x: y.map((label) => Number(label === 'a') * random() + random()),
            z: y.map(() => Math.floor(5 * random())),
            y,
          }
          const fisher = await scoresOf(columns, 'fisher')
          const found = await scoresOf(columns, 'laplacian-score:graph=class,weights=class')
          for (const [feature, { score }] of found) {
            if (score !== null) near(score, 1 / (1 + fisher.get(feature)!.score!), 1e-9)
          }
        },
      ),
      { numRuns: runs(80) },
    ))

  it('is 0 for a column constant within classes, and gives none to a constant column', async () => {
    const { columns, y } = grouped()
    const all = { ...columns, same: y.map((label) => Number(label === 'a')), constant: y.map(() => 4), y }
    const found = await scoresOf(all, 'laplacian-score:graph=class,weights=class')
    expect(found.get('same')).toMatchObject({ score: 0, rank: 1 })
    expect(found.get('constant')).toMatchObject({ score: null, rank: null, why: 'constant on the graph' })
  })

  it('puts the columns of groups before noise, without a target', async () => {
    const { columns } = grouped()
    const found = await scoresOf(columns, 'laplacian-score', null)
    expect(found.get('near')!.rank).toBe(1)
    expect(found.get('noise')!.score!).toBeGreaterThan(found.get('near')!.score!)
  })

  it('is the same in other units, in another order of rows and under other names', async () => {
    const { columns, y } = grouped(40)
    const order = shuffled([...y.keys()], randomOf(5))
    for (const by of [
      'laplacian-score:supervised=true',
      'laplacian-score:graph=epsilon',
      'semi-supervised-laplacian',
    ]) {
      const expected = await scoresOf({ ...columns, y }, by)
      const others: readonly Columns[] = [
        { ...columns, near: columns['near'].map((x) => 1e4 * Number(x) - 3), y },
        Object.fromEntries(
          Object.entries({ ...columns, y }).map(([name, cells]) => [name, order.map((row) => cells[row])]),
        ),
        { ...columns, y: y.map((label) => (label === 'a' ? 'z' : 'q')) },
      ]
      for (const other of others) {
        for (const [feature, { score }] of await scoresOf(other, by))
          near(score!, expected.get(feature)!.score!)
      }
    }
  })

  it('needs a target only where the graph looks at classes', async () => {
    const { columns } = grouped(12)
    for (const by of [
      'laplacian-score:graph=class',
      'laplacian-score:supervised=true',
      'semi-supervised-laplacian',
    ]) {
      await expect(scoresOf(columns, by, null)).rejects.toThrow(/^missing target/)
    }
    await expect(scoresOf(columns, 'laplacian-score:weights=class', null)).rejects.toThrow(
      'invalid weights: class (needs graph class; graph is knn)',
    )
  })

  it('says how many rows have no edge', async () => {
    const { columns, y } = grouped(30)
    const result = await rank(tableFromColumns({ ...columns, y }), {
      target: 'y',
      by: ['laplacian-score:graph=epsilon,epsilon=0.8'],
    })
    expect(result.warnings.map(({ message }) => message).join()).toMatch(
      / of 30 rows have no edge in the graph/,
    )
    const one = await rank(tableFromColumns({ a: [0, 0.1, 0.2, 0.3, 5] }), {
      by: ['laplacian-score:graph=epsilon,epsilon=0.5'],
    })
    expect(one.warnings[0].message).toMatch(/^1 of 5 rows has no edge in the graph/)
  })

  it('selects the columns that follow the graph, by default those below 1', async () => {
    const { columns } = grouped(60)
    const result = await select(tableFromColumns(columns), { criterion: 'laplacian-score' })
    expect(result.spec).toMatchObject({ search: { method: 'ranking' }, cut: 'above:1' })
    expect(result.selected[0]).toBe('near')
    const two = await select(tableFromColumns(columns), { criterion: 'laplacian-score', k: 2 })
    expect(two.selected).toHaveLength(2)
  })
})

describe('half of the labels missing', () => {
  const { columns, y } = grouped(60)
  const half = y.map((label, row) => (row % 2 === 0 ? label : null))

  it.each(['laplacian-score', 'laplacian-score:supervised=true', 'semi-supervised-laplacian'])(
    '%s uses all rows',
    async (by) => {
      const result = await rank(tableFromColumns({ ...columns, y: half }), { target: 'y', by: [by] })
      expect(result.rankings[0].scores.map(({ n }) => n)).toEqual([60, 60, 60])
      expect(result.warnings.find(({ code }) => code === 'missing-target')!.message).toBe(
        'the target is missing in 30 of 60 rows: they take part without it',
      )
      const selected = await select(tableFromColumns({ ...columns, y: half }), {
        target: 'y',
        criterion: by,
        k: 1,
      })
      expect(selected.selected).toEqual(['near'])
      expect(selected.data.used).toMatchObject({ least: 60, most: 60 })
    },
  )

  it('leaves rows without a label out of the class graph, and of other methods', async () => {
    const result = await rank(tableFromColumns({ ...columns, y: half }), {
      target: 'y',
      by: ['laplacian-score', 'laplacian-score:graph=class', 'fisher'],
    })
    expect(result.rankings.map(({ scores }) => scores[0].n)).toEqual([60, 30, 30])
    expect(result.warnings.find(({ code }) => code === 'missing-target')!.message).toBe(
      'the target is missing in 30 of 60 rows: they are left out, except by laplacian-score',
    )
    const labelled = [...y.keys()].filter((row) => row % 2 === 0)
    const only = Object.fromEntries(
      Object.entries({ ...columns, y }).map(([name, cells]) => [name, labelled.map((row) => cells[row])]),
    )
    const expected = await scoresOf(only, 'laplacian-score:graph=class')
    for (const { feature, score } of result.rankings[1].scores) near(score!, expected.get(feature)!.score!)
  })

  it('gives what no label gives where the graph reads none', async () => {
    const without = await scoresOf(columns, 'laplacian-score', null)
    const found = await scoresOf({ ...columns, y: half }, 'laplacian-score')
    for (const [feature, { score }] of found) expect(score).toBe(without.get(feature)!.score)
  })

  it('gives p-values by permutation among the rows that have a label', async () => {
    const result = await rank(tableFromColumns({ ...columns, y: half }), {
      target: 'y',
      by: ['semi-supervised-laplacian'],
      permutations: 19,
    })
    expect(result.rankings[0].scores[0]).toMatchObject({ feature: 'near', pValue: 0.05 })
  })
})

describe('the other methods on graphs', () => {
  const { columns, y } = grouped(40)

  it('semi-supervised-laplacian with all labels is the class graph with binary weights', async () => {
    const expected = await scoresOf({ ...columns, y }, 'laplacian-score:graph=class,weights=binary')
    for (const [feature, { score }] of await scoresOf(
      { ...columns, y },
      'semi-supervised-laplacian:self=true',
    )) {
      near(score!, expected.get(feature)!.score!, 1e-12)
    }
  })

  it('φ₂ of spec is the Laplacian score on the same graph, φ₁ is at most that', async () => {
    const expected = await scoresOf(columns, 'laplacian-score:k=4', null)
    const second = await scoresOf(columns, 'spec:graph=knn,k=4', null)
    const first = await scoresOf(columns, 'spec:graph=knn,k=4,form=phi1', null)
    for (const [feature, { score }] of expected) {
      expect(second.get(feature)!.score).toBe(score)
      expect(first.get(feature)!.score!).toBeLessThanOrEqual(score!)
    }
  })

  it('trace-ratio finds the best set of all, by trying them', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1e6 }),
        fc.integer({ min: 1, max: 4 }),
        async (seed, size) => {
          const random = randomOf(seed)
          const y = Array.from({ length: 20 }, (_, row) => 'ab'[row % 2])
          const names = ['p', 'q', 'r', 's', 't', 'u']
          const weights = names.map(() => random())
          const data = Object.fromEntries(
            names.map(
              (name, i) => [name, y.map((label) => (label === 'a' ? 2 * weights[i] : 0) + random())] as const,
            ),
          )
          for (const style of ['fisher', 'laplacian'] as const) {
            const given = style === 'fisher' ? { ...data, y } : data
            const target = style === 'fisher' ? 'y' : null
            const by = `trace-ratio:columns=${size},style=${style},scale=none`
            const found = await scoresOf(given, by, target)
            const { squares, roughness } = await formsOf(names, { ...data, y }, style)
            const ratioOf = (set: readonly number[]) => {
              const within = set.reduce((sum, i) => sum + roughness[i], 0)
              return set.reduce((sum, i) => sum + squares[i], 0) / within
            }
            const masks = Array.from({ length: 2 ** names.length }, (_, mask) => mask)
            const sets = masks.map((mask) => [...names.keys()].filter((i) => (mask >> i) & 1))
            const first = [...names.keys()].filter((i) => found.get(names[i])!.rank! <= size)
            near(ratioOf(first), Math.max(...sets.filter((set) => set.length === size).map(ratioOf)))
            near(first.reduce((sum, i) => sum + found.get(names[i])!.score!, 0) + 1, 1)
          }
        },
      ),
      { numRuns: runs(50) },
    ))

  it('trace-ratio selects as many columns as its set has', async () => {
    const result = await select(tableFromColumns({ ...columns, y }), {
      target: 'y',
      criterion: { method: 'trace-ratio', options: { columns: 2 } },
    })
    expect(result.selected).toEqual(['near', 'less'])
    const separated = { ...columns, same: y.map((label) => Number(label === 'a')), y }
    const parts = (await scoresOf(separated, 'trace-ratio:columns=1')).get('same')!
    expect(parts).toMatchObject({ rank: 1 })
  })
})

describe('a table in DuckDB, progress and cancelling', () => {
  const { columns, y } = grouped(80)
  const half = y.map((label, row) => (row % 2 === 0 ? label : null))
  const table = tableFromColumns({
    ...columns,
    gaps: y.map((_, row) => (row % 9 === 0 ? null : row)),
    y: half,
  })
  const request: Request = {
    kind: 'forms',
    columns: [0, 1, 2, 3].map((column) => ({ column, coding: null })),
    labels: { column: 4, coding: { kind: 'values' } },
    graph: { of: 'knn', k: 3, supervised: true },
    weights: 'heat',
    sigma: null,
    self: false,
    scale: 'standard',
    view: {},
  }

  it('gives the same bits, also with permuted labels and parts of the rows', async () => {
    const labels = { ...request.labels!, permuted: { seed: 1, number: 2 } }
    const division = { folds: 3, seed: 1, number: 0 }
    const sample = { of: {}, division, part: 0, rows: 'train' as const }
    const requests = [request, { ...request, labels }, { ...request, view: { sample } }]
    const expected = await new MemorySource(table).answer(requests)
    const duckdb = await duckSourceOf(table)
    expect(await duckdb.answer(requests)).toEqual(expected)
    duckdb.close()
    expect(expected[0].n).toBe(71)
    expect(expected[1].roughness).not.toEqual(expected[0].roughness)
    expect(expected[2].n).toBeLessThan(60)
  })

  it('reports shares that rise to 1, and stops when it is told to', async () => {
    const random = randomOf(4)
    const large = tableFromColumns(
      Object.fromEntries(
        Array.from({ length: 12 }, (_, i) => [`x${i}`, Array.from({ length: 2100 }, random)]),
      ),
    )
    // Work is reported at intervals, however fast it is: by this clock one passes between any two looks.
    let time = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 1000))
    onTestFinished(() => clock.mockRestore())
    const shares: number[] = []
    const run = { progress: (share: number) => shares.push(share) }
    await rank(large, { by: ['laplacian-score:graph=epsilon'] }, run)
    expect(shares.at(-1)).toBe(1)
    expect(shares[0]).toBeLessThan(1)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    const stopping = new AbortController()
    const stopped = rank(
      large,
      { by: ['laplacian-score:graph=epsilon'] },
      {
        signal: stopping.signal,
        progress: () => stopping.abort(),
      },
    )
    await expect(stopped).rejects.toThrow('interrupted')
  })

  it('has evidence, from folds of the rows that have a target', async () => {
    const { evidence } = await select(tableFromColumns({ ...columns, y: half }), {
      target: 'y',
      criterion: 'semi-supervised-laplacian',
      k: 1,
      evidence: true,
    })
    expect(evidence!.folds.every(({ features }) => features[0] === 'near')).toBe(true)
  })
})

it('takes rows whose squares vanish as rows at zero', async () => {
  // Columns enough for the nearest rows to be found by products.
  const at = (row: number, column: number) => ((row * 7919 + column * 104_729) % 1009) / 1009
  const tableWith = (size: number) =>
    tableFromColumns(
      Object.fromEntries(
        Array.from({ length: 12 }, (_, j) => [
          `c${j}`,
          Array.from({ length: 320 }, (_, i) => {
            if (i % 16 === 0) return 0
            return i % 16 === 1 ? size * (j + 1) * (1 + i / 100) : at(i, j)
          }),
        ]),
      ),
    )
  const scoresOf = async (size: number) => {
    const by = [{ method: 'laplacian-score', options: { k: 5, scale: 'none' } }]
    const { rankings } = await rank(tableWith(size), { by })
    return rankings[0].scores.map(({ feature, score }) => [feature, score])
  }
  expect(await scoresOf(1e-170)).toEqual(await scoresOf(0))
})
