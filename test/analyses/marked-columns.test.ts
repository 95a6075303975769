// A column of a mark or nothing is named, with the query that makes 1 and 0 of it.
import { describe as describeTable, rank } from 'criba'
import { openSource, readTable } from 'criba/node'
import { expect, it } from 'vitest'
import { cells } from '../reading/cells.ts'
import { testFolder } from '../reading/folder.ts'

const folder = testFolder()

const warningsOf = async (path: string) => {
  const source = await openSource(path)
  const { warnings } = await describeTable(source)
  source.close()
  return warnings.filter(({ message }) => message.startsWith('a mark or nothing'))
}

it.each(['x', '✓', 'ja'])('%s or nothing', async (mark) => {
  const path = folder.write(
    'marks.csv',
    `lift,n\n${[mark, '', '', mark, ''].map((one, i) => `${one},${i}`).join('\n')}\n`,
  )
  const [{ query, code }] = await warningsOf(path)
  expect(code).toBe('mixed-types')
  const { columns } = await readTable(path, { sql: query! })
  expect(cells(columns[0])).toEqual([1, 0, 0, 1, 0])
})

it.each([
  ['a name', ['Ann', '', '', 'Ann']],
  ['a mark in all rows', ['x', 'x', 'x', 'x']],
  ['two marks', ['x', '', 'o', 'x']],
])('but not %s', async (_, marks) => {
  const path = folder.write('other.csv', `lift,n\n${marks.map((one, i) => `${one},${i}`).join('\n')}\n`)
  expect(await warningsOf(path)).toEqual([])
})

it('the letter of a name, and the answers to a question of several', async () => {
  const rows = ['P;Bus;;EUR', ';;Tram;EUR', ';Bus;;', 'P;;Tram;EUR', ';Bus;Tram;EUR', 'P;Bus;;EUR']
  const path = folder.write('answers.csv', `Function: Pumps;Q5_1;Q5_2;currency\n${rows.join('\n')}\n`)
  const [{ columns, query }] = await warningsOf(path)
  expect(columns).toEqual(['Function: Pumps', 'Q5_1', 'Q5_2'])
  const read = await readTable(path, { sql: query! })
  expect(cells(read.columns[2])).toEqual([0, 1, 0, 1, 1, 0])
})

const ones = folder.write(
  'ones.csv',
  `bud,fruit,leaf,n\n${['1,,1', ',1,1', ',,1', '1,,1', ',,1'].map((row, i) => `${row},${i}`).join('\n')}\n`,
)

it.each([
  ['in memory', 'memory'],
  ['in DuckDB', 'duckdb'],
] as const)('1 or nothing in several rows, %s', async (_, where) => {
  const source = await openSource(ones, { source: where })
  const { warnings } = await describeTable(source)
  source.close()
  const [{ columns, message, query }, ...more] = warnings.filter((one) => one.message.startsWith('a mark or'))
  expect(more).toEqual([])
  expect(columns).toEqual(['bud'])
  expect(message).toContain('bud (1 in 2 rows)')
  const read = await readTable(ones, { sql: query! })
  expect(cells(read.columns[0])).toEqual([1, 0, 0, 1, 0])
})

it('of the same words beside 1', async () => {
  const path = folder.write('both.csv', 'bud,lift,n\n1,x,1\n,,2\n1,x,3\n')
  const [{ columns, query }] = await warningsOf(path)
  expect(columns).toEqual(['bud', 'lift'])
  const read = await readTable(path, { sql: query! })
  expect(read.columns.slice(0, 2).map(cells)).toEqual([
    [1, 0, 1],
    [1, 0, 1],
  ])
})

it('not 1 that other rows, without a target, do not have', async () => {
  const path = folder.write('rest.csv', 'bud,y,n\n1,a,1\n,b,2\n1,b,3\n5,,4\n1,a,5\n')
  const source = await openSource(path)
  const { warnings } = await describeTable(source, { target: 'y' })
  source.close()
  expect(warnings.filter(({ message }) => message.startsWith('a mark or'))).toEqual([])
})

it.each([
  ['1 in most rows', ['1', '1', '', '1', '1']],
  ['2 or nothing', ['2', '', '', '2']],
  ['1 in all rows', ['1', '1', '1', '1']],
  ['1 or nothing as a date', ['1970-01-02', '', '', '1970-01-02']],
  ['1 and 0 or nothing', ['1', '', '0', '1']],
])('not %s', async (_, values) => {
  const path = folder.write('no.csv', `bud,n\n${values.map((one, i) => `${one},${i}`).join('\n')}\n`)
  expect(await warningsOf(path)).toEqual([])
})

it.each([
  ['describe', describeTable],
  ['rank', rank],
])('of a target, %s ends with the query that makes classes of it', async (_, run) => {
  const source = await openSource(ones)
  const error = await run(source, { target: 'bud' }).catch((cause: Error) => cause)
  source.close()
  const query = 'SELECT * REPLACE (CASE WHEN bud IS NULL THEN 0 ELSE 1 END AS bud) FROM data'
  expect((error as Error).message).toBe(
    `invalid target: bud is always 1 (needs two or more different values; if empty cells are a class say --sql "${query}")`,
  )
  const mended = await openSource(ones, { sql: query })
  await expect(run(mended, { target: 'bud' })).resolves.toBeDefined()
  mended.close()
})
