// Programs without types may give anything as a table, or as an option of reading: what is none is refused by one line.
import { runInNewContext } from 'node:vm'
import { tableFromColumns, tableFromCsv, tableFromRows } from 'criba'
import { openSource, readTable } from 'criba/node'
import { expect, it } from 'vitest'
import { refusal } from './refusal.ts'

it.each([
  [
    'no object',
    () => tableFromColumns(3 as never),
    'invalid columns: 3 (needs an object of lists, one a column)',
  ],
  [
    'a text as values',
    () => tableFromColumns({ x: 'abc' }),
    'invalid column x: no list (needs a list of values)',
  ],
  [
    'pairs that are none',
    () => tableFromColumns(['ab'] as never),
    'invalid columns: an item is no pair (needs a name and a list of values)',
  ],
  ['no rows', () => tableFromRows(3 as never), 'invalid rows: no list (needs a list of objects)'],
  [
    'a row that is a list',
    () => tableFromRows([{ x: 1 }, [2]] as never),
    'invalid row 2: a list (needs an object with a value for each column)',
  ],
  [
    'a row that is none',
    () => tableFromRows([null] as never),
    'invalid row 1: null (needs an object with a value for each column)',
  ],
  [
    'a number for a text',
    () => tableFromCsv(3 as never),
    'invalid text: 3 (needs a text, its bytes, or a file)',
  ],
])('a table is not made of %s', async (_, make, message) => {
  expect(((await refusal(make)) as Error).message).toBe(message)
})

const lines = 'x;q\n1;a\n2;b\n3;a\n'

it.each([
  [{ sep: ';' }, 'unknown option of reading: sep (did you mean skip?)'],
  [{ separator: 3 }, 'invalid separator: 3 (needs a text)'],
  [{ transpose: 'yes' }, 'invalid transpose: yes (needs true or false)'],
  [{ missingWords: 'NA' }, 'invalid missingWords: NA (needs a list)'],
  [{ fillDown: 'x' }, 'invalid fillDown: x (needs a list)'],
  [{ split: { q: 3 } }, 'invalid split: q=3 (needs column=sign, as in channels=;)'],
  [{ types: new Map([['x', 'categorical']]) }, 'invalid types: an object (needs an object)'],
  [{ threads: 0 }, 'invalid threads: 0 (needs a whole number, 1 or more)'],
  [3, 'invalid options: 3 (needs an object)'],
  [null, 'invalid options: null (needs an object)'],
])('a text is not read with the options %o', async (options, message) => {
  expect(((await refusal(() => tableFromCsv(lines, options as never))) as Error).message).toBe(message)
})

it.each([
  [{ delimiter: ';' }, 'unknown option of reading: delimiter (docs/data.md lists them)'],
  [{ sql: 3 }, 'invalid sql: 3 (needs an SQL query)'],
  [{ mends: true }, 'invalid mends: true (needs show or apply)'],
])('a file is not opened with the options %o', async (options, message) => {
  for (const open of [readTable, openSource])
    expect(((await refusal(() => open('examples/penguins.csv', options as never))) as Error).message).toBe(
      message,
    )
})

it('what a run has is an option of reading, or at least no error', async () => {
  const run = { threads: 1, progress: () => {}, on: () => {}, signal: new AbortController().signal }
  expect((await readTable('examples/penguins.csv', run)).rows).toBe(344)
  expect((await tableFromCsv(lines, run)).rows).toBe(3)
})

it('a file is not opened by what is no path', async () => {
  for (const open of [readTable, openSource])
    expect(((await refusal(() => open(3 as never))) as Error).message).toBe(
      'invalid path: 3 (needs the path of a file, as a text)',
    )
})

it.each([
  [{ X: 'categorical' }, 'unknown column: X (did you mean x?)'],
  [new Map([['x', 'categorical']]), 'invalid types: an object (needs an object)'],
  ['categorical', 'invalid types: categorical (needs an object)'],
])('types of a table are not %o', async (types, message) => {
  const calls = [
    () => tableFromColumns({ x: [1, 2] }, types as never),
    () => tableFromRows([{ x: 1 }, { x: 2 }], types as never),
  ]
  for (const call of calls) expect(((await refusal(call)) as Error).message).toBe(message)
})

it.each([
  ['a length alone', { length: 2 }],
  ['values behind a function', { length: 2, at: () => 1 }],
  ['a text as an object', new String('ab')],
])('a column is no list: %s', async (_, values) => {
  expect(((await refusal(() => tableFromColumns({ x: values }))) as Error).message).toBe(
    'invalid column x: no list (needs a list of values)',
  )
})

it.each([
  ['a map', new Map([['x', 2]])],
  ['bytes', new Uint8Array([1])],
  ['a text as an object', new String('ab')],
])('a row is not %s', async (_, row) => {
  expect(((await refusal(() => tableFromRows([{ x: 1 }, row] as never))) as Error).message).toMatch(
    /^invalid row 2: an object \(needs/,
  )
})

it('NaN and invalid dates are missing among texts too, and that is said', () => {
  const { columns, warnings } = tableFromColumns({ x: [NaN, new Date(NaN), 'b', 'NaN'] })
  expect(columns[0]).toMatchObject({ levels: ['NaN', 'b'], missing: Uint8Array.of(1, 1, 0, 0) })
  expect(warnings.map(({ message }) => message)).toEqual([
    'column x: 2 infinite or NaN values count as missing',
  ])
})

it('values of another realm are values', () => {
  const given = runInNewContext(
    '({ f: new Float64Array([1, 2]), d: [new Date(0), new Date(1000)], n: [1, null] })',
  )
  const { columns } = tableFromColumns(given as Record<string, readonly unknown[]>)
  expect(columns.map(({ type }) => type)).toEqual(['numeric', 'numeric', 'numeric'])
  expect([...(columns[1] as { values: Float64Array }).values]).toEqual([0, 1])
})
