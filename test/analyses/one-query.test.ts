// Several mends that are queries: one that does all.
import { describe as describeTable } from 'criba'
import { openSource } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { criba } from '../cli/criba.ts'
import { testFolder } from '../reading/folder.ts'

const folder = testFolder()

const rows = Array.from({ length: 24 }, (_, i) => {
  const group = 'abc'[i % 3]
  return [
    group,
    `${4 + (i % 5)}'${i % 12}""`,
    `${100 + i}/${60 + i}`,
    ['1 (nie)', '2', '3 (immer)'][(i * 7) % 3],
    i,
  ]
})
const lines = rows.map(([group, height, blood, scale, n]) => `${group},"${height}",${blood},${scale},${n}`)
const path = () =>
  folder.write(
    'several.csv',
    `team,height,bp,q,n\n${lines.join('\n')}\nTotal for a,,,,92\nd,"5'1""",120/80,2,3\n`,
  )

async function described(options = {}) {
  const source = await openSource(path(), options)
  try {
    return await describeTable(source)
  } finally {
    source.close()
  }
}

describe('several queries', () => {
  it('are said as one that does all', async () => {
    const { warnings } = await described()
    const queries = warnings.filter(({ code, query }) => code !== 'queries' && query !== undefined)
    expect(queries.flatMap(({ columns }) => columns).sort()).toEqual(['bp', 'height', 'q', 'team'])
    const { message, query: sql } = warnings.find(({ code }) => code === 'queries')!
    expect(/: --sql '(.*)'$/s.exec(message)![1].replaceAll("'\\''", "'")).toBe(sql)
    for (const source of ['memory', 'duckdb']) {
      const { columns, data, warnings: after } = await described({ sql, source })
      expect(data.rows).toBe(25)
      expect(after.filter(({ query }) => query !== undefined)).toEqual([])
      const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]))
      expect(types).toEqual({
        team: 'categorical',
        height: 'numeric',
        bp_1: 'numeric',
        bp_2: 'numeric',
        q: 'numeric',
        n: 'numeric',
      })
      expect(columns.find(({ name }) => name === 'height')).toMatchObject({ min: 48, max: 105 })
    }
  })

  it('are refused by the command line', async () => {
    const twice = await criba([
      'describe',
      path(),
      '--sql',
      'SELECT n FROM data',
      '--sql',
      'SELECT q FROM data',
    ])
    expect(twice.code).not.toBe(0)
    expect(twice.err).toContain('--sql is given twice')
  })
})
