// Paths of several targets, as glmnet makes them by `multi-task-lasso.R` and scikit-learn by `multi-task-lasso.py`.
import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import type { PenaltyPath } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { rank, select } from '../untyped.ts'

interface Case {
  readonly name: string
  readonly n: number
  readonly d: number
  readonly targets: number
  readonly least: number
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly w: readonly number[]
  readonly part: readonly number[]
  readonly lambda: readonly number[]
  readonly beta: readonly number[]
  readonly intercepts: readonly number[]
  readonly mean?: readonly number[]
  readonly error?: readonly number[]
}

interface Fits {
  readonly name: string
  readonly steps: readonly number[]
  readonly weights: readonly (readonly number[])[]
}

function read<T>(file: string): readonly T[] {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as readonly T[]
}

const cases = read<Case>('multi-task-lasso.json')
const fits = read<Fits>('multi-task-lasso.sklearn.json')

function columnsOf(values: readonly number[], n: number): number[][] {
  return Array.from({ length: values.length / n }, (_, j) => values.slice(j * n, (j + 1) * n))
}

function tableOf({ n, x, y, w, part }: Case) {
  return tableFromColumns({
    ...Object.fromEntries(columnsOf(x, n).map((values, j) => [`x${j}`, values])),
    ...Object.fromEntries(columnsOf(y, n).map((values, t) => [`y${t}`, values])),
    w: [...w],
    part: part.map((one) => `p${one}`),
  })
}

const targetsOf = ({ targets }: Case) => Array.from({ length: targets }, (_, t) => `y${t}`)
const optionsOf = ({ least }: Case) => `least=${least},penalties=20`

function deviation(values: readonly number[], weights: readonly number[]): number {
  const all = weights.reduce((sum, one) => sum + one, 0)
  const mean = values.reduce((sum, one, row) => sum + weights[row] * one, 0) / all
  return Math.sqrt(
    values.reduce((sum, one, row) => sum + weights[row] * (one - mean) * (one - mean), 0) / all,
  )
}

/** The weight of a column for a target at a penalty, both of standard deviation 1. */
function standardWeights({ n, x, y, w }: Case, { coefficients }: PenaltyPath) {
  const ofColumn = columnsOf(x, n).map((values) => deviation(values, w))
  const ofTarget = columnsOf(y, n).map((values) => deviation(values, w))
  return {
    scale: (j: number, t: number) => ofColumn[j] / ofTarget[t],
    at: (j: number, t: number, step: number) => {
      const found = coefficients.find(({ feature, target }) => feature === `x${j}` && target === `y${t}`)
      return ((found?.coefficients[step] ?? 0) * ofColumn[j]) / ofTarget[t]
    },
  }
}

const pathOf = async (given: Case) => {
  const by = [`multi-task-lasso:choose=bic,${optionsOf(given)}`]
  const spec = { target: targetsOf(given), weights: 'w', drop: ['part'], minRows: 0, by }
  return (await rank(tableOf(given), spec)).rankings[0].path!
}

describe.each(cases)('path of several targets: $name', (given) => {
  it('has the penalties, weights and intercepts of glmnet, and a certificate', async () => {
    const { n, d, targets, y, w, lambda, beta, intercepts } = given
    const path = await pathOf(given)
    const { at, scale } = standardWeights(given, path)
    expect(path.gap).toBeLessThanOrEqual(1e-12)
    expect(path.penalties.length).toBe(lambda.length)
    const units = columnsOf(y, n).map((values) => deviation(values, w))
    let furthest = 0
    lambda.forEach((penalty, step) => {
      expect(path.penalties[step] / penalty).toBeCloseTo(1, 9)
      for (let t = 0; t < targets; t++) {
        const intercept = (path.intercepts[step] as readonly number[])[t]
        furthest = Math.max(furthest, Math.abs(intercept - intercepts[step * targets + t]) / units[t])
        for (let j = 0; j < d; j++) {
          const theirs = beta[(t * lambda.length + step) * d + j] * scale(j, t)
          furthest = Math.max(furthest, Math.abs(at(j, t, step) - theirs))
        }
      }
    })
    expect(furthest).toBeLessThan(1e-6)
  })

  it('has the weights of scikit-learn', async () => {
    const { d, targets, name } = given
    const theirs = fits.find((one) => one.name === name)
    if (!theirs) return
    const { at } = standardWeights(given, await pathOf(given))
    theirs.steps.forEach((step, i) => {
      for (let t = 0; t < targets; t++) {
        for (let j = 0; j < d; j++) expect(at(j, t, step)).toBeCloseTo(theirs.weights[i][t * d + j], 6)
      }
    })
  })
})

it('held-out rows are judged as by cv.glmnet', async () => {
  const given = cases.find(({ mean }) => mean)!
  const { path } = await select(tableOf(given), {
    target: targetsOf(given),
    minRows: 0,
    group: 'part',
    drop: ['w'],
    criterion: `multi-task-lasso:${optionsOf(given)}`,
  })
  const { heldOut, penalties } = path!
  expect(heldOut!.metric).toBe('relative-mse')
  penalties.forEach((_, step) => {
    // Held-out paths are fitted to a gap of 1e-6.
    expect(Math.abs(heldOut!.mean[step] / given.mean![step] - 1)).toBeLessThan(1e-4)
    expect(Math.abs(heldOut!.error[step] / given.error![step] - 1)).toBeLessThan(1e-4)
  })
})

it('has the same path in DuckDB, and the same bits on any number of threads', async () => {
  const [given] = cases
  const source = await duckSourceOf(tableOf(given))
  const spec = { target: targetsOf(given), drop: ['part', 'w'], minRows: 0, by: ['multi-task-lasso'] }
  const [one, four] = [
    await rank(tableOf(given), spec, { threads: 1 }),
    await rank(tableOf(given), spec, { threads: 4 }),
  ]
  expect(four.rankings).toEqual(one.rankings)
  const { rankings } = await rank(source, spec)
  rankings[0].scores.forEach(({ feature, score }, i) => {
    expect(feature).toBe(one.rankings[0].scores[i].feature)
    expect(score! / one.rankings[0].scores[i].score!).toBeCloseTo(1, 9)
  })
  source.close()
})
