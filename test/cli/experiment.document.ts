import { describe, expect, it } from 'vitest'
import { experiments } from 'criba/experiments'
import { schemaFaults } from '../messy/schema.ts'
import { criba } from './criba.ts'

describe('criba experiment', () => {
  it('lists all experiments, also as JSON and CSV', async () => {
    const { out } = await criba(['experiment', 'list'])
    const json = JSON.parse((await criba(['experiment', 'list', '--format', 'json'])).out) as {
      experiments: { name: string }[]
    }
    const csv = (await criba(['experiment', 'list', '--format', 'csv'])).out
    expect(schemaFaults(json)).toEqual([])
    expect(json.experiments.map(({ name }) => name)).toEqual(experiments.map(({ name }) => name))
    for (const { name } of experiments) {
      expect(out).toMatch(new RegExp(`^${name} `, 'm'))
      expect(csv).toMatch(new RegExp(`^${name},`, 'm'))
    }
  })

  it('prints what is claimed, what is found, and the tables', async () => {
    const { code, out, err } = await criba(['experiment', 'example-d'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^Example D: five columns\nI\. Madinabeitia \(2019\)/)
    expect(out).toMatch(/^claimed: MI finds three of five columns/m)
    expect(out).toMatch(/^found: The right columns are x0, x1, x2, x3, x4\./m)
    expect(out).toMatch(/^columns +set by MI +set by DT +set by MI-DT/m)
    expect(out).toMatch(/^ +11 +x0 x1 x3 +x0 x1 x2 x3 x4/m)
    // Each block of a wide table begins with the number of columns.
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  })

  it('prints the main table as CSV, or another one', async () => {
    const main = (await criba(['experiment', 'contingency-tables', '--format', 'csv'])).out.split('\n')
    expect(main[0]).toBe('quantity,printed,criba')
    expect(main[1]).toMatch(/^"H\[C\], counts 57 and 45",,0\.98999279\d+$/)
    const other = await criba(['experiment', 'iris-grid', '--format', 'csv', '--table', 'grids'])
    const [header, , , petalLength] = other.out.split('\n')
    expect(header).toBe('columns,all rows,counted rows,held-out rows,cells,occupied,100/4^m')
    expect(petalLength).toBe('petal_length,0.8533333333333334,0.8634999999999998,0.8626000000000004,4,4,25')
  })

  it('refuses unknown names, a missing file and a missing name', async () => {
    const failed = async (...args: string[]) => {
      const { code, out, err } = await criba(['experiment', ...args])
      expect([code, out]).toEqual([1, ''])
      return err.trim()
    }
    expect(await failed('exampl-e')).toBe('criba: unknown experiment: exampl-e (did you mean example-e?)')
    expect(await failed('no-such-thing-at-all')).toBe(
      'criba: unknown experiment: no-such-thing-at-all (`criba experiment list` lists them)',
    )
    expect(await failed('wine-red')).toMatch(/^criba: missing data: wine-red needs winequality-red\.csv/)
    expect(await failed('iris-grid', '--table', 'grid')).toBe(
      'criba: unknown table: grid (did you mean grids?)',
    )
    expect(await failed()).toBe("criba: missing required argument 'name'")
  })
})
