import { select, tableFromColumns } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { levelColumns, levelTable } from '../criteria/plain-steps.ts'

describe('rising', () => {
  it('takes columns while the best score is above the one before', () =>
    fc.assert(
      fc.asyncProperty(
        levelColumns,
        fc.constantFrom('mrmr', 'jmi:form=sum', 'joint', 'disr', 'mim'),
        async (columns, method) => {
          const table = levelTable(columns)
          const all = await select(table, { target: 'y', method, stop: 'none' })
          const { selected, steps, stopped, spec } = await select(table, {
            target: 'y',
            method,
            stop: 'rising',
          })
          const scores = all.steps.map(({ score }) => score)
          const end = scores.findIndex((score, i) => i > 0 && score <= scores[i - 1] + 1e-12)
          const size = end < 0 ? scores.length : end
          expect(selected).toEqual(all.selected.slice(0, size))
          expect(steps).toEqual(all.steps.slice(0, size))
          expect(stopped).toBe(end < 0 ? 'no candidate is left' : 'the best score no longer rises')
          expect(spec.stop).toBe('rising')
        },
      ),
      { numRuns: runs(80) },
    ))

  it('treats lower as better where it is', async () => {
    const rows = Array.from({ length: 60 }, (_, row) => row)
    const table = tableFromColumns({
      a: rows.map((row) => Math.sin(row)),
      b: rows.map((row) => Math.cos(row * row)),
      c: rows.map((row) => (row * 37) % 11),
      y: rows.map((row) => Math.sin(row) + Math.cos(row * row)),
    })
    const { selected, steps } = await select(table, {
      target: 'y',
      criterion: 'delta-test',
      search: 'forward',
      stop: 'rising',
    })
    expect([...selected].sort()).toEqual(['a', 'b'])
    expect(steps[1].score).toBeLessThan(steps[0].score)
  })
})
