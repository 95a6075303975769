// A column of a mark or nothing is named, with the query that makes 1 and 0 of it.
import { describe as describeTable } from 'criba'
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
