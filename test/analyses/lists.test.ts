// Lists of given answers beside which people write others, as forms with an open line have them.
import { describe as describeTable, splitLists, tableFromColumns } from 'criba'
import type { Table, Warning } from 'criba'
import { openSource } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../reading/folder.ts'

const folder = testFolder()
const given = ['Linux', 'Windows', 'macOS', 'Android', 'a system with a name of more than forty letters']
const rows = 600

/** Row i has the answers whose bit it has; every tenth row has one of its own too. */
function answersOf(row: number): readonly string[] {
  const own = row % 10 === 0 ? [`other ${row}`] : []
  return [...given.filter((_, bit) => ((row + 1) >> bit) % 2 === 1), ...own]
}

function tableOf(cellOf: (row: number) => string | null): Table {
  const all = Array.from({ length: rows }, (_, row) => row)
  return tableFromColumns({ systems: all.map(cellOf), y: all.map((row) => row % 2) })
}

async function listsIn(table: Table): Promise<readonly Warning[]> {
  const { warnings } = await describeTable(table, {})
  return warnings.filter(({ code }) => code === 'lists')
}

const answered = (row: number) => answersOf(row).join(', ') || null

describe('lists with rare items', () => {
  const table = tableOf(answered)

  it('are found among more than a thousand of them, or with long answers', async () => {
    const [warning] = await listsIn(table)
    expect(warning.remedy!.set).toEqual({ split: { systems: ',' } })
    expect(warning.message).toContain('5 items and 60 rare ones)')
  })

  it('get no indicator of these, as a warning says', () => {
    const { columns, warnings } = splitLists(table, { systems: ',' })
    expect(columns.map(({ name }) => name)).toEqual([
      ...['Android', 'Linux', 'Windows', given[4], 'macOS'].map((item) => `systems_${item}`),
      'y',
    ])
    given.forEach((item, bit) => {
      const { values } = columns.find(({ name }) => name === `systems_${item}`) as { values: Float64Array }
      expect(Array.from(values.slice(0, 100))).toEqual(
        Array.from({ length: 100 }, (_, row) => (answered(row) === null ? NaN : ((row + 1) >> bit) % 2)),
      )
    })
    expect(warnings).toMatchObject([
      {
        code: 'lists',
        message: 'items that at most 1 % of the lists have, and so no indicator: systems (60)',
      },
    ])
  })

  it('but one that is needed', () => {
    const { columns } = splitLists(table, { systems: ',' }, ['systems_other 20'])
    const { values } = columns.find(({ name }) => name === 'systems_other 20') as { values: Float64Array }
    expect(values.reduce((sum, value) => sum + (value === 1 ? 1 : 0), 0)).toBe(1)
  })

  it('are the same in DuckDB', async () => {
    const lines = Array.from({ length: rows }, (_, row) => `"${answered(row) ?? ''}",${row % 2}`)
    const path = folder.write('systems.csv', ['systems,y', ...lines].join('\n'))
    const found = []
    for (const source of ['memory', 'duckdb'] as const) {
      const data = await openSource(path, { source, split: { systems: ',' } })
      const { columns, warnings } = await describeTable(data, { target: 'y' })
      data.close()
      found.push({ columns, lists: warnings.filter(({ code }) => code === 'lists') })
    }
    expect(found[0].columns).toHaveLength(6)
    expect(found[1]).toEqual(found[0])
  })

  it('are none where most have one item, where a blank parts them, or where most items are rare', async () => {
    const few = tableOf((row) => (row % 12 === 0 ? `${given[0]}, ${given[1]}, text ${row}` : given[row % 4]))
    expect(await listsIn(few)).toEqual([])
    const blanks = tableOf((row) => answersOf(row).join(' ').replaceAll(',', '') || null)
    expect(await listsIn(blanks)).toEqual([])
    const texts = tableOf((row) => `${given[row % 3]}, text ${row}, word ${row}`)
    expect(await listsIn(texts)).toEqual([])
  })
})
