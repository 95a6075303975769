// Columns of numbers beside which a few cells are something else.
import { openSource, readTable } from 'criba/node'
import { describe as criba } from 'criba'
import { describe, expect, it } from 'vitest'
import { cells, named } from './cells.ts'
import { testFolder } from './folder.ts'
import { tableFromCsv } from 'criba'

const folder = testFolder()

/** A table of one column of so many numbers from 1 on, and some other cells. */
function columnOf(numbers: number, ...others: readonly string[]): string {
  const quoted = others.map((text) => `"${text}"`)
  return [
    'days,z',
    ...Array.from({ length: numbers }, (_, i) => `${i + 1},a`),
    ...quoted.map((text) => `${text},b`),
  ].join('\n')
}

async function found(text: string, code: string) {
  const { warnings } = await tableFromCsv(text)
  return warnings.filter((warning) => warning.code === code)
}

describe('numbers beside a few texts', () => {
  const text = columnOf(40, 'unlimited', '30 (or more)', '1,5', '2.5', 'none of these')

  it('have a query that reads the numbers of either mark and makes the rest missing', async () => {
    const [warning] = await found(text, 'mixed-types')
    expect(warning.message).toContain('for the numbers, with other cells missing, say --sql ')
    const path = folder.write('days.csv', text)
    const { columns } = await readTable(path, { sql: warning.query! })
    expect(cells(columns[0]).slice(38)).toEqual([39, 40, null, null, 1.5, 2.5, null])
  })

  it('have none where too many cells would be missing, or where the others are labelled steps', async () => {
    const many = columnOf(40, ...Array.from({ length: 11 }, (_, i) => `text ${'x'.repeat(i)} a`))
    expect((await found(many, 'mixed-types'))[0].query).toBeUndefined()
    const steps = Array.from({ length: 5 }, () => [1, 2, 3, 4, 5, 6].map((step) => `${step},a`)).flat()
    const labelled = ['days,z', ...steps, '"7 - very much",b', '"0 - not at all",b'].join('\n')
    expect((await found(labelled, 'mixed-types')).flatMap(({ query }) => query ?? [])).toEqual([])
  })

  it('are ranges where all others are some', async () => {
    const ages = columnOf(40, '20-29', '50-59', '30-39')
    const [warning] = await found(ages, 'mixed-types')
    expect(warning.remedy).toMatchObject({ set: { types: { days: 'range' } }, option: '--types days=range' })
    const { days } = named(await tableFromCsv(ages, { types: { days: 'range' } }))
    expect(days.slice(39)).toEqual([40, 24.5, 54.5, 34.5])
    // Telephones, lengths of time, decades or seconds, lists, and marks that may separate thousands.
    for (const others of [
      ['555-1234567', '555-7654321'],
      ['2-3 h', '1-2 h'],
      ['30s', '10-15', '20-25'],
      ['2, 3', '3, 4'],
      ['10.000-12.000', '1.500-2.500'],
    ])
      expect(
        (await found(columnOf(40, ...others), 'mixed-types')).flatMap(({ remedy }) => remedy ?? []),
      ).toEqual([])
  })
})

describe('numbers of which a few start with 0', () => {
  it('are numbers where others are shorter, as a warning says', async () => {
    const pay = ['pay', ...Array.from({ length: 150 }, (_, i) => String(1000 + 37 * i)), '000001'].join('\n')
    const { columns, warnings } = await tableFromCsv(pay)
    expect(cells(columns[0]).at(-1)).toBe(1)
    expect(warnings).toMatchObject([{ code: 'leading-zeros', columns: ['pay'] }])
    expect(warnings[0].message).toContain('pay (000001 is 1)')
    const typed = await tableFromCsv(pay, { types: { pay: 'categorical' } })
    expect(cells(typed.columns[0]).at(-1)).toBe('000001')
  })

  it('are codes where they are more, or where none is shorter', async () => {
    const zips = ['zip', ...Array.from({ length: 150 }, (_, i) => String(10000 + 37 * i)), '00123'].join('\n')
    expect(cells((await tableFromCsv(zips)).columns[0]).at(-1)).toBe('00123')
    const last = async (name: string, numbers: readonly (number | string)[]) =>
      cells((await tableFromCsv([name, ...numbers].join('\n'))).columns[0]).at(-1)
    const many = Array.from({ length: 200 }, (_, i) => 30 + i)
    expect(await last('n', [...many.slice(0, 40), '0007'])).toBe('0007')
    expect(await last('n', [...many, '0007'])).toBe(7)
    // The same number stands beside it, others are as long, or the name says so.
    expect(await last('n', [...many, '0031'])).toBe('0031')
    expect(await last('n', [...many, '007'])).toBe('007')
    expect(await last('sku', [...many, '0007'])).toBe('0007')
  })
})

describe('what marks separate', () => {
  it('both marks separate thousands in amounts without decimals', async () => {
    const rows = ['"€23,100"', '41.000 €', '40000', '"€18,250"', '32.500 €', '39000']
    const { pay } = named(await tableFromCsv(['pay', ...rows].join('\n'), { types: { pay: 'numeric' } }))
    expect(pay).toEqual([23100, 41000, 40000, 18250, 32500, 39000])
  })

  it('a limit lies above the values, so that its point separates thousands', async () => {
    const rows = ['n;x', '78;1,5', '1266;2,5', '2400;3,5', '> 24.000;0,5', '12;1,1']
    const { columns } = await tableFromCsv(rows.join('\n'))
    expect(cells(columns[0])).toEqual([78, 1266, 2400, 24000, 12])
    // Below one they may lie.
    const below = rows.map((row) => row.replace('>', '<'))
    expect(cells((await tableFromCsv(below.join('\n'))).columns[0])[3]).toBe(12)
  })

  it('words behind a currency leave the amount', async () => {
    const rents = ['1 017 € CC', '450 €/mois', '1040 €', '669 € CC', '1 502 €', '1 329 € CC', '790 €/mois']
    const text = ['loyer', ...rents].join('\n')
    const [warning] = await found(text, 'doubtful-numbers')
    const path = folder.write('loyer.csv', text)
    const { columns } = await readTable(path, { sql: warning.query! })
    expect(cells(columns[0])).toEqual([1017, 450, 1040, 669, 1502, 1329, 790])
    // A month and a day are not the same.
    const mixed = text.replace('669 € CC', '30 €/jour')
    expect((await found(mixed, 'doubtful-numbers')).flatMap(({ query }) => query ?? [])).toEqual([])
  })
})

describe('levels', () => {
  const answers = ['agree', 'disagree', 'neither', 'strongly agree']
  const rows = Array.from({ length: 60 }, (_, i) => `${answers[i % 4]},${i % 2}`)

  it('a number alone among words is a code', async () => {
    const source = await openSource(folder.write('likert.csv', ['q,y', ...rows, '-99,1', '-99,0'].join('\n')))
    const { warnings } = await criba(source, { target: 'y' })
    source.close()
    expect(warnings.filter(({ code }) => code === 'missing-words')).toMatchObject([
      { columns: ['q'], query: expect.stringContaining("NOT IN ('-99')") as string },
    ])
  })

  it('a point is missing among them where it is among the numbers of other columns', async () => {
    const numbers = (row: string, i: number) => `${row},${i % 7 === 0 ? '.' : i}`
    const write = (of: (row: string, i: number) => string) =>
      folder.write('points.csv', ['q,y,n', ...[...rows, '.,1', '.,0'].map(of)].join('\n'))
    const columnsOf = async (path: string) => {
      const source = await openSource(path)
      const { warnings } = await criba(source, { target: 'y' })
      source.close()
      return warnings.flatMap(({ code, remedy, columns }) =>
        code === 'missing-words' && remedy ? columns! : [],
      )
    }
    expect(await columnsOf(write(numbers))).toEqual(['q'])
    expect(await columnsOf(write((row, i) => `${row},${i}`))).toEqual([])
  })

  it('NA beside EMEA may be North America', async () => {
    const columnsOf = async (regions: readonly string[]) => {
      const text = ['region', ...Array.from({ length: 30 }, (_, i) => regions[i % regions.length])].join('\n')
      return (await found(text, 'missing-words')).flatMap(({ columns }) => columns!)
    }
    expect(await columnsOf(['NA', 'EMEA', 'APAC'])).toEqual(['region'])
    expect(await columnsOf(['NA', 'north', 'south'])).toEqual([])
  })

  it('whole numbers of a column of postal codes are codes', async () => {
    const codes = [
      'C.P.,y',
      ...Array.from({ length: 60 }, (_, i) => `${[8001, 28045, 1005, 46003][i % 4]},${i % 2}`),
    ]
    const columnsOf = async (lines: readonly string[]) => {
      const source = await openSource(folder.write('cp.csv', lines.join('\n')))
      const { warnings } = await criba(source, { target: 'y' })
      source.close()
      return warnings.flatMap(({ code, columns }) => (code === 'doubtful-numbers' ? columns! : []))
    }
    expect(await columnsOf(codes)).toEqual(['C.P.'])
    expect(await columnsOf(codes.map((line) => line.replace('C.P.', 'GDP')))).toEqual([])
  })
})

describe('dates beside a few other cells', () => {
  const days = Array.from(
    { length: 30 },
    (_, i) => `${String((i % 28) + 1).padStart(2, '0')}/0${(i % 9) + 1}/76`,
  )
  const other = ['15-09-1975', '16-09-1975']
  const write = (cells: readonly string[]) => ['when,x', ...cells.map((cell, i) => `${cell},${i}`)].join('\n')

  it('in two forms are named with the others, and are no lists', async () => {
    const { warnings } = await tableFromCsv(write([...days, ...other, '27/05/76?', '22/9']))
    expect(warnings.map(({ code }) => code)).toContain('mixed-types')
    expect(warnings.find(({ code }) => code === 'mixed-types')!.message).toMatch(
      /^column when: 2 of 34 cells are not dates or times \("27\/05\/76\?" 1×, "22\/9" 1×;/,
    )
  })

  it('of a clock of twelve hours start with the month in all likelihood', async () => {
    const typesOf = async (clock: string) => {
      const { warnings } = await tableFromCsv(
        write(['7/10/2019', '8/11/2019', '7/1/2019'].map((day) => day + clock)),
      )
      return warnings.flatMap(({ remedy }) => remedy?.set.types?.['when'] ?? [])
    }
    expect(await typesOf(' 5:30:47 PM')).toEqual(['datetime:mdy'])
    expect(await typesOf(' 17:30:47')).toEqual(['datetime:dmy'])
  })

  it('are dates beside those of SAP that are none, however many', async () => {
    const none = Array.from({ length: 90 }, () => '00.00.0000')
    const { columns, warnings } = await tableFromCsv(
      write([...none, ...days.map((day) => day.replace(/^(..).(..).(..)$/, '$1.$2.19$3'))]),
    )
    expect(columns[0]).toMatchObject({ type: 'numeric', time: 'date' })
    expect(warnings.find(({ code }) => code === 'missing-words')!.message).toContain(
      'when (90 cells: "00.00.0000")',
    )
  })

  it('have the query that leaves out rows of totals', async () => {
    const cells = [...days.slice(0, 15), 'Total ene', ...days.slice(15), 'Total feb']
    const text = write([...cells, '01/10/76'])
    const found = (await tableFromCsv(text)).warnings.filter(({ code }) => code === 'totals')
    expect(found).toMatchObject([{ columns: ['when'] }])
    const read = await readTable(folder.write('totals.csv', text), { sql: found[0].query! })
    expect(cells.length + 1 - read.rows).toBe(2)
    expect(read.columns[1].type === 'numeric' && Array.from(read.columns[1].values)).not.toContain(15)
  })
})
