import { describe as describeTable, select, tableFromColumns } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../reading/folder.ts'

const folder = testFolder()
/** Heights in metres, 1.50 to 1.89, each three times. */
const metres = Array.from({ length: 120 }, (_, i) => (150 + (i % 40)) / 100)
const others = metres.map((_, i) => (i * 37) % 101)

async function unitsOf(values: readonly (number | null)[]) {
  const { warnings } = await describeTable(tableFromColumns({ height: values, others }))
  return warnings.filter(({ message }) => message.startsWith('numbers that may be in two units'))
}

describe('numbers in two units', () => {
  it('are said with the query that brings them to the usual one, which mends them', async () => {
    const mixed = metres.map((value, i) => (i % 20 === 3 ? Math.round(value * 100) : value))
    const [warning, ...more] = await unitsOf(mixed)
    expect(more).toEqual([])
    expect(warning.columns).toEqual(['height'])
    expect(warning.message).toContain('height (153 and above beside 1.89, a factor of 100)')
    const path = folder.write(
      'heights.csv',
      ['height,others', ...mixed.map((h, i) => `${h},${others[i]}`)].join('\n'),
    )
    const [height] = (await readTable(path, { sql: warning.query! })).columns
    expect(height.type === 'numeric' && [...height.values]).toEqual(metres)
  })

  it.each([
    [
      'a few metres among centimetres',
      metres.map((h, i) => (i % 20 === 3 ? h : Math.round(h * 100))),
      '1.73 and below beside 150, a factor of 100',
    ],
    [
      'one weight in grams',
      metres.map((h, i) => (i === 7 ? 40_000 : Math.round(h * 311) / 10)),
      '40000 and above beside 58.8, a factor of 1000',
    ],
  ])('are found where there are %s', async (_, values, said) => {
    expect((await unitsOf(values)).map(({ message }) => message)).toEqual([expect.stringContaining(said)])
  })

  it.each([
    ['metres alone', metres],
    ['whole numbers with one far away', metres.map((h, i) => (i === 7 ? 17_000 : Math.round(h * 100)))],
    ['numbers over many orders of size', metres.map((_, i) => 1.3 ** i)],
    ['a number that is far away and in no other unit', metres.map((h, i) => (i === 7 ? 900 : h))],
    ['numbers with zeros', metres.map((h, i) => (i === 7 ? 0 : i === 8 ? 170 : h))],
    ['few numbers', metres.map((_, i) => (i % 2 === 0 ? 1.5 + (i % 4) / 10 : 160))],
  ])('are not said of %s', async (_, values) => {
    expect(await unitsOf(values)).toEqual([])
  })

  it('are said by a selection too', async () => {
    const mixed = metres.map((value, i) => (i % 20 === 3 ? Math.round(value * 100) : value))
    const y = others.map((other) => (other > 50 ? 'a' : 'b'))
    const { warnings } = await select(tableFromColumns({ height: mixed, others, y }), { target: 'y' })
    expect(warnings.filter(({ message }) => message.includes('two units'))).toHaveLength(1)
  })
})
