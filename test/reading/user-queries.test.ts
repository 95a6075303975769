import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { readTable } from 'criba/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DuckEngine } from '../../dist/src/sql/duckdb/engine.js'
import { failure, testFolder } from './folder.ts'

/* A query of a user reads the data and nothing else. */

const folder = testFolder()

const text = 'a,b,y\n1,x,u\n2.5,y,v\n3,x,u\n4,z,v\n'
const file = folder.write('data.csv', text)
const other = folder.write('other.csv', text)
const broken = folder.write('broken.json', '{"a": 1} secret')
const wanted = (sql: string, from = file) => failure(readTable(from, { sql }))
const alone = '(a query may read the table data, and nothing else: no files, settings or other tables)'

/** One engine for what the queries of all tests are compared with. */
let engine: DuckEngine
beforeAll(async () => {
  engine = await DuckEngine.start()
})
afterAll(() => engine.close())

describe('a query is refused', () => {
  it.each([
    [`SELECT * FROM read_csv('${other}')`, 'calls read_csv'],
    [`SELECT * FROM read_csv('${file}')`, 'calls read_csv'],
    [`SELECT * FROM READ_JSON_AUTO('${broken}')`, 'calls read_json_auto'],
    [`SELECT * FROM system.main.read_text('/etc/passwd')`, 'calls read_text'],
    [`SELECT * FROM '${other}'`, 'reads other.csv'],
    [`SELECT * FROM '${file}'`, 'reads data.csv'],
    [`FROM data JOIN "${other}" USING (a)`, 'reads other.csv'],
    [`SELECT a, (SELECT count(*) FROM glob('*')) AS n FROM data`, 'calls glob'],
    [`SELECT * FROM data WHERE a IN (SELECT size FROM read_blob('/etc/passwd'))`, 'calls read_blob'],
    [`WITH t AS (SELECT * FROM read_csv('${other}')) SELECT * FROM t`, 'calls read_csv'],
    [`SELECT * FROM (SELECT 1 AS a UNION ALL SELECT a FROM '${other}')`, 'reads other.csv'],
    [`WITH "data.csv" AS (SELECT * FROM "data.csv") SELECT * FROM "data.csv"`, 'reads data.csv'],
    [`WITH t AS (SELECT * FROM pg_tables), pg_tables AS (SELECT 1) SELECT * FROM t`, 'reads pg_tables'],
    [
      `WITH RECURSIVE pg_tables AS (SELECT 1 AS n FROM pg_tables UNION ALL SELECT n FROM pg_tables) FROM pg_tables`,
      'reads pg_tables',
    ],
    [`WITH RECURSIVE pg_tables AS (SELECT * FROM pg_tables) SELECT * FROM pg_tables`, 'reads pg_tables'],
    [`FROM (PIVOT '${other}' ON b IN ('x') USING count(*))`, 'reads other.csv'],
    [`SELECT list_transform([1], lambda x: current_setting('threads')) FROM data`, 'calls current_setting'],
    ["SELECT *, getenv('HOME') AS h FROM data", 'calls getenv'],
    ["SELECT *, current_setting('temp_directory') AS h FROM data", 'calls current_setting'],
    ["SELECT *, write_log('x') AS h FROM data", 'calls write_log'],
    ["SELECT *, nextval('x') AS h FROM data", 'calls nextval'],
    ['FROM duckdb_settings()', 'calls duckdb_settings'],
    ['SELECT * FROM information_schema.tables', 'reads information_schema.tables'],
    ['SELECT * FROM memory.main."criba rows"', 'reads memory.main.criba rows'],
    ['SELECT * FROM other.data', 'reads other.data'],
    ['SELECT * FROM (SHOW TABLES)', 'shows what the engine holds'],
    [`SELECT * FROM query('SELECT * FROM read_csv(''${other}'')')`, 'calls query'],
    [`SELECT * FROM query_table('${other}')`, 'calls query_table'],
    ['SELECT * FROM enable_logging()', 'calls enable_logging'],
  ])('%s', async (sql, what) =>
    expect(await failure(engine.checkUserQuery(sql))).toBe(`invalid query: it ${what} ${alone}`),
  )

  const target = folder.path('made')
  it.each([
    `EXPORT DATABASE '${target}'`,
    `COPY data TO '${target}'`,
    `ATTACH '${target}'`,
    `PRAGMA enable_profiling`,
    'INSTALL httpfs',
    'LOAD httpfs',
    'SET threads = 1',
    'CREATE TABLE x AS SELECT 1',
    'DROP VIEW data',
    'SELECT 1; SELECT 2',
    'PIVOT data ON b',
    '',
  ])('if it is %j, of which nothing is made', async (sql) => {
    expect(await wanted(sql)).toBe(
      "invalid query: needs a single SELECT over data (in a PIVOT name the values: ON x IN ('a', 'b'))",
    )
    expect(existsSync(target)).toBe(false)
  })

  it('for all functions of the engine that make rows, but those that read nothing', async () => {
    const harmless = [
      'generate_series',
      'json_each',
      'json_tree',
      'range',
      'repeat',
      'repeat_row',
      'summary',
      'unnest',
    ]
    const rows = await engine.rows(
      "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type IN ('table', 'table_macro')",
    )
    const open: string[] = []
    for (const [name] of rows) {
      const message = await failure(engine.checkUserQuery(`FROM ${String(name)}('x')`))
      if (!message.includes(`it calls ${String(name)} `)) open.push(String(name))
    }
    expect(open.toSorted()).toEqual(harmless)
    expect(rows.length).toBeGreaterThan(60)
  })

  it('from Parquet and JSON as from text', async () => {
    const parquet = await folder.parquet('data.parquet', `SELECT range AS a, range % 2 AS y FROM range(9)`)
    for (const path of [file, parquet, folder.write('data.json', '[{"a":1},{"a":2}]')])
      expect(await wanted(`SELECT * FROM '${path}'`, path)).toBe(
        `invalid query: it reads ${basename(path)} ${alone}`,
      )
  })
})

describe('a query over data', () => {
  const rows =
    "SELECT * FROM (VALUES (1.0, 'x', 'u'), (2.5, 'y', 'v'), (3.0, 'x', 'u'), (4.0, 'z', 'v')) t(a, b, y)"
  it.each([
    'FROM data',
    'SELECT * FROM Data WHERE a > 1',
    'SELECT * FROM memory.main.data',
    'WITH big AS (SELECT * FROM data WHERE a > 1), again AS (FROM BIG) SELECT * FROM again',
    'WITH data AS (SELECT * FROM data WHERE a > 1) SELECT * FROM data',
    'WITH a AS (WITH b AS (FROM data) FROM b), c AS (FROM a) FROM c JOIN a USING (a)',
    'WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT n, n % 2 AS odd FROM t',
    'SELECT d.a, e.b FROM data d JOIN data e ON d.b = e.b AND d.a <= e.a',
    'SELECT *, row_number() OVER (PARTITION BY y ORDER BY a) AS r FROM data QUALIFY r < 2',
    "FROM (PIVOT data ON b IN ('x', 'y', 'z') USING sum(a))",
    'FROM (UNPIVOT (SELECT a, a * 2 AS c FROM data) ON a, c)',
    'SELECT *, unnest([1, 2]) AS n FROM data',
    'SELECT d.a, r.range AS n FROM data d, range(3) r',
    "SELECT * REPLACE (CASE WHEN a > 2 THEN 'much' ELSE 'little' END AS b) FROM data",
    "SELECT a, list_sum([x * 2 FOR x IN [a, a]]) AS s, regexp_replace(b, 'x', 'q') AS q FROM data",
    'SELECT COLUMNS(*) FROM data',
    'SELECT count(*) AS n, y FROM data GROUP BY ALL HAVING count(*) > 1',
    'SELECT * FROM data ASOF JOIN (SELECT a AS since, b AS past FROM data) ON a >= since',
    'SELECT a, (SELECT max(a) FROM data e WHERE e.y = data.y) AS most FROM data',
    'SELECT * EXCLUDE (b) FROM data ORDER BY a DESC LIMIT 3;',
    'VALUES (1, 2), (3, 4)',
    "SELECT 'it''s' AS t, a FROM data -- a comment",
  ])('runs as in the engine itself: %s', async (sql) => {
    await engine.rows(`CREATE OR REPLACE VIEW data AS ${rows}`)
    const expected = await engine.rows(sql)
    const { columns, rows: found } = await readTable(file, { sql, types: {} })
    expect(found).toBe(expected.length)
    const cells = Array.from({ length: found }, (_, row) =>
      columns.map((column) =>
        column.type === 'numeric' ? column.values[row] : String(column.levels[column.codes[row]]),
      ),
    )
    const sorted = (list: readonly (readonly unknown[])[]) =>
      list.map((row) => JSON.stringify(row)).toSorted()
    const plain = expected.map((row) =>
      row.map((value) => (typeof value === 'string' ? value : Number(String(value)))),
    )
    expect(sorted(cells)).toEqual(sorted(plain))
  })
})
