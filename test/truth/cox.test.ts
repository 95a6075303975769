// The Cox model as a learner: values of R's survival, a plain twin of the partial likelihood, and hard rows.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import type { Table } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { PartialLikelihood, saturatedValue } from '../../dist/src/methods/measures/partial-likelihood.js'
import { followUpOf } from '../../dist/src/methods/measures/risk-sets.js'
import { randomOf } from '../contract/tables.ts'
import { rank, score, select } from '../untyped.ts'
import type { RankSpec } from '../untyped.ts'

/** Made by cox.R. */
const truth = JSON.parse(readFileSync(new URL('cox.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, readonly number[]>
>

const places = Array.from({ length: 60 }, (_, i) => i)
const columns = {
  time: places.map((i) => 1 + ((i * 29 + ((i * i) % 17)) % 20)),
  status: places.map((i) => ((i * 7) % 5 > 1 ? 1 : 0)),
  x: places.map((i) => ((i * 37) % 23) + (i % 7) / 4),
  z: places.map((i) => (i * 11) % 13),
  level: places.map((i) => 'abcd'[(i * 13 + Math.floor(i / 5)) % 4]),
}
const weight = places.map((i) => 1 + (i % 3))
const table = tableFromColumns(columns)
const weighted = tableFromColumns({ ...columns, weight })
const spec = { target: 'time', event: 'status' } as const

async function importances(of: Table, by: string, given: RankSpec = {}): Promise<readonly number[]> {
  const { rankings } = await rank(of, { ...spec, by: [`importance:learner=cox,${by}`], ...given })
  const scores = new Map(rankings[0].scores.map(({ feature, score: found }) => [feature, found!]))
  return ['x', 'z', 'level'].flatMap((name) => scores.get(name) ?? [])
}

function expectNear(found: readonly number[], wanted: readonly number[]): void {
  expect(found.length).toBe(wanted.length)
  // A ridge of 1e-9 moves a weight by about as much.
  found.forEach((value, i) => expect(value).toBeCloseTo(wanted[i], 8))
}

describe('values of R', () => {
  it('what each column adds to the hazard', async () => {
    expectNear(await importances(table, 'ridge=1e-9'), truth['efron'])
    expectNear(await importances(table, 'ridge=1e-9,ties=breslow'), truth['breslow'])
    expectNear(await importances(weighted, 'ridge=1e-9', { weights: 'weight' }), truth['copies'])
    const breslow = await importances(weighted, 'ridge=1e-9,ties=breslow', { weights: 'weight' })
    expectNear(breslow, truth['weighted breslow'])
    expectNear(await importances(table, 'ridge=5', { drop: ['level'] }), truth['ridge'])
  })

  it('the concordance of held-out rows', async () => {
    // Rows in their order: each third but the first is predicted from the rows before.
    const inOrder = tableFromColumns({ ...columns, place: places })
    const asked = { ...spec, features: ['x', 'z'], time: 'place' } as const
    const { scores } = await score(inOrder, { ...asked, by: ['cv:learner=cox,ridge=1e-9,folds=2'] })
    const [first, second] = truth['held out']
    expect(scores[0].score).toBeCloseTo((first + second) / 2, 12)
    expect(scores[0].units).toBe('C')
  })
})

describe('the partial likelihood', () => {
  const random = randomOf(5)
  const times = Float64Array.from({ length: 30 }, () => Math.floor(random() * 8))
  const status = Float64Array.from({ length: 30 }, () => (random() < 0.6 ? 1 : 0))
  const weights = Float64Array.from({ length: 30 }, () => 1 + Math.floor(random() * 3))
  const followUp = followUpOf(times, { status, event: 1 }, weights)

  /** −ln of the partial likelihood by its definition, each row as often as it weighs. */
  function plain(sums: Float64Array, ties: 'efron' | 'breslow'): number {
    const rows = [...followUp.rows].flatMap((row, place) =>
      Array.from({ length: weights[row] }, () => ({ time: times[row], dies: status[row], sum: sums[place] })),
    )
    return [...new Set(rows.map(({ time }) => time))].reduce((value, at) => {
      const atRisk = rows.filter(({ time }) => time >= at)
      const deaths = atRisk.filter(({ time, dies }) => time === at && dies === 1)
      const total = (of: typeof rows) => of.reduce((sum, row) => sum + Math.exp(row.sum), 0)
      return deaths.reduce((all, { sum }, l) => {
        const less = ties === 'efron' ? (l / deaths.length) * total(deaths) : 0
        return all + Math.log(total(atRisk) - less) - sum
      }, value)
    }, 0)
  }

  it.each(['efron', 'breslow'] as const)(
    '%s: value, slopes and curvature are those of its definition',
    (ties) => {
      const sums = Float64Array.from({ length: 30 }, () => 4 * random() - 2)
      const direction = Float64Array.from({ length: 30 }, () => random() - 0.5)
      const likelihood = new PartialLikelihood(followUp, ties)
      const at = (step: number) => sums.map((sum, i) => sum + step * direction[i])
      expect(likelihood.valueAt(sums)).toBeCloseTo(plain(sums, ties), 9)
      const slope = likelihood.slopesAt(sums).reduce((sum, one, i) => sum + one * direction[i], 0)
      expect(slope).toBeCloseTo((plain(at(1e-5), ties) - plain(at(-1e-5), ties)) / 2e-5, 6)
      likelihood.slopesAt(sums)
      const curved = likelihood.curve(direction)
      const [above, below] = [likelihood.slopesAt(at(1e-5)), likelihood.slopesAt(at(-1e-5))]
      curved.forEach((one, i) => expect(one).toBeCloseTo((above[i] - below[i]) / 2e-5, 6))
    },
  )

  it('is above its least at all sums', () => {
    const likelihood = new PartialLikelihood(followUp, 'breslow')
    const drawn = Float64Array.from({ length: 30 }, () => 6 * random() - 3)
    // No sums are below what tells all events apart.
    expect(likelihood.valueAt(drawn)).toBeGreaterThan(saturatedValue(followUp))
  })

  it('sums of any size, moved together, give the same', () => {
    const wide = Float64Array.from({ length: 30 }, (_, i) => (i % 2 ? 900 : -900) + random())
    const likelihood = new PartialLikelihood(followUp, 'efron')
    const slopes = likelihood.slopesAt(wide)
    expect(slopes.every(Number.isFinite)).toBe(true)
    expect(slopes.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0, 9)
    const moved = likelihood.slopesAt(wide.map((sum) => sum + 1e5))
    moved.forEach((one, i) => expect(one).toBeCloseTo(slopes[i], 7))
  })
})

it('refuses weights that sum to more events than ties by Efron can take one by one', async () => {
  const heavy = tableFromColumns({ ...columns, w: places.map(() => 1e6) })
  const given = { ...spec, weights: 'w' } as const
  const said =
    /^unsuitable weights: they sum to \d+ events \(at most 10000000 with ties by Efron: use ties=breslow/
  await expect(score(heavy, { ...given, features: ['x'], by: ['cv:learner=cox'] })).rejects.toThrow(said)
  await expect(rank(heavy, { ...given, by: ['cox-score'] })).rejects.toThrow(said)
  const { rankings } = await rank(heavy, { ...given, by: ['cox-score:ties=breslow'] })
  expect(rankings[0].scores[0].score).toBeGreaterThan(0)
})

it('rfe takes out the column of the least importance, one after the other', async () => {
  const random = randomOf(11)
  const numbers = Object.fromEntries(
    Array.from({ length: 4 }, (_, k) => [`n${k}`, places.map(() => random())]),
  )
  let left: Record<string, readonly (number | string)[]> = { x: columns.x, z: columns.z, ...numbers }
  const { time, status } = columns
  const all = tableFromColumns({ time, status, ...left })
  while (Object.keys(left).length > 2) {
    const of = tableFromColumns({ time, status, ...left })
    const { rankings } = await rank(of, { ...spec, by: ['importance:learner=cox'] })
    const last = rankings[0].scores.reduce((a, b) => (a.score! < b.score! ? a : b)).feature
    left = Object.fromEntries(Object.entries(left).filter(([name]) => name !== last))
    const { selected } = await select(all, { ...spec, method: 'rfe', k: Object.keys(left).length })
    expect(selected.toSorted()).toEqual(Object.keys(left).toSorted())
  }
})

it('more columns than rows: a copy of each column at twice the ridge changes no prediction', async () => {
  const random = randomOf(7)
  type Features = Readonly<Record<string, readonly (number | string)[]>>
  const one: Features = {
    level: columns.level,
    ...Object.fromEntries(Array.from({ length: 35 }, (_, k) => [`n${k}`, places.map(() => random())])),
  }
  const copies = Object.fromEntries(Object.entries(one).map(([name, cells]) => [`${name} copy`, cells]))
  const weightsOf = async (features: Features, ridge: number) => {
    const of = tableFromColumns({ time: columns.time, status: columns.status, ...features })
    const { rankings } = await rank(of, { ...spec, by: [`importance:learner=cox,ridge=${ridge}`] })
    return new Map(rankings[0].scores.map(({ feature, score: found }) => [feature, found!]))
  }
  const [once, twice] = [await weightsOf(one, 0.5), await weightsOf({ ...one, ...copies }, 1)]
  for (const [name, weight] of once) expect(2 * twice.get(name)!).toBeCloseTo(weight, 9)
})

describe('rows that are hard to learn from', () => {
  const died = columns.time.map((time) => (time < 10 ? 1 : 0))
  it.each([
    ['a column in the order of the events', { order: columns.time.map((time) => -time) }],
    ['copies', { x: columns.x, copy: columns.x.map((x) => 3 * x - 1) }],
    ['a constant', { constant: places.map(() => 5), x: columns.x }],
    ['a level for each row', { name: places.map((i) => `row ${i}`), x: columns.x }],
    [
      'more columns than rows',
      Object.fromEntries(places.concat(60).map((k) => [`x${k}`, places.map((i) => (i * (k + 3)) % 61)])),
    ],
    [
      'great and small numbers',
      { great: columns.x.map((x) => x * 1e200), small: columns.z.map((z) => z * 1e-200) },
    ],
  ])('%s: a score, never NaN', async (_, features) => {
    const hard = tableFromColumns({ time: columns.time, died, ...features })
    const by = ['cv:learner=cox,ridge=0.001,folds=3']
    const { scores, warnings } = await score(hard, {
      target: 'time',
      event: 'died',
      features: Object.keys(features),
      by,
    })
    expect(scores[0].score).toBeGreaterThanOrEqual(0)
    expect(scores[0].score).toBeLessThanOrEqual(1)
    expect(warnings.map(({ code }) => code)).not.toContain('not-converged')
  })

  it.each([
    [{ by: ['cv:learner=cox,ridge=0'] }, /invalid ridge: 0 \(cox needs more than 0/],
    [{ by: ['cv:learner=forest'] }, /unsuitable learner: forest takes no survival \(survival needs cox\)/],
    [{ by: ['cv:learner=cox'], event: null, task: 'regression' as const }, /missing event \(cv needs/],
    [{ by: ['joint-mi'] }, /unsuitable target for joint-mi: .*use cv with learner cox/],
    [{ features: ['x', 'status'] }, /invalid features: status \(it is the event\)/],
    [{ weights: 'half' }, /unsuitable weights for cox: 0.5 is no number of rows/],
    [{ by: ['cv:folds=30'] }, /unsuitable folds: no two held-out rows of fold/],
  ])('score %o', async (change, message) => {
    const half = tableFromColumns({ ...columns, half: weight.map((one) => one / 2) })
    await expect(score(half, { ...spec, features: ['x', 'z'], ...change })).rejects.toThrow(message)
  })
})

describe('select', () => {
  it('has evidence by concordance; no columns have ½, and each fold its share of the events', async () => {
    const { evidence, spec: resolved } = await select(table, { ...spec, evidence: true })
    expect(resolved.evidence).toMatchObject({ learner: 'cox', metric: 'concordance' })
    expect(evidence).toMatchObject({ units: 'C', none: { mean: 0.5, sd: 0 } })
    expect(evidence!.all.mean).toBeGreaterThan(0.5)
    // Of 10 events in 60 rows each of 5 folds has two: else some fold had none, and no score.
    const rare = tableFromColumns({ ...columns, status: places.map((i) => (i % 6 === 0 ? 1 : 0)) })
    const found = await select(rare, { ...spec, k: 1, evidence: { folds: 5, repeats: 4 } })
    expect(found.evidence?.folds.length).toBe(20)
  })

  it('searches sets by the mean concordance over folds, on any source and number of threads', async () => {
    const asked = { ...spec, criterion: 'cv:folds=3', k: 2 } as const
    const found = await select(table, asked, { threads: 1 })
    expect(found.selected[0]).toBe('x')
    const one = await score(table, { ...spec, features: [found.selected[0]], by: ['cv:folds=3'] })
    expect(found.steps[0].score).toBe(one.scores[0].score)
    const timeless = (result: typeof found) => ({ ...result, seconds: 0 })
    expect(timeless(await select(table, asked, { threads: 2 }))).toEqual(timeless(found))
    const duckdb = await duckSourceOf(table)
    try {
      expect((await select(duckdb, asked)).steps).toEqual(found.steps)
    } finally {
      duckdb.close()
    }
  })
})
