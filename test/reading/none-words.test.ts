// Words such as `none` among numbers, which may mean 0 or a missing value.
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells } from './cells.ts'
import { failure, testFolder } from './folder.ts'

const folder = testFolder()
const end = ' FROM data'

/** The query in a message, as a shell would take it. */
function queryIn(message: string): string {
  const [, quoted] = /--sql ("[^"]*"|'(?:[^']|'\\'')*')/.exec(message)!
  return quoted.startsWith('"') ? quoted.slice(1, -1) : quoted.slice(1, -1).replaceAll("'\\''", "'")
}

const read = (amounts: readonly string[], options = {}) =>
  readTable(
    folder.write('amounts.csv', `cost;y\n${amounts.map((cell, i) => `${cell};${i}\n`).join('')}`),
    options,
  )

describe('a word for none among numbers', () => {
  it.each<[what: string, amounts: readonly string[], values: readonly (number | null)[]]>([
    ['amounts', ['€ 80', '€ 120', '', 'Nessuna', '€ 40'], [80, 120, null, 0, 40]],
    [
      'cents and thousands',
      ['1.234,50 €', '-7,25 €', '12 €', 'keine', '-', '3,00 €'],
      [1234.5, -7.25, 12, 0, null, 3],
    ],
    [
      'a minus before the unit',
      ['-$ 5', '$ 1,234.50', '$ -6', 'None at all', 'nil'],
      [-5, 1234.5, -6, null, 0],
    ],
    ['plain numbers', ['2', '-4', '3.5', 'ninguno', '7'], [2, -4, 3.5, 0, 7]],
  ])('is missing or 0, by the option or the query that is named: %s', async (_, amounts, values) => {
    const { warnings } = await read(amounts)
    const { message } = warnings.find(({ code }) => code === 'mixed-types')!
    expect(message).toMatch(
      / a missing value: --missing-words .*; if ".*" means 0(?: and ".*" (?:is|are) missing)?: --sql /,
    )
    const sql = queryIn(message)
    expect(sql.endsWith(end)).toBe(true)
    const { columns } = await read(amounts, { sql })
    expect(cells(columns[0])).toEqual(values)
  })

  it('has a query that fails where a number has more around it', async () => {
    const { warnings } = await read(['€ 80', '€ 120', '€ 40', 'Nessuna'])
    const sql = queryIn(warnings[0].message)
    expect(await failure(read(['€ 80', '1e5 €', 'Nessuna'], { sql }))).toMatch(
      /^invalid query: Conversion Error/,
    )
  })

  it.each([
    ['numbers below limits', ['<5', '7', '8', 'none', '9']],
    ['thousands', ['5k €', '7k €', 'none', '8k €']],
    ['other words', ['5', '7', 'low', '9']],
    ['marks in doubt', ['€ 1.234', '€ 2.345', 'keine', '€ 3.456']],
  ])('has no query beside %s', async (_, amounts) => {
    const { warnings } = await read(amounts)
    expect(warnings.map(({ message }) => message).join()).not.toContain('means 0')
  })
})
