import { tableFromColumns } from 'criba'
import { iamb, mmpc } from 'criba/methods'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'

/** y depends on a and b, c on y; d on a alone; e is noise, and n noise of numbers. */
function network(rows: number, seed: number) {
  const random = randomOf(seed)
  const chance = (p: number) => random() < p
  const columns: Record<string, (string | number)[]> = { a: [], b: [], c: [], d: [], e: [], n: [], y: [] }
  const text = (value: boolean) => (value ? 'yes' : 'no')
  for (let row = 0; row < rows; row++) {
    const [a, b] = [chance(0.5), chance(0.4)]
    const y = chance(a ? (b ? 0.9 : 0.6) : b ? 0.4 : 0.1)
    const values = { a, b, y, c: chance(y ? 0.8 : 0.2), d: chance(a ? 0.85 : 0.1), e: chance(0.5) }
    for (const [name, value] of Object.entries(values)) columns[name].push(text(value))
    columns['n'].push(random())
  }
  return columns
}

describe('test=g2', () => {
  it.each(['iamb', 'mmpc'])('of %s takes G² as it is, by hand', async (method) => {
    // G² = 2Σ O·ln(O/E) with 1 degree of freedom.
    const cells = [
      ['a', 'n', 9],
      ['a', 'y', 3],
      ['b', 'n', 2],
      ['b', 'y', 8],
    ] as const
    const rows = cells.flatMap(([x, y, count]) => Array.from({ length: count }, () => [x, y] as const))
    const table = tableFromColumns({ x: rows.map(([x]) => x), y: rows.map(([, y]) => y) })
    const expected = [(12 * 11) / 22, (12 * 11) / 22, (10 * 11) / 22, (10 * 11) / 22]
    const g2 = 2 * cells.reduce((sum, [, , count], i) => sum + count * Math.log(count / expected[i]), 0)
    // The tail of χ²₁ is that of a normal distribution on both sides: its density, added up in small steps.
    let tail = 0
    for (let t = Math.sqrt(g2) + 5e-5; t < 12; t += 1e-4) tail += 2 * Math.exp((-t * t) / 2) * 1e-4
    tail /= Math.sqrt(2 * Math.PI)
    const [plain, scaled] = [`${method}:test=g2`, method].map((one) =>
      select(table, { target: 'y', method: one, asIs: true }),
    )
    expect((await plain).steps[0].pValue).toBeCloseTo(tail, 7)
    expect((await scaled).steps[0].pValue).toBeGreaterThan(1.05 * tail)
  })
})

describe('iamb and mmpc', () => {
  it('find the blanket, and say what makes the others independent', async () => {
    const table = tableFromColumns(network(2000, 1))
    for (const method of [iamb({ alpha: 0.001 }), mmpc({ alpha: 0.001 })]) {
      const { selected, setAside, method: id, evaluations } = await select(table, { target: 'y', method })
      expect(selected.toSorted()).toEqual(['a', 'b', 'c'])
      expect(id).toBe(method.method)
      expect(evaluations).toBeGreaterThan(8)
      const reason = setAside.find(({ feature }) => feature === 'd')!
      expect(reason.given).toContain('a')
      expect(reason.because).toBe(`independent of y given ${reason.given!.join(', ')}`)
      expect(reason.pValue).toBeGreaterThan(0.001)
    }
  })

  it('are methods like others: in evidence, explanations, events and from the spec of their results', async () => {
    const table = tableFromColumns(network(400, 2))
    const events: string[] = []
    const spec = { target: 'y', method: 'mmpc:alpha=0.01,most=2', evidence: true, why: 'd' }
    const { seconds: _, ...found } = await select(table, spec, { on: ({ kind }) => events.push(kind) })
    // They end by a test of their own, so evidence cuts nothing.
    expect(found.uncut).toBeUndefined()
    expect(found.evidence!.selected.mean).toBeGreaterThan(found.evidence!.none.mean)
    expect(found.why!.explanation).toContain('independent of y')
    expect(events.filter((kind) => kind === 'step')).toHaveLength(found.steps.length)
    expect(found.spec.search).toEqual({
      method: 'max-min',
      options: { alpha: 0.01, most: 2, test: 'scaled' },
    })
    const { seconds: __, ...again } = await select(table, found.spec)
    expect(again).toEqual(found)
    expect((await select(table, { target: 'y', method: 'iamb', k: 1 })).stopped).toBe('k = 1')
    const kept = await select(table, { target: 'y', method: 'iamb', keep: ['e'] })
    expect(kept.selected[0]).toBe('e')
    expect(kept.setAside.every(({ given }) => given!.includes('e'))).toBe(true)
    const started = await select(table, { target: 'y', method: 'iamb', startFrom: ['d'] })
    expect(started.steps).toContainEqual(expect.objectContaining({ action: 'remove', feature: 'd' }))
    expect(started.stopped).toBe('no other column is found dependent given these and those that left')
    // Seven tests, the score of the first column that joins, and a batch of five tests.
    const bounded = await select(table, { target: 'y', method: 'mmpc', budget: { evals: 13 } })
    expect(bounded.evaluations).toBeLessThanOrEqual(13)
    expect(bounded.stopped).toContain('13')
  })

  it('read numbers, missing values and numeric targets the same in an engine', async () => {
    const columns = network(300, 3)
    const gaps = columns['b'].map((value, row) => (row % 11 === 0 ? null : value))
    const z = columns['n'].map((value, row) => Number(value) + (columns['a'][row] === 'yes' ? 1 : 0))
    const table = tableFromColumns({ ...columns, b: gaps, z })
    const duck = await duckSourceOf(table)
    try {
      for (const target of ['y', 'z']) {
        for (const method of ['iamb', 'mmpc']) {
          const spec = { target, method }
          const found = await select(table, spec)
          const other = await select(duck, spec)
          expect(found.selected.length).toBeGreaterThan(0)
          for (const part of ['selected', 'steps', 'setAside', 'warnings'] as const) {
            expect(other[part]).toEqual(found[part])
          }
        }
      }
    } finally {
      duck.close()
    }
  })

  it('say which columns lack the rows for a test, and leave them out', async () => {
    const { a, y } = network(200, 4)
    const many = a.map((value, row) => `${value} ${row % 50}`)
    const table = tableFromColumns({ a, many, y })
    for (const method of ['iamb', 'mmpc']) {
      const { selected, setAside, warnings } = await select(table, { target: 'y', method, asIs: true })
      expect(selected).toEqual(['a'])
      const [{ feature, because, pValue }] = setAside
      expect([feature, pValue]).toEqual(['many', undefined])
      expect(because).toMatch(
        /^too few rows to test it: \d+ rows for \d+ degrees of freedom \(needs 5 each\)$/,
      )
      expect(warnings.map(({ code, message }) => `${code}: ${message}`)).toContain(
        'untested: too few rows to test, so left out: many',
      )
    }
  })

  it.each([
    [{ method: 'iamb', stop: 'none' }, null],
    [{ method: 'iamb', stop: 'gain:0.1' }, 'invalid stop: gain:0.1 (iamb ends by itself'],
    [{ method: 'mmpc:most=9' }, 'invalid most: 9'],
    [{ method: 'mmpc', startFrom: ['a'] }, 'invalid startFrom: mmpc has its own start'],
    [{ method: 'iamb', groups: { g: ['a', 'b'] } }, 'invalid groups: iamb tests single columns'],
    [
      { criterion: 'joint', search: 'max-min', groups: { g: ['a', 'b'] } },
      'invalid groups: max-min tests single columns',
    ],
    [{ method: 'iamb', prefilter: 'iamb:top=3' }, 'unsuitable prefilter: iamb is no ranking (use a ranker'],
    [{ method: 'iamb', prefilter: 'mmpc' }, 'unsuitable prefilter: mmpc is no ranking'],
    [{ method: 'iamb', prefilter: 'jmi:top=3' }, 'unsuitable prefilter: jmi is no ranking'],
    [{ method: 'iamb', prefilter: 'joint-mi:top=3' }, 'unsuitable prefilter: joint-mi is no ranking'],
    [{ method: 'iamb', prefilter: 'imb:top=3' }, 'unknown method: imb'],
    [{ method: 'iamb', costs: { a: 1, b: 1, c: 1, d: 1, e: 1, n: 1 } }, 'invalid costs'],
    [{ criterion: 'jmi', search: 'max-min' }, 'unsuitable search for jmi: max-min tests independence'],
    [{ criterion: 'joint-mi', search: 'max-min' }, 'unsuitable search for joint-mi'],
    [{ method: 'iamb', discretise: 'mdl' }, 'unsuitable discretise: cuts that look at the target'],
    [
      { method: 'iamb', weights: 'n', drop: [] },
      'unsuitable weights: tests of independence count whole rows',
    ],
    [{ method: 'mmpc', landscape: 3 }, 'invalid landscape: 3 (mmpc lists no sets'],
  ] as const)('take or refuse %o', async (spec, message) => {
    const run = select(tableFromColumns(network(100, 5)), { target: 'y', ...spec })
    if (message === null) await expect(run).resolves.toBeDefined()
    else await expect(run).rejects.toThrow(message)
  })

  it('refuse options they do not have', () => {
    expect(() => iamb({ alpha: 2 })).toThrow('invalid alpha: 2')
    // @ts-expect-error it has no such option
    expect(() => mmpc({ depth: 2 })).toThrow('unknown option of mmpc: depth')
  })
})
