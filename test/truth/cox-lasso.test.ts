// Paths of Cox models with a lasso and an elastic net, as glmnet makes them by `cox-lasso.R`.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import type { PenaltyPath } from 'criba'
import { describe, expect, it } from 'vitest'
import { rank, select } from '../untyped.ts'

interface Case {
  readonly name: string
  readonly n: number
  readonly d: number
  readonly alpha: number
  readonly least: number
  readonly x: readonly number[]
  readonly time: readonly number[]
  readonly status: readonly number[]
  readonly w: readonly number[]
  readonly part: readonly number[]
  readonly lambda: readonly number[]
  readonly beta: readonly number[]
  readonly mean?: readonly number[]
  readonly error?: readonly number[]
  readonly min?: number
  readonly oneError?: number
}

const cases = JSON.parse(readFileSync(new URL('cox-lasso.json', import.meta.url), 'utf8')) as readonly Case[]

function tableOf({ n, d, x, time, status, w, part }: Case) {
  return tableFromColumns({
    ...Object.fromEntries(Array.from({ length: d }, (_, j) => [`x${j}`, x.slice(j * n, (j + 1) * n)])),
    time: [...time],
    status: [...status],
    w: [...w],
    part: part.map((one) => `p${one}`),
  })
}

/** The standard deviation of each column. */
function deviationsOf({ n, d, x, w }: Case): readonly number[] {
  const total = w.reduce((a, b) => a + b, 0)
  return Array.from({ length: d }, (_, j) => {
    const own = x.slice(j * n, (j + 1) * n)
    const mean = own.reduce((sum, value, i) => sum + (w[i] * value) / total, 0)
    return Math.sqrt(own.reduce((sum, value, i) => sum + (w[i] * (value - mean) ** 2) / total, 0))
  })
}

const optionsOf = ({ alpha, least, lambda }: Case) =>
  `ratio=${alpha},least=${least},penalties=${Math.max(30, lambda.length)}`

async function pathOf(given: Case): Promise<PenaltyPath> {
  const { rankings } = await rank(tableOf(given), {
    target: 'time',
    event: 'status',
    weights: 'w',
    drop: ['part'],
    by: [`cox-lasso:choose=bic,${optionsOf(given)}`],
  })
  return rankings[0].path!
}

describe.each(cases)('path of a Cox model: $name', (given) => {
  it('has the penalties and weights of glmnet, and a certificate', async () => {
    const { d, lambda, beta } = given
    const path = await pathOf(given)
    const deviations = deviationsOf(given)
    expect(path.gap).toBeLessThanOrEqual(1e-10)
    const found = new Map(path.coefficients.map((one) => [one.feature, one.coefficients]))
    let furthest = 0
    lambda.slice(0, path.penalties.length).forEach((penalty, step) => {
      expect(path.penalties[step] / penalty).toBeCloseTo(1, 7)
      for (let j = 0; j < d; j++) {
        const apart = (found.get(`x${j}`)?.[step] ?? 0) - beta[step * d + j]
        furthest = Math.max(furthest, Math.abs(apart) * deviations[j])
      }
    })
    expect(furthest).toBeLessThan(1e-6)
  })
})

it('held-out rows are judged as by cv.glmnet, and choose the same penalties', async () => {
  const given = cases.find(({ mean }) => mean)!
  for (const choose of ['min', 'one-error'] as const) {
    const { path, selected } = await select(tableOf(given), {
      target: 'time',
      event: 'status',
      group: 'part',
      drop: ['w'],
      criterion: `cox-lasso:choose=${choose},${optionsOf(given)}`,
    })
    const { heldOut, chosen, penalties } = path!
    expect(heldOut!.metric).toBe('deviance')
    let furthest = 0
    penalties.forEach((_, step) => {
      for (const [ours, theirs] of [
        [heldOut!.mean[step], given.mean![step]],
        [heldOut!.error[step], given.error![step]],
      ]) {
        furthest = Math.max(furthest, Math.abs(ours / theirs - 1))
      }
    })
    // Held-out paths are fitted to a gap of 1e-5.
    expect(furthest).toBeLessThan(1e-4)
    expect(chosen.place).toBe(choose === 'min' ? given.min : given.oneError)
    expect(selected.length).toBeGreaterThan(0)
  }
})

describe('of few rows', () => {
  const places = Array.from({ length: 30 }, (_, i) => i)
  const columns = {
    x: places.map((i) => (i * 7) % 11),
    level: places.map((i) => 'abc'[(i * 5) % 3]),
    time: places.map((i) => 1 + ((i * 13) % 10)),
    ended: places.map((i) => (i % 3 === 0 ? 1 : 0)),
    last: places.map((i) => (i === 3 ? 1 : 0)),
    gap: places.map((i) => (i % 3 === 0 ? null : i)),
    w: places.map((i) => 1 + (i % 2)),
  }
  const table = tableFromColumns(columns)
  const spec = { target: 'time', event: 'ended', drop: ['last', 'gap', 'w'], minRows: 0 } as const

  it('rows that count twice are rows that are there twice', async () => {
    const twice = places.flatMap((i) => (i % 2 ? [i, i] : [i]))
    const repeated = tableFromColumns(
      Object.fromEntries(Object.entries(columns).map(([name, own]) => [name, twice.map((i) => own[i])])),
    )
    const by = ['cox-lasso:choose=bic,penalties=10']
    const one = await rank(table, { ...spec, drop: ['last', 'gap'], weights: 'w', by })
    const other = await rank(repeated, { ...spec, by })
    const [a, b] = [one, other].map(({ rankings }) => rankings[0].path!)
    a.coefficients.forEach(({ coefficients }, i) =>
      coefficients.forEach((weight, step) => {
        const theirs = b.coefficients[i].coefficients[step]
        expect(Math.abs(weight - theirs)).toBeLessThan(1e-7 * (1 + Math.abs(theirs)))
      }),
    )
    expect(a.bic.map((value) => value!.toFixed(6))).toEqual(b.bic.map((value) => value!.toFixed(6)))
  })

  it('a table in DuckDB has the same path', async () => {
    const source = await duckSourceOf(table)
    const by = ['cox-lasso:folds=3,penalties=10']
    const [memory, duck] = [await rank(table, { ...spec, by }), await rank(source, { ...spec, by })]
    expect(duck.rankings).toEqual(memory.rankings)
    source.close()
  })

  it('scores 0, and says why, where no event has others at risk', async () => {
    // Row 3 is the last to be followed.
    const late = tableFromColumns({ ...columns, time: places.map((i) => (i === 3 ? 99 : 1 + i)) })
    const by = ['cox-lasso:choose=bic']
    const { rankings } = await rank(late, { ...spec, event: 'last', drop: ['ended', 'gap', 'w'], by })
    for (const { score, why } of rankings[0].scores) {
      expect(score).toBe(0)
      expect(why).toBe('no event has other rows at risk')
    }
  })

  it('refuses folds without an event, also where only complete rows lack it', async () => {
    const said =
      /^unsuitable folds for a path: of the rows complete in time and x, .*one fold has none with the event/
    const by = ['cox-lasso']
    await expect(rank(table, { ...spec, event: 'last', drop: ['ended', 'gap', 'w'], by })).rejects.toThrow(
      said,
    )
    await expect(rank(table, { ...spec, drop: ['last', 'w'], by })).rejects.toThrow(said)
  })
})
