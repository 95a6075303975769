import type { ExperimentResult, ReportTable } from 'criba'
import { expect } from 'vitest'
import { schemaFaults } from '../messy/schema.ts'
import type { PublishedRow } from './published.ts'

/** The place of each column of a table by its name. */
const placeOf = ({ columns }: ReportTable, name: string) => columns.indexOf(name)

const valueColumns = [
  'MI of all',
  'DT of all',
  'MI of set',
  'MI difference',
  'DT of set',
  'DT difference',
  'MI-DT of set',
]

/** Compares a row of the table of chapter 23 with the published one: MI within a tolerance, DT to 10 digits. */
export function expectRow(
  table: ReportTable,
  { width, sets, values, hits }: PublishedRow,
  within: number,
): void {
  const row = table.rows.find(([columns]) => columns === width)!
  expect(row.slice(1, 4)).toEqual(sets)
  for (const [i, name] of valueColumns.entries()) {
    const value = row[placeOf(table, name)] as number
    const error = Math.abs(value - values[i])
    const bound = name.startsWith('DT')
      ? 1e-10 * Math.abs(values[i])
      : within * Math.max(1, Math.abs(values[i]))
    expect(error, `${name} of ${width} columns: ${value}`).toBeLessThanOrEqual(bound)
  }
  const at = placeOf(table, 'hits % MI')
  for (const [i, share] of hits.entries()) expect(row[at + i]).toBeCloseTo(share, 9)
}

/** Compares the published rows of an example with its result, which has the charts of an example. */
export function expectExample(result: ExperimentResult, rows: readonly PublishedRow[]): void {
  expect(schemaFaults(result)).toEqual([])
  expect(result.charts.map((chart) => chart.kind)).toEqual(['lines', 'lines', 'lines', 'landscape'])
  for (const row of rows) expectRow(result.tables[0], row, 1e-9)
}
