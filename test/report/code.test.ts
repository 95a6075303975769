import { DuckDBInstance } from '@duckdb/node-api'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { select } from 'criba'
import type { SelectResult } from 'criba'
import { openSource } from 'criba/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { selectionR } from '../../dist/src/report/code/r.js'
import { selectionSklearn } from '../../dist/src/report/code/sklearn.js'
import { selectionSql } from '../../dist/src/report/code/sql.js'

let folder: string
let file: string
let result: SelectResult
/** Names that need quotes, levels that do, a gap in each column, a date and a unit. */
const rows = Array.from({ length: 200 }, (_, i) => ({
  'a "q"': i % 50 === 7 ? '' : String((i % 2) * 2 + ((i * 7) % 10) / 4),
  'b\\x': String(((i * 13) % 17) - 8),
  "lev'el": i % 40 === 3 ? '' : ["it's", '"x,y"', 'z'][(i * 5 + (i % 2)) % 3],
  day: `2024-0${1 + (i % 2) * 4 + (i % 3)}-15`,
  y: i % 2 === 0 ? 'u' : 'v',
}))

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'criba-code-'))
  file = join(folder, 'data.csv')
  const header = ['"a ""q"""', 'b\\x', "lev'el", 'day', 'y'].join(',')
  writeFileSync(file, `${[header, ...rows.map((row) => Object.values(row).join(','))].join('\n')}\n`)
  const source = await openSource(file)
  result = await select(source, { target: 'y', k: 4, asIs: true })
  source.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The level or the bin of each row, from the cells and the coding in the result. */
function codesOf(feature: string): (number | null)[] {
  const { cuts, levels } = result.coding.find((coding) => coding.feature === feature)!
  return rows.map((row) => {
    const cell = row[feature as keyof typeof row].replaceAll('"', '')
    if (cell === '') return null
    return cuts ? cuts.filter((cut) => cut < Number(cell)).length : levels!.indexOf(cell)
  })
}

async function answerOf(sql: string) {
  const connection = await (await DuckDBInstance.create()).connect()
  try {
    return (await connection.runAndReadAll(sql)).getRowObjects()
  } finally {
    connection.closeSync()
  }
}

describe('a selection as SQL', () => {
  it('chooses the columns and the target, as a query that runs', async () => {
    const sql = selectionSql(result, file)
    const answer = await answerOf(sql)
    expect(Object.keys(answer[0])).toEqual([...result.selected, 'y'])
    expect(answer).toHaveLength(rows.length)
  })

  it('codes columns as the method did, in expressions that run', async () => {
    const sql = selectionSql(result, file)
    const expressions = [...sql.matchAll(/^-- (CASE .*)$/gm)].map(([, one]) => one)
    expect(expressions).toHaveLength(3)
    const answer = await answerOf(`SELECT ${expressions.join(', ')} FROM '${file}'`)
    for (const feature of result.selected.filter((name) => name !== 'day'))
      expect(answer.map((row) => row[`${feature} coded`] as number | null)).toEqual(codesOf(feature))
    expect(sql).toMatch(/^-- not coded here: day: a date, cuts 2024-/m)
  })

  it('is of the query that was selected from, also if it ends in a comment', async () => {
    const filtered = { ...result, data: { ...result.data, sql: 'SELECT * FROM data LIMIT 7 -- few' } }
    expect(await answerOf(selectionSql(filtered, file))).toHaveLength(7)
  })

  it('names a table of a server as the server reads it', () => {
    const sql = selectionSql(result, 'clickhouse://me@host:8123/db.my%20table?secure=1')
    expect(sql).toContain('SELECT ')
    expect(sql).toContain('`a "q"`')
    expect(sql).toContain('`b\\\\x`')
    expect(sql).toMatch(/ FROM db\.`my table`;$/m)
  })

  it('calls data what DuckDB does not read by its name', () => {
    expect(selectionSql(result, 'my.arff')).toMatch(
      /^-- data: the table of my\.arff\.\nSELECT .* FROM data;$/m,
    )
  })
})

describe('a selection as code', () => {
  it('is Python with the names, the cuts and the levels', () => {
    const code = selectionSklearn(result, 'data.csv')
    const names = /^selected = (\[.*?\])$/ms.exec(code)![1]
    expect(JSON.parse(names)).toEqual(result.selected)
    const { cuts } = result.coding.find(({ feature }) => feature === 'b\\x')!
    expect(code).toContain(`    "b\\\\x": [${cuts!.join(', ')}],`)
    expect(code).toContain(`    "lev'el": ["it's", "x,y", "z"],`)
    expect(code).toContain('np.searchsorted(ends, frame[name])')
    expect(code).not.toMatch(/^\s+"day"/m)
  })

  it('is R with the names, the cuts and the levels', () => {
    const code = selectionR(result, 'data.csv')
    expect(code).toContain('"a \\"q\\""')
    expect(code).toContain('  `b\\\\x` = c(')
    expect(code).toContain(`  \`lev'el\` = c("it's", "x,y", "z")`)
    expect(code).toContain('left.open = TRUE')
  })

  it('has no coding where the method needed none', async () => {
    const source = await openSource(file)
    const plain = await select(source, { target: 'y', method: 'anova-f', k: 1, drop: ["lev'el"] })
    source.close()
    expect(selectionSklearn(plain, 'data.csv')).not.toContain('coded')
    expect(selectionR(plain, 'data.csv')).not.toContain('cuts')
    expect(selectionSql(plain, 'data.csv')).not.toContain('CASE')
  })

  it('fills what the method filled', async () => {
    const source = await openSource(file)
    const filled = await select(source, { target: 'y', k: 2, missing: 'median', drop: ['day'] })
    source.close()
    const [first] = filled.coding.filter(({ feature }) => filled.selected.includes(feature))
    expect(selectionSql(filled, file)).toContain(
      `, ${typeof first.fill === 'number' ? first.fill : `'${first.fill}'`})`,
    )
    expect(selectionSklearn(filled, file)).toContain('frame = frame.fillna(fill)')
    expect(selectionR(filled, file)).toContain('is.na(data[[name]])')
  })
})
