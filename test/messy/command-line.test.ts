// The command line with nothing but the table and its target.
import { describe, expect, it } from 'vitest'
import type { SelectResult } from 'criba'
import { criba } from '../cli/criba.ts'
import { testFolder } from '../reading/folder.ts'
import { schemaFaults } from './schema.ts'
import { draws, rounded, rows, textOf } from './table-text.ts'

const folder = testFolder()
const { normal, whole, pick, happens, signs } = draws(91)

const patients = rows(300, (row) => {
  const [admitted, pressure] = [whole(0, 364), rounded(120 + 15 * normal())]
  const ill = pressure + 10 * normal() > 128
  const date = new Date(Date.UTC(2023, 0, 1 + admitted)).toISOString().slice(0, 10)
  return {
    '': row,
    name: `${signs(6, 'abcdeilmn')} ${signs(7, 'aeiorst')}`,
    admitted: date,
    pressure,
    mmHg: pressure,
    zip: pick(['01011', '28013', '46002']),
    hospital: 'Central',
    cabin: happens(0.77) ? null : `${pick(['B', 'C'])}${whole(1, 90)}`,
    discharged: ill ? whole(2, 9) : null,
    ill: ill ? 'sí' : 'no',
    code: Number(ill),
  }
})
const path = folder.write('patients.csv', textOf(patients))
const apart = ['column_1', 'name', 'mmHg', 'hospital', 'cabin', 'discharged', 'code']

describe('the command line on a messy table', () => {
  it.each(['describe', 'rank', 'select'])('%s answers, and its JSON follows the schema', async (command) => {
    const brief = command === 'select' ? ['--folds', '2'] : []
    const [text, json] = await Promise.all([
      criba([command, path, '-t', 'ill', ...brief]),
      criba([command, path, '-t', 'ill', ...brief, '--format', 'json']),
    ])
    expect([text.code, json.code]).toEqual([0, 0])
    const result = JSON.parse(json.out) as SelectResult
    expect(schemaFaults(result)).toEqual([])
    expect(json.err).toBe(text.err)
    // The text has the facts of the result, and no others.
    const printed = text.err.replaceAll(/\s+/g, ' ')
    for (const { message } of result.warnings) expect(printed).toContain(message.replaceAll(/\s+/g, ' '))
    for (const name of apart) expect(text.out).toContain(name)
    expect(printed).not.toMatch(/NaN|undefined|\[object/)
  })

  it('lists in one block which columns are set apart, and why', async () => {
    const { out } = await criba(['select', path, '-t', 'ill', '--no-evidence'])
    const lines = out
      .slice(out.indexOf('set apart:'), out.indexOf('\n\n', out.indexOf('set apart:')))
      .split('\n')
    expect(lines[0]).toMatch(/^set apart: 7 columns \(--keep .*--as-is/)
    expect(lines.slice(1).map((line) => line.trim())).toEqual([
      '1 copy of the target: code',
      '2 identifiers: column_1, name',
      '1 copy: mmHg (of pressure)',
      expect.stringMatching(
        /^2 columns with too few rows: cabin \(.* of 300 rows\), discharged \(.* of 300 rows\)$/,
      ),
      '1 constant: hospital',
    ])
    expect(out).toMatch(/^1 {2}pressure /m)
  })

  it('cuts dates at dates, and shows codes as codes', async () => {
    const { out } = await criba(['describe', path, '-t', 'ill'])
    expect(out).toMatch(/^admitted +date .*2023-01-0\d .*cuts 2023-/m)
    expect(out).toMatch(/^zip +categorical .*01011 36 % · 46002 34 % · 28013 30 %$/m)
  })

  it('gives the same answer from DuckDB', async () => {
    const [memory, duckdb] = await Promise.all(
      ['memory', 'duckdb'].map((source) =>
        criba(['select', path, '-t', 'ill', '--folds', '2', '--source', source]),
      ),
    )
    expect(duckdb.out).toBe(memory.out.replace('· memory', '· duckdb'))
    expect(duckdb.err).toBe(memory.err)
  })

  it('takes columns that would be set apart if they are kept', async () => {
    const { out } = await criba(['select', path, '-t', 'ill', '--keep', 'code', '--no-evidence'])
    // A column to keep has no step, so it is alone on its line.
    expect(out).toMatch(/^code$/m)
  })
})
