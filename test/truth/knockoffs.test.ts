import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { distilledPValues } from '../../dist/src/analyses/outer/distilled-columns.js'
import { gaussianModel } from '../../dist/src/analyses/outer/gaussian-model.js'
import { knockoffGaps } from '../../dist/src/analyses/outer/knockoff-gaps.js'
import { momentsOf, productsOf } from '../measures/plain-moments.ts'

/** Values from the definitions, made by knockoffs.py. */
const { cases } = JSON.parse(readFileSync(new URL('knockoffs.json', import.meta.url), 'utf8')) as {
  readonly cases: readonly {
    readonly columns: readonly (readonly number[])[]
    readonly y: readonly number[]
    readonly penalty: number
    readonly lambda: number
    readonly shrunk: readonly number[]
    readonly precision: readonly number[]
    readonly mvr: readonly number[]
    readonly equicorrelated: number
    readonly distilled: readonly number[]
  }[]
}

const examples = cases.map((one) => ({ ...one, rows: one.y.length, count: one.columns.length }))

describe.each(examples)('$count columns of $rows rows', (one) => {
  const model = gaussianModel(momentsOf(one.columns))

  it('have the shrunk correlations of Chen et al., and their inverse', () => {
    expect(model.lambda).toBeCloseTo(one.lambda, 12)
    one.shrunk.forEach((value, at) => expect(model.shrunk[at]).toBeCloseTo(value, 12))
    one.precision.forEach((value, at) => expect(model.precision[at] / value).toBeCloseTo(1, 8))
  })

  it('have knockoffs as far away as an optimiser of the whole covariance puts them', async () => {
    const mvr = await knockoffGaps('mvr', model.shrunk, one.count)
    one.mvr.forEach((value, j) => expect(mvr[j] / value).toBeCloseTo(1, 5))
    const equal = await knockoffGaps('equicorrelated', model.shrunk, one.count)
    for (const gap of equal) expect(gap).toBeCloseTo(one.equicorrelated, 10)
  })

  it('have the p-values of residuals of all rows', () => {
    const found = distilledPValues(productsOf(one.columns, one.y), one.rows, one.penalty)
    one.distilled.forEach((p, j) => expect(found[j] / p).toBeCloseTo(1, 6))
  })
})
