import { describe as describeTable, select, tableFromColumns } from 'criba'
import { describe, expect, it } from 'vitest'
import { oneEngine } from '../parity/one-engine.ts'

const duckdb = oneEngine()

/** Eight countries in each of eight years; y is alike within a country, z is not. */
const rows = Array.from({ length: 64 }, (_, row) => [row >> 3, row & 7] as const)
const panel = {
  country: rows.map(([a]) => `country ${a}`),
  year: rows.map(([, b]) => 2000 + b),
  y: rows.map(([a, b]) => ((a * 5) % 8) * 3 + ((b * 7 + a * 3) % 11)),
  z: rows.map(([a, b]) => (a * 3 + b * 5) % 7),
}
const turned = Object.fromEntries(
  Object.entries(panel).map(([name, cells]) => [name, cells.map((_, i) => cells[(i * 23) % 64])]),
)

const messages = (warnings: readonly { readonly code: string; readonly message: string }[]) =>
  warnings.filter(({ code }) => code === 'dependent-rows').map(({ message }) => message)

describe('rows of units at several times', () => {
  it('are named with the columns of units and times, in any order of rows, by both sources', async () => {
    const { z: _, ...columns } = turned
    const table = tableFromColumns(columns)
    const { warnings } = await describeTable(table, { target: 'y', task: 'regression' })
    // The correlation is that of an analysis of variance of ranks in SciPy.
    expect(messages(warnings)).toEqual([
      'rows are not independent: each country stands at several values of year, and y is alike within it (intraclass correlation 0.84), so that columns which differ between the groups look significant (part the rows by --group country, or by --time year)',
    ])
    const queried = await describeTable(await duckdb.sourceOf(table), { target: 'y', task: 'regression' })
    expect(messages(queried.warnings)).toEqual(messages(warnings))
  })

  it('are named as words of a shell', async () => {
    const columns = { "the people's country": turned.country, 'school year': turned.year, y: turned.y }
    const { warnings } = await describeTable(tableFromColumns(columns), { target: 'y', task: 'regression' })
    expect(messages(warnings)[0]).toContain("--group 'the people'\\''s country', or by --time 'school year')")
  })

  it('have classes that are alike too', async () => {
    const { z: _, y, ...columns } = turned
    const table = tableFromColumns({ ...columns, y: y.map((value) => (Number(value) > 14 ? 'high' : 'low')) })
    expect(messages((await describeTable(table, { target: 'y' })).warnings)[0]).toContain(
      '(intraclass correlation 0.71)',
    )
  })

  it.each([
    ['the target is not alike within units', { country: turned.country, year: turned.year, y: turned.z }],
    ['a unit has a time twice', { ...turned, year: turned.year.map((year, i) => (i === 0 ? 2003 : year)) }],
    ['no column is of times', { country: turned.country, grade: turned.year, y: turned.y }],
  ])('are none where %s', async (_name, columns) => {
    const { warnings } = await describeTable(tableFromColumns(columns), { target: 'y', task: 'regression' })
    expect(messages(warnings)).toEqual([])
  })

  it('are hinted at where a column is of units by its name, and times are levels', async () => {
    const visit = turned.year.map((year) => `month ${Number(year) - 2000}`)
    const columns = { patient_id: turned.country, visit, y: turned.z }
    const { warnings } = await describeTable(tableFromColumns(columns), { target: 'y', task: 'regression' })
    expect(messages(warnings)).toEqual([
      'rows may belong together: each patient_id stands at several values of visit (--group patient_id keeps those of one together)',
    ])
    const other = { ...columns, visit: visit.map((time, i) => (i === 0 ? 'month 3' : time)) }
    const without = await describeTable(tableFromColumns(other), { target: 'y', task: 'regression' })
    expect(messages(without.warnings)).toEqual([])
  })

  it('need two times where a column is of units by its name', async () => {
    const of = (name: string) => ({
      [name]: Array.from({ length: 120 }, (_, row) => row % 60),
      event: Array.from({ length: 120 }, (_, row) => (row < 60 ? 'baseline' : 'follow-up')),
      y: Array.from({ length: 120 }, (_, row) => (row * 7) % 11),
    })
    const found = async (name: string) =>
      messages(
        (await describeTable(tableFromColumns(of(name)), { target: 'y', task: 'regression' })).warnings,
      )
    expect((await found('record_id')).join()).toContain('--group record_id')
    expect(await found('score')).toEqual([])
  })

  it('with levels as times are parted by units alone', async () => {
    const { z: _, year, ...columns } = turned
    const table = tableFromColumns({ ...columns, wave: year.map((year) => `w${year}`) })
    const { warnings } = await describeTable(table, { target: 'y', task: 'regression' })
    expect(messages(warnings)[0]).toMatch(/\(part the rows by --group country\)$/)
  })

  it('need no word where the user says which rows belong together', async () => {
    const options = { target: 'y', task: 'regression', evidence: null } as const
    const { warnings } = await select(tableFromColumns(turned), { ...options, group: 'country' })
    expect(messages(warnings)).toEqual([])
  })
})
