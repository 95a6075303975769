import { readFileSync } from 'node:fs'
import { openReducible, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failure, testFolder } from './folder.ts'
import { lines, padding, range } from './text-blocks.ts'

const folder = testFolder()

async function levels(path: string): Promise<readonly string[]> {
  const column = (await readTable(path)).columns[0]
  return column.type === 'categorical' ? column.levels : []
}

describe('the encoding of a text', () => {
  it('is windows-1252 if it is not UTF-8', async () => {
    const bytes = Buffer.from([
      ...Buffer.from('na\xefve,n\n', 'latin1'),
      ...Buffer.from('caf\xe9 \x80,1\n', 'latin1'),
    ])
    const path = folder.write('latin.csv', bytes)
    expect((await readTable(path)).columns[0].name).toBe('naïve')
    expect(await levels(path)).toEqual(['café €'])
  })

  it('may be UTF-16 in either byte order', async () => {
    const little = Buffer.from('\ufeffå,n\nß𝒳,1\n', 'utf16le')
    expect(await levels(folder.write('little.csv', little))).toEqual(['ß𝒳'])
    expect(await levels(folder.write('big.csv', Buffer.from(little).swap16()))).toEqual(['ß𝒳'])
  })

  it('is decoded across the ends of blocks', async () => {
    const text = `a,n\n${'é€𝒳'.repeat(9)},1\n`.repeat(1)
    const rows = `${'x'.repeat(7)}é€𝒳,1\n`.repeat(80_000)
    expect(await levels(folder.write('cut.csv', text + rows))).toEqual([`xxxxxxxé€𝒳`, 'é€𝒳'.repeat(9)])
  })

  it('is refused for binary data', async () => {
    expect(await failure(readTable(folder.write('binary.csv', Buffer.from([65, 0, 66, 10]))))).toMatch(
      /binary\.csv is not text/,
    )
    expect(await failure(readTable(folder.write('odd.csv', Buffer.from([65, 10, 0x81, 10]))))).toMatch(
      /odd\.csv is not text/,
    )
  })
})

describe('delimited text', () => {
  it('may contain other separators in quoted cells', async () => {
    const path = folder.write('header.csv', '"height, cm";"weight, kg"\n1,5;2\n2,5;3\n')
    expect((await readTable(path)).columns.map(({ name }) => name)).toEqual(['height, cm', 'weight, kg'])
  })

  it('may have blanks as separators, and single quotes', async () => {
    expect((await readTable(folder.write('blank.txt', 'a b\n1 x\n2 y\n'))).columns).toHaveLength(2)
    expect(await levels(folder.write('single.csv', "a,b\n'x,y',1\n'it''s',2\n"))).toEqual(["it's", 'x,y'])
  })

  it('may be compressed', async () => {
    expect(await levels(folder.write('packed.csv.gz', 'a,b\nx,1\ny,2\n'))).toEqual(['x', 'y'])
  })

  it('may have single quotes, even if the sample ends inside a cell', async () => {
    // The sample is of 64 kB.
    for (const cut of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const rows = "'x,y','1.5'\n".repeat(8_000)
      const path = folder.write('cut.csv', `'a${'_'.repeat(cut)}','b'\n${rows}`)
      const { columns } = await readTable(path)
      expect(columns.map(({ type }) => type)).toEqual(['categorical', 'numeric'])
    }
  })

  it.each(['\n', '\r\n', '\r'])('may have a name with a line break, with line ends %j', async (end) => {
    for (const inside of ['\n', '\r\n', '\r']) {
      const lines = [`a,"b${inside}c"`, '1,x', `2,"y${inside}z"`]
      const table = await readTable(folder.write('broken.csv', lines.map((line) => line + end).join('')))
      expect(table.columns.map(({ name }) => name)).toEqual(['a', `b${inside}c`])
      expect(table.rows).toBe(2)
      const [, levels] = table.columns
      expect(levels.type === 'categorical' && levels.levels).toEqual(['x', `y${inside}z`])
    }
  })

  it('may have a header longer than the sample', async () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `gene number ${i}`)
    const table = await readTable(
      folder.write('wide.csv', `${names.join(',')}\n${names.map((_, i) => i).join(',')}\n`),
    )
    expect(table.columns).toHaveLength(20_000)
  })
})

describe('long texts', () => {
  it.each([
    [1, 8_000],
    [2, 26_000],
  ])('with quotes are read and written on threads: %j', async (threads, length) => {
    const rows = range(length).map((row) => `"a ""${row % 3}"", ${padding}",${row}`)
    const path = folder.write('quoted.csv', lines('text,n', rows))
    const table = await readTable(path, { threads })
    expect(table.rows).toBe(rows.length)
    const [text] = table.columns
    expect(text.type === 'categorical' && text.levels).toEqual([0, 1, 2].map((i) => `a "${i}", ${padding}`))
    const output = folder.path('reduced.csv')
    const opened = await openReducible(path, output, { threads })
    await opened.reduce(['text', 'n'])
    opened.close()
    expect(readFileSync(output, 'utf8')).toBe(readFileSync(path, 'utf8'))
  })

  it.each([
    [1, 14_000],
    [2, 26_000],
  ])('keep missing values between two texts, on threads: %j', async (threads, empty) => {
    const path = folder.write('sparse.csv', `note,p\na,1\n${`,${padding}\n`.repeat(empty)}b,2\n`)
    const [note] = (await readTable(path, { threads })).columns
    expect(note.type === 'categorical' && note.missing?.reduce((sum, bit) => sum + bit, 0)).toBe(empty)
  })
})

describe('cells beyond ASCII', () => {
  it('are missing among dates, even if a chunk has no other cells', async () => {
    const days = `2020-01-02,${padding}\n`.repeat(7_000)
    const gaps = `,${padding}\n`.repeat(14_000)
    const path = folder.write('days.csv', `d,p\n${days}${gaps}\u00a0,1\n${days}`)
    for (const threads of [1, 2]) {
      const [day] = (await readTable(path, { threads })).columns
      expect(day.type === 'numeric' && [day.time, day.values[0], day.values.at(-1)]).toEqual([
        'date',
        18263,
        18263,
      ])
    }
  })

  it('that change the encoding late in the text also change the column names', async () => {
    const path = folder.write(
      'late.csv',
      Buffer.concat([Buffer.from('n,\u00fc\n1,2\n'), Buffer.from('\xe9,2\n', 'latin1')]),
    )
    expect(await failure(readTable(path, { drop: ['\u00fc'] }))).toMatch(/^unknown column: \u00fc/)
  })
})

describe('empty cells and words for missing values', () => {
  it('may be the header, as an empty quoted cell', async () => {
    const [only] = (await readTable(folder.write('quotes.csv', '""\no\np\n'))).columns
    expect([only.name, only.type === 'categorical' && only.levels]).toEqual(['column_1', ['o', 'p']])
  })

  it('may be digits', async () => {
    const path = folder.write('digits.csv', 'a,b\n9,1\n5,99\n99,2\n-999,9\n')
    const [a, b] = (await readTable(path, { missingWords: ['9', '99', '-999'] })).columns
    expect([a.missing, b.missing].map((missing) => [...missing!])).toEqual([
      [1, 0, 1, 1],
      [0, 1, 0, 1],
    ])
  })

  it('may be long, or have blanks around them', async () => {
    const long = 'absent '.repeat(50)
    const path = folder.write('words.csv', `a,b\n1,${long}\nn d,${long}\n`)
    const [a, b] = (await readTable(path, { missingWords: [long, ' n d '] })).columns
    expect(a.type === 'numeric' && [...a.values]).toEqual([1, NaN])
    expect(b.type === 'numeric' && [...b.values]).toEqual([NaN, NaN])
  })
})

describe('errors name the place and the remedy', () => {
  const cases: [name: string, text: string, message: string][] = [
    [
      'few',
      'a,b\n1,2\n3\n4,5,6\n',
      'invalid row 2 of few.csv (line 3): 1 cells (needs 2, as the header); cells that rows lack can be missing: --ragged fill',
    ],
    [
      'many',
      'a,b\n1,"x\ny"\n\n4,5,6\n',
      'invalid row 2 of many.csv (line 5): 3 cells (needs 2, as the header); such rows can be left out: --ragged skip',
    ],
    ['open', 'a,b\n1,2\n3,"x\n4,5\n', 'invalid quote in open.csv, line 3: it is never closed'],
    [
      'after',
      'a,b\n1,"x"y\n',
      'invalid quote in after.csv, line 2: text follows a closing quote (double a quote that belongs to the cell)',
    ],
    ['header', 'a,b\n', 'missing rows: header.csv has a header and nothing else'],
    ['empty', '', 'missing rows: empty.csv is empty'],
    ['blank', '\n\n', 'missing header: blank.csv contains only blank lines'],
  ]
  for (const [name, text, message] of cases) {
    it(name, async () => {
      const path = folder.write(`${name}.csv`, text)
      expect(await failure(readTable(path))).toBe(message)
    })
  }

  it('cell', async () => {
    const path = folder.write('cell.csv', 'a,b\n1,x\n2,3\n')
    const types = { b: 'numeric' } as const
    expect(await failure(readTable(path, { types }))).toBe(
      'invalid number in column b, row 1 of cell.csv (line 2): "x" (correct the cell, or type the column categorical)',
    )
  })
})

describe('types', () => {
  it('of categorical columns keep their texts', async () => {
    const path = folder.write('zip.csv', 'zip,n\n00123,1\n 4,2\n')
    const [zip] = (await readTable(path, { types: { zip: 'categorical' } })).columns
    expect(zip.type === 'categorical' && zip.levels).toEqual([' 4', '00123'])
  })

  it('may use * for all other columns, and must name existing columns', async () => {
    const path = folder.write('star.csv', 'alpha,beta\n1,2\n')
    const types = { '*': 'categorical', beta: 'numeric' } as const
    expect((await readTable(path, { types })).columns.map(({ type }) => type)).toEqual([
      'categorical',
      'numeric',
    ])
    const unknown = failure(readTable(path, { types: { alpa: 'numeric' } }))
    expect(await unknown).toBe('unknown column: alpa (did you mean alpha?)')
  })
})
