// Small files that would become large ones.
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failure, testFolder } from './folder.ts'
import { ods, plainRows, xlsx } from './sheet-files.ts'

const folder = testFolder()

describe('a packed file is refused once it has more bytes than allowed', () => {
  const rows = Array.from({ length: 500 }, (_, i) => i)
  const text = `a,b\n${rows.map((i) => `${i},x\n`).join('')}`
  it.each([
    ['rows.csv.gz', text],
    ['rows.json.gz', JSON.stringify(rows.map((a) => ({ a })))],
    ['rows.arff.gz', `@relation r\n@attribute a numeric\n@data\n${rows.join('\n')}\n`],
    ['rows.svm.gz', rows.map((i) => `${i} 1:${i}\n`).join('')],
    ['rows.xlsx', xlsx([{ name: 'S', rows: plainRows([['a', 'b'], ...rows.map((i) => [i, i])]) }])],
  ])('%s', async (name, content) => {
    const path = folder.write(name, content)
    const message = await failure(readTable(path, { limitBytes: '1KB' }))
    expect(message).toMatch(
      /^too large: rows\.\S+ \(.*: if that is right, allow more, as with --limit-bytes 64GB/,
    )
    expect((await readTable(path, { limitBytes: '1MB' })).rows).toBe(500)
    expect((await readTable(path)).rows).toBe(500)
  })

  it('the limit is an amount', async () => {
    const path = folder.write('a.csv', 'a\n1\n')
    expect(await failure(readTable(path, { limitBytes: 'much' }))).toBe(
      'invalid limit of bytes: much (needs an amount such as 64GB)',
    )
    // A file that is not packed is as large as it is.
    expect((await readTable(path, { limitBytes: '1' })).rows).toBe(1)
  })
})

describe('a sheet is refused', () => {
  const cell = (text: string, more = '') =>
    `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`
  const table = (rows: string) => ods(`<table:table table:name="T">${rows}</table:table>`)

  it('if a text is repeated in too many cells', async () => {
    const long = cell('x'.repeat(1000), ' table:number-columns-repeated="20"')
    const bytes = table(`<table:table-row table:number-rows-repeated="1000000">${long}</table:table-row>`)
    const path = folder.write('repeated.ods', bytes)
    expect(await failure(readTable(path, { limitBytes: '5MB' }))).toMatch(
      /^too large: repeated\.ods \(unpacked it has more than \d+MiB: /,
    )
  })

  it('if a cell is of blanks, or a row of long texts', async () => {
    const blanks = cell('<text:s text:c="1000000"/>'.repeat(20))
    expect(
      await failure(
        readTable(folder.write('blanks.ods', table(`<table:table-row>${blanks}</table:table-row>`))),
      ),
    ).toMatch(/^unreadable file: blanks\.ods \(the XML in it is damaged: a text of more than/)
    const long = cell('x'.repeat(10_000), ' table:number-columns-repeated="10000"')
    expect(
      await failure(readTable(folder.write('row.ods', table(`<table:table-row>${long}</table:table-row>`)))),
    ).toMatch(/^too large: row\.ods \(row 1 has more than/)
  })
})
