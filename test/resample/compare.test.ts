import { compare, select, tableFromColumns } from 'criba'
import type { CompareSpec, Comparison } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { randomOf } from '../contract/tables.ts'
import { schemaFaults } from '../messy/schema.ts'

const random = randomOf(16)
const rows = Array.from({ length: 90 }, (_, row) => row)
const draw = () => rows.map(() => random())
const [a, b] = [draw(), draw()]
const columns = {
  a,
  b,
  'a again': a.map((value) => value + 0.1 * random()),
  kind: rows.map(() => 'uvw'[Math.floor(3 * random())]),
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`noise ${i}`, draw()])),
  label: rows.map((row) => (a[row] + b[row] + 0.3 * random() > 1.1 ? 'yes' : 'no')),
}
const table = tableFromColumns(columns)
const spec: CompareSpec = { target: 'label', methods: ['jmi', 'mrmr', 'relieff'], k: 4, truth: ['a', 'b'] }

/** A result without what differs from run to run. */
function repeatable({ seconds: _, data: { source: __, ...data }, methods: found, ...rest }: Comparison) {
  return { ...rest, data, methods: found.map(({ seconds: ___, ...method }) => method) }
}

describe('compare', () => {
  it('has the JSON of the schema, of methods with options and without', async () => {
    const result = await compare(table, { ...spec, methods: ['jmi', 'mrmr:form=quotient'], folds: 2 })
    expect(schemaFaults(result)).toEqual([])
    expect(result.spec.methods).toEqual([
      { method: 'jmi', options: {} },
      { method: 'mrmr', options: { form: 'quotient' } },
    ])
  })

  it('of one method has the evidence of select, the same bits, for each learner', async () => {
    for (const k of [4, null]) {
      const learner = k === null ? ['naive-bayes'] : ['naive-bayes', 'logistic', 'knn']
      const compared = await compare(table, { target: 'label', methods: ['jmi'], k, learner, folds: 3 })
      for (const [place, one] of learner.entries()) {
        const alone = await select(table, {
          target: 'label',
          method: 'jmi',
          k,
          evidence: { learner: one, folds: 3, size: 'stop' },
        })
        expect(compared.methods[0].evidence[place]).toEqual(alone.evidence)
        expect(compared.methods[0].selected).toEqual(alone.selected)
      }
    }
  })

  it('has the same evidence for a method whatever the others are', async () => {
    const together = await compare(table, spec)
    for (const [place, method] of spec.methods!.entries()) {
      const alone = await compare(table, { ...spec, methods: [method] })
      expect(alone.methods[0].evidence).toEqual(together.methods[place].evidence)
      expect(alone.methods[0].stability).toEqual(together.methods[place].stability)
    }
  })

  it('is the same on any number of threads, on DuckDB, and from the spec of its result', async () => {
    // A method of levels and one of rows, without most of the noise.
    const tuned: CompareSpec = {
      ...spec,
      methods: ['jmi', 'relieff'],
      drop: ['noise 2', 'noise 3', 'noise 4', 'noise 5', 'noise 6', 'noise 7'],
      tune: ['jmi:k=1/4'],
      learner: ['naive-bayes', 'knn'],
      folds: 2,
    }
    const first = await compare(table, tuned, { threads: 1 })
    const expected = repeatable(first)
    const duck = await duckSourceOf(table)
    try {
      expect(repeatable(await compare(duck, tuned))).toEqual(expected)
    } finally {
      duck.close()
    }
    // The spec of a result has all that was left to be filled in: it runs on other threads.
    const again = await compare(table, first.spec, { threads: 3 })
    expect(repeatable(again)).toEqual(expected)
  })

  it('says how the columns compare with the true ones, and how often in the splits', async () => {
    const { methods: found, agreement, consensus, differences } = await compare(table, { ...spec, k: 2 })
    for (const { selected, truth, evidence, stability } of found) {
      const right = selected.filter((name) => ['a', 'b'].includes(name)).length
      expect(truth).toMatchObject({ share: right / 2, wrong: 2 - right, exact: right === 2 })
      const inSplits = evidence[0].folds.map(
        ({ features }) => features.filter((name) => 'ab'.includes(name)).length,
      )
      expect(truth!.splits.share).toBeCloseTo(inSplits.reduce((sum, one) => sum + one / 2, 0) / 5, 14)
      expect(stability!.columns).toBe(2)
    }
    expect(agreement.map((pair) => [pair.a, pair.b])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
    ])
    const [first, second] = found.map(({ selected }) => new Set(selected))
    const common = [...first].filter((name) => second.has(name)).length
    expect(agreement[0].jaccard).toBe(common / (4 - common))
    expect(consensus.ranking[0].chosen).toBeGreaterThan(0)
    expect(differences).toHaveLength(3)
    const scores = found.map(({ evidence }) => evidence[0].selected.mean)
    expect(differences[0].difference).toBeCloseTo(scores[0] - scores[1], 14)
  })

  it('chooses an option inside the splits: on noise no value looks better than chance', async () => {
    const noise = Object.fromEntries(
      Array.from({ length: 25 }, (_, i) => [`x${i}`, rows.map(() => random())]),
    )
    const label = rows.map(() => (random() < 0.5 ? 'yes' : 'no'))
    const { methods: found } = await compare(tableFromColumns({ ...noise, label }), {
      target: 'label',
      methods: ['mutual-information', 'relieff'],
      k: 3,
      tune: ['mutual-information:k=1/4/10', 'relieff:k=2/30'],
      repeats: 2,
    })
    for (const { evidence, tuned } of found) {
      expect(Math.abs(evidence[0].selected.mean - 0.5)).toBeLessThan(0.08)
      expect(tuned!.splits).toHaveLength(10)
      expect(new Set(tuned!.splits).size).toBeGreaterThan(1)
    }
    expect(found[0].selected).toHaveLength(Number(found[0].tuned!.value))
  })

  it('scores what each split chose with its own value of a tuned size', async () => {
    const shuffled = columns.label.toSorted((one, other) => (one === other ? 0 : random() - 0.5))
    const { methods: found } = await compare(tableFromColumns({ ...columns, label: shuffled }), {
      target: 'label',
      methods: ['jmi'],
      tune: ['jmi:k=1..6'],
      repeats: 2,
    })
    const [{ tuned, evidence, stability }] = found
    expect(evidence[0].folds.map(({ features }) => features.length)).toEqual(tuned!.splits)
    const mean = tuned!.splits.reduce<number>((sum, value) => sum + Number(value), 0) / 10
    expect(stability!.columns).toBeCloseTo(mean, 12)
    expect(new Set(tuned!.splits).size).toBeGreaterThan(1)
  })

  it('goes on from a checkpoint with the same bits, and refuses one of other data or another spec', async () => {
    const store = { text: null as string | null }
    const checkpoint = {
      read: () => Promise.resolve(store.text),
      write: (text: string) => {
        store.text = text
        return Promise.resolve()
      },
    }
    const given = { ...spec, tune: ['relieff:k=5/10'], folds: 3 }
    const expected = repeatable(await compare(table, given))
    let stopped = 0
    for (const at of [0.2, 0.6, 2]) {
      const stop = new AbortController()
      const progress = (share: number) => {
        if (share > at) stop.abort()
      }
      try {
        const found = await compare(table, given, { checkpoint, progress, signal: stop.signal })
        if (found.stopped === 'done') expect(repeatable(found)).toEqual(expected)
        else {
          stopped++
          const whole = found.methods.map(({ seconds: _, ...method }) => method)
          expect(whole).toEqual(expected.methods.slice(0, whole.length))
        }
        if (at === 2) expect(found.stopped).toBe('done')
      } catch (error) {
        expect(error).toMatchObject({ code: 'interrupted' })
        stopped++
      }
    }
    expect(stopped).toBeGreaterThan(1)
    await expect(compare(table, { ...spec, seed: 1 }, { checkpoint })).rejects.toThrow(
      'it is from another spec',
    )
    const other = tableFromColumns({
      ...columns,
      a: a.map((value, row) => (row === 9 ? value + 1e-9 : value)),
    })
    await expect(compare(other, given, { checkpoint })).rejects.toThrow('it is from other data')
  })

  it.each([
    [{ methods: [] }, 'missing methods'],
    [{ methods: ['jmi', 'jmi'] }, 'jmi is given twice'],
    [{ methods: ['jmj'] }, 'unknown method: jmj'],
    [{ methods: ['jmi'], tune: ['mrmr:k=1..3'] }, 'mrmr (it is none of the methods)'],
    [{ methods: ['jmi'], tune: ['jmi:k=3'] }, 'needs two or more values'],
    [{ methods: ['jmi'], tune: ['jmi:k=9..3'] }, 'a range goes from the least to the most'],
    [{ methods: ['jmi'], tune: ['jmi:form=mean/some'] }, 'some'],
    [{ methods: ['jmi'], tune: ['jmi:k=0/2'] }, 'k=0 (needs whole numbers above 0)'],
    [{ methods: ['jmi'], tune: ['jmi:k=2/2'] }, 'a value is given twice'],
    [{ methods: ['jmi'], tune: ['jmi:k=2..4'], keep: ['a', 'b'] }, 'k=2 (2 to keep leave none to choose'],
    [{ methods: ['jmi'], truth: ['c'] }, 'unknown column: c'],
    [{ methods: ['jmi'], truth: ['label'] }, 'it is the target'],
    [{ methods: ['jmi'], learner: ['knm'] }, 'knm'],
    [{ methods: ['jmi'], folds: 3, holdout: 0.3 }, 'folds are given too'],
    [{ methods: ['jmi'], target: null }, 'missing target'],
  ])('refuses %j', async (given, message) => {
    await expect(compare(table, { target: 'label', k: 2, ...given })).rejects.toThrow(message)
  })
})
