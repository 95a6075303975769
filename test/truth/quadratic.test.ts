import { readFileSync } from 'node:fs'
import { tableFromColumns } from 'criba'
import type { RankResult } from 'criba'
import { describe, expect, it } from 'vitest'
import { rank, select } from '../untyped.ts'

interface Programme {
  readonly alpha: number | 'auto'
  readonly least: number | null
  readonly z: readonly number[]
}
interface Walk {
  readonly order: readonly number[]
  readonly scores: readonly number[]
}
interface LevelsCase {
  readonly name: string
  readonly columns: Readonly<Record<string, readonly string[]>>
  readonly y: readonly string[]
  readonly qpfs: readonly Programme[]
  readonly spectral: readonly number[]
}
interface NumbersCase {
  readonly name: string
  readonly columns: Readonly<Record<string, readonly number[]>>
  readonly y: readonly (number | string)[]
  readonly difference: Walk
  readonly quotient: Walk
  readonly qpfs?: Programme
}

/** Estimates from 3 neighbours in bits, by scikit-learn, which makes 0 of what is below. */
interface NearestCase extends Pick<NumbersCase, 'name' | 'columns' | 'y'> {
  readonly relevance: readonly number[]
  readonly redundancy: readonly (readonly number[])[]
}

const truth = JSON.parse(readFileSync(new URL('quadratic.json', import.meta.url), 'utf8')) as {
  readonly levels: readonly LevelsCase[]
  readonly numbers: readonly NumbersCase[]
  readonly nearest: readonly NearestCase[]
}

/** Relative, but absolute below 1. */
function near(actual: number, expected: number) {
  expect(Math.abs(actual - expected)).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)))
}

const weightsOf = ({ rankings }: RankResult) =>
  new Map(rankings[0].scores.map(({ feature, score }) => [feature, score!]))

function expectWeights(result: RankResult, names: readonly string[], z: readonly number[]) {
  const weights = weightsOf(result)
  names.forEach((name, i) => expect(Math.abs(weights.get(name)! - z[i]), name).toBeLessThan(1e-9))
}

describe.each(truth.levels.map((one) => [one.name, one] as const))(
  '%s',
  (_, { columns, y, qpfs, spectral }) => {
    const table = tableFromColumns({ ...columns, y }, { '*': 'categorical' })
    const names = Object.keys(columns)

    it.each(qpfs)('qpfs with alpha $alpha', async ({ alpha, least, z }) => {
      const result = await rank(table, { target: 'y', by: [`qpfs:alpha=${alpha}`] })
      expectWeights(result, names, z)
      const clipped = result.warnings.filter(({ code }) => code === 'not-convex')
      expect(clipped.length).toBe(least === null ? 0 : 1)
      if (least !== null) expect(clipped[0].message).toContain(least.toPrecision(3))
      const weighted = [...weightsOf(result)].filter(([, weight]) => weight > 0).map(([name]) => name)
      expect((await select(table, { target: 'y', method: `qpfs:alpha=${alpha}` })).selected).toEqual(weighted)
    })

    it('spectral-cmi', async () => {
      expectWeights(await rank(table, { target: 'y', by: ['spectral-cmi'] }), names, spectral)
    })
  },
)

describe.each(truth.numbers.map((one) => [one.name, one] as const))('%s by F and |ρ|', (_, example) => {
  const table = tableFromColumns({ ...example.columns, y: example.y })
  const names = Object.keys(example.columns)

  it.each(['difference', 'quotient'] as const)('mrmr as a %s, to the last column', async (form) => {
    const method = `mrmr:relevance=f-statistic,redundancy=pearson,form=${form}`
    const { steps, units } = await select(table, { target: 'y', method, stop: 'none' })
    expect(units).toBe(form === 'quotient' ? 'ratio' : 'F')
    expect(steps.map(({ feature }) => feature)).toEqual(example[form].order.map((i) => names[i]))
    for (const [i, { score }] of steps.entries()) near(score, example[form].scores[i])
  })

  it.runIf(example.qpfs)('qpfs of correlations', async () => {
    const result = await rank(table, { target: 'y', by: ['qpfs:similarity=correlation'] })
    expectWeights(result, names, example.qpfs!.z)
  })
})

describe.each(truth.nearest.map((one) => [one.name, one] as const))(
  'mrmr by neighbours, %s',
  (_, example) => {
    it.each(['difference', 'quotient'])('as a %s', async (form) => {
      const table = tableFromColumns({ ...example.columns, y: example.y })
      const { steps } = await select(table, {
        target: 'y',
        method: `mrmr:estimator=nearest,form=${form}`,
        stop: 'none',
      })
      const places = steps.map(({ feature }) => Number(feature.slice(1)))
      let compared = 0
      for (const [size, { score, relevance, redundancy }] of steps.entries()) {
        const found = example.relevance[places[size]]
        if (found > 0) near(relevance!, found)
        const shared = places.slice(0, size).map((j) => example.redundancy[places[size]][j])
        if (shared.length === 0) near(score, found)
        if (shared.length === 0 || shared.includes(0) || found === 0) continue
        const mean = shared.reduce((sum, value) => sum + value, 0) / size
        near(redundancy!, mean)
        near(score, form === 'quotient' ? found / mean : found - mean)
        compared++
      }
      expect(compared).toBeGreaterThan(0)
    })
  },
)
