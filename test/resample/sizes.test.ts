import { tableFromColumns } from 'criba'
import type { SelectResult } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { describe, expect, it } from 'vitest'
import { near } from '../laws/given.ts'
import { randomOf } from '../contract/tables.ts'
import { select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'
import { inTurn } from '../properties/runs.ts'

const random = randomOf(29)
const normal = () => Array.from({ length: 12 }, () => random()).reduce((sum, x) => sum + x, -6)
const rows = Array.from({ length: 180 }, (_, row) => row)
const columns = Object.fromEntries(
  Array.from({ length: 9 }, (_, j) => [`x${j}`, rows.map(() => normal())] as const),
)
const weights = [1, 0.9, 0.3, 0.2]
const sum = (row: number) => weights.reduce((all, weight, j) => all + weight * columns[`x${j}`][row], 0)
const y = rows.map((row) => sum(row) + 0.5 * normal())
const label = y.map((value) => (value > 0.8 ? 'high' : value > -0.8 ? 'middle' : 'low'))
const cases = [
  ['numbers', tableFromColumns({ ...columns, y }), { target: 'y', criterion: 'sse', search: 'forward' }],
  [
    'classes',
    tableFromColumns({ ...columns, label }),
    { target: 'label', criterion: 'joint-mi', search: 'forward', bins: 2 },
  ],
] as const

const mean = (values: readonly number[]) => values.reduce((all, value) => all + value, 0) / values.length
const deviation = (values: readonly number[]) =>
  Math.sqrt(values.reduce((all, value) => all + (value - mean(values)) ** 2, 0) / (values.length - 1))

/** The smallest size within one standard error of the best, from the definition. */
function oneError(paths: readonly (readonly number[])[], folds: number): number {
  const at = (size: number) => paths.map((path) => path[size])
  const means = paths[0].map((_, size) => mean(at(size)))
  const best = means.indexOf(Math.max(...means))
  return means.findIndex((value) => value >= means[best] - deviation(at(best)) / Math.sqrt(folds) - 1e-12)
}

const timeless = (result: SelectResult) => ({ ...result, seconds: 0 })

describe('how many columns', () => {
  it.each(cases)(
    'of %s: the curve is that of the paths, and size one-error cuts the selection there',
    async (_, table, spec) => {
      const free: SelectSpec = spec
      const whole = await select(table, free)
      const result = await select(table, { ...free, evidence: { repeats: 2, size: 'one-error' } })
      const { evidence, selected, uncut = selected } = result
      const { sizes, folds } = evidence!
      expect(uncut).toEqual(whole.selected)
      const paths = folds.map(({ path }) => path!)
      expect(paths).toHaveLength(10)
      sizes!.scores.forEach(({ columns, mean: found, sd }, size) => {
        expect(columns).toBe(size)
        near(found, mean(paths.map((path) => path[size])))
        near(sd!, deviation(paths.map((path) => path[size])))
      })
      expect(sizes!.oneError).toBe(oneError(paths, 5))
      expect(selected).toEqual(whole.selected.slice(0, sizes!.oneError))
      expect(selected.length).toBeLessThan(whole.selected.length)
      expect(result.steps).toEqual(whole.steps)
      expect(result.score).toBe(whole.steps[selected.length - 1].score)
      // The size of each fold is that of the other folds.
      folds.forEach(({ features, selected: score, path }, trial) => {
        const size = oneError(
          paths.filter((_, other) => other !== trial),
          5,
        )
        expect(features.length).toBeLessThanOrEqual(size)
        near(score, path![size])
      })
      expect(timeless(await select(table, result.spec))).toEqual(timeless(result))
    },
  )

  it.each(cases)('of %s: nothing is cut unless it is asked for, whatever the end', async (_, table, spec) => {
    const ends: readonly Partial<SelectSpec>[] = [
      {},
      { k: 6 },
      { stop: 'gain:0' },
      { stop: 'none' },
      { evidence: { size: 'stop', folds: 3 } },
    ]
    for (const end of ends) {
      const plain = await select(table, { ...spec, ...end, evidence: false })
      const { selected, uncut, evidence } = await select(table, { ...spec, evidence: { folds: 3 }, ...end })
      expect(selected).toEqual(plain.selected)
      expect(uncut).toBeUndefined()
      expect(evidence!.sizes!.scores).toHaveLength(selected.length + 1)
    }
    const asked = await select(table, { ...spec, k: 6, evidence: { size: 'one-error', folds: 3 } })
    expect(asked.uncut).toHaveLength(6)
  })

  // Of classes in evidence.test.ts.
  it.each(inTurn(cases, 0, 2))('of %s is the same from the engine', async (_, table, spec) => {
    const evidence = { size: 'one-error', folds: 3 } as const
    const ours = await select(table, { ...spec, evidence })
    const engine = await duckSourceOf(table)
    const theirs = await select(engine, { ...spec, evidence })
    engine.close()
    expect(theirs.selected).toEqual(ours.selected)
    theirs.evidence!.sizes!.scores.forEach((score, i) =>
      near(score.mean, ours.evidence!.sizes!.scores[i].mean),
    )
  })

  it('has no curve where columns were not added one by one', async () => {
    const [[, table]] = cases
    const spec = { target: 'y', criterion: 'cfs', search: 'backward' }
    const { evidence, uncut, spec: resolved, warnings } = await select(table, { ...spec, evidence: true })
    expect([evidence!.sizes, uncut]).toEqual([undefined, undefined])
    expect(resolved.evidence).toMatchObject({ size: 'stop' })
    expect(warnings.map(({ code }) => code)).not.toContain('no-path')
    const asked = await select(table, { ...spec, evidence: { size: 'one-error' } })
    expect(asked.warnings.map(({ code }) => code)).toContain('no-path')
    const groups = { two: ['x0', 'x1'] }
    const grouped = await select(table, { target: 'y', criterion: 'mim', groups, evidence: true })
    expect(grouped.evidence!.sizes).toBeUndefined()
  })

  it('counts columns that are kept, and never cuts them', async () => {
    const [, [, table]] = cases
    const result = await select(table, { target: 'label', criterion: 'mim', keep: ['x8'], evidence: true })
    expect(result.selected).toContain('x8')
    expect(result.evidence!.sizes!.scores[0].columns).toBe(1)
  })

  it('explains that a column was cut', async () => {
    const [[, table, spec]] = cases
    const cut: SelectSpec = { ...spec, evidence: { size: 'one-error' } }
    const { uncut, selected } = await select(table, cut)
    const { why } = await select(table, { ...cut, why: uncut!.at(-1)! })
    const size = selected.length
    expect(why!.explanation).toMatch(
      new RegExp(`; cut, as the first ${size} are within one standard error of the best$`),
    )
  })
})
