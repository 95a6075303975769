// Kinds of damage that `npm run reliability` found to be read wrongly, or refused in words of a library.
import { readFileSync } from 'node:fs'
import { tableFromArrays, tableToIPC } from 'apache-arrow'
import { describe as describeTable } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failure, testFolder } from './folder.ts'
import { plainRows, xlsx, zip } from './sheet-files.ts'

const folder = testFolder()

const failureOf = (name: string, bytes: Uint8Array) => failure(readTable(folder.write(name, bytes)))

/** Bytes in which one run of bytes is another, of the same length. */
function replaced(bytes: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf(from)
  expect(at).toBeGreaterThan(0)
  copy.set(to, at)
  return copy
}

const bytesOf = (numbers: Int32Array | BigInt64Array) => new Uint8Array(numbers.buffer)

describe('a damaged workbook is refused in one line', () => {
  const sheet = (rows: string) => xlsx([{ name: 'S', rows }], { texts: ['<t>a</t>', '<t>b</t>'] })

  it('if its letters are no UTF-8, or an entity is not defined', async () => {
    const rows = (text: string) => `<row><c t="str"><v>${text}</v></c></row>`
    expect(await failureOf('entity.xlsx', sheet(rows('&x;')))).toBe(
      'unreadable file: entity.xlsx (the XML in it is damaged: an entity that it does not define)',
    )
    const bytes = Buffer.concat([Buffer.from('<a>'), Buffer.from([0xff]), Buffer.from('</a>')])
    expect(await failureOf('letters.ods', zip({ 'content.xml': bytes }))).toBe(
      'unreadable file: letters.ods (the XML in it is damaged: letters that are not UTF-8)',
    )
  })

  it('if a sheet has no name, or a relation no target', async () => {
    const workbook = (sheet: string, relation = '') =>
      zip({
        'xl/workbook.xml': `<workbook><sheets>${sheet}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships>${relation}</Relationships>`,
      })
    // It was a sheet with the name undefined.
    expect(await failureOf('name.xlsx', workbook('<sheet sheetId="1" r:id="s0"/>'))).toBe(
      'unreadable file: name.xlsx (the XML in it is damaged: an element sheet without its name)',
    )
    expect(await failureOf('target.xlsx', workbook('', '<Relationship Id="s0" Type="t"/>'))).toBe(
      'unreadable file: target.xlsx (the XML in it is damaged: an element Relationship without its Target)',
    )
  })

  it('if a cell refers to a shared text that is not there', async () => {
    const cells = (number: number) =>
      `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>${plainRows([[1, 2]])}<row><c/><c t="s"><v>${number}</v></c></row>`
    expect((await readTable(folder.write('whole.xlsx', sheet(cells(1))))).rows).toBe(2)
    // It was read as a missing value.
    expect(await failureOf('shared.xlsx', sheet(cells(7)))).toMatch(
      /^unreadable file: shared\.xlsx \(the XML in it is damaged: the cell at row 3, column 2 refers to the shared text 7, /,
    )
  })

  it('if a check sum is another', async () => {
    const bytes = Buffer.from(
      sheet(
        plainRows([
          ['a', 'b'],
          [1, 2],
          [3, 4],
        ]),
      ),
    )
    const entry = bytes.indexOf('PK\x01\x02', bytes.lastIndexOf('sheet0.xml') - 60, 'latin1')
    bytes[entry + 16] ^= 1
    expect(await failureOf('sum.xlsx', bytes)).toMatch(
      /^unreadable file: sum\.xlsx \(its part xl\/worksheets\/sheet0\.xml is damaged: its check sum is another\)$/,
    )
  })
})

describe.each(['file', 'stream'] as const)('a damaged Arrow %s is refused in one line', (form) => {
  it('if a column refers to a level that its dictionary does not have', async () => {
    const bytes = tableToIPC(tableFromArrays({ b: ['x', 'y', 'z', 'w', 'y'] }), form)
    const numbers = bytesOf(Int32Array.of(0, 1, 2, 3, 1))
    const damaged = replaced(bytes, numbers, bytesOf(Int32Array.of(0, 1, 9, 3, 1)))
    // It was read as a missing value.
    expect(await failureOf('levels.arrow', damaged)).toBe(
      'unreadable file: levels.arrow: column b refers to level 9 of 4 (it is damaged)',
    )
  })

  it('if a moment is beyond all numbers', async () => {
    const days = [1e12, 2e12].map((time) => new Date(time))
    const bytes = tableToIPC(tableFromArrays({ a: [1, 2], day: days }), form)
    const found = bytesOf(BigInt64Array.of(1_000_000_000_000n, 2_000_000_000_000n))
    const damaged = replaced(bytes, found, bytesOf(BigInt64Array.of(1n, 2n ** 62n)))
    expect(await failureOf('moment.arrow', damaged)).toMatch(
      /^unreadable file: moment\.arrow: column day has a value that no number holds/,
    )
  })
})

it('a damage that the engine meets as an error of its own is one of the file', async () => {
  const whole = readFileSync(
    await folder.parquet('whole.parquet', 'SELECT i::DECIMAL(9, 2) AS a, i % 3 AS b FROM range(24) t(i)'),
  )
  const messages: string[] = []
  // 4 is the number 2, and 3 is −2: one of them is the scale of the decimals.
  for (const [at, byte] of whole.entries()) {
    if (byte !== 4) continue
    const damaged = Buffer.from(whole)
    damaged[at] = 3
    const path = folder.write('negative.parquet', damaged)
    messages.push(
      await readTable(path).then(
        () => 'read',
        (error: Error) => error.message,
      ),
    )
  }
  expect(messages.filter((message) => message.includes('INTERNAL'))).toEqual([])
  expect(messages.join('\n')).toMatch(/^unreadable file: \S+negative\.parquet: it is damaged: .+ value -2 /m)
})

it('days beyond all that a Date holds are described', async () => {
  // It was an exception: the day may be a code for missing, and has no text.
  const days = "SELECT CASE WHEN i < 3 THEN DATE '2000000-01-01' ELSE DATE '2020-01-01' + i::INTEGER END AS d"
  const table = await readTable(await folder.parquet('days.parquet', `${days} FROM range(24) t(i)`))
  const { columns } = await describeTable(table)
  expect(columns.map(({ name, distinct }) => [name, distinct])).toEqual([['d', 22]])
})

it('a long cell is shown by its start', async () => {
  const csv = ['d,x', `2${'9'.repeat(3000)}-01-31,1`, '2021-01-02,2', '2021-01-03,3', '2021-01-04,4']
  const { warnings } = await readTable(folder.write('long.csv', csv.join('\n')))
  expect(warnings.map(({ message }) => message).join('\n')).toMatch(/"29{199}…"/)
  const message = await failureOf('long.svm', Buffer.from(`1 qid${'x'.repeat(3000)}`))
  expect(message).toMatch(/^invalid cell in row 1 of \S+ \(line 1\): qidx{197}… \(needs index:value, /)
})

it('names that differ in a byte order mark are refused', async () => {
  const rows = [1, 2, 3].map((a) => ({ a, '\ufeffa': -a }))
  // Both columns had the values of the first.
  expect(await failure(readTable(folder.write('names.json', JSON.stringify(rows))))).toMatch(
    /^invalid column name in .*names\.json: a names columns 1 and 2/,
  )
})

it('a warning is one line, whatever the cell that it shows', async () => {
  const { warnings } = await readTable(folder.write('c1.csv', 'a,b\n1,2\n2,\u009b31m\n3,5\n4,6\n'))
  expect(warnings.map(({ message }) => message).join()).toContain('"\\u009b31m"')
})
