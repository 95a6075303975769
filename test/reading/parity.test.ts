import fc from 'fast-check'
import { tableFromCsv } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from './folder.ts'
import { expectPlainReading } from './fuzz-bytes.ts'
import { plain } from './plain.ts'

const folder = testFolder()

/** Expects the same result from a file, from the same text in memory, and from a plain reader. */
async function expectParity(text: string) {
  const path = folder.write('parity.csv', text)
  // The separator of a short text may be ambiguous, so it is given.
  const separator = /^[^,\n]*[;\t|]/.test(text) ? text.match(/[;\t|]/)![0] : ','
  const [read, same] = await Promise.allSettled([readTable(path), tableFromCsv(text, { separator })])
  expect(same.status).toBe(read.status)
  if (read.status === 'fulfilled' && same.status === 'fulfilled')
    expect(plain(same.value)).toEqual(plain(read.value))
  await expectPlainReading(path, Buffer.from(text), separator)
}

describe('a file and the same text give the same table', () => {
  const texts: Record<string, string> = {
    plain: 'a,b\n1,x\n2.5,y\n',
    'no line end': 'a,b\n1,x\n2.5,y',
    'carriage returns': 'a,b\r\n1,x\r\n2.5,y\r\n',
    'old line ends': 'a,b\r1,x\r2.5,y\r',
    'byte order mark': '\ufeffa,b\n1,x\n2,y\n',
    'quoted newlines': 'a,b\n1,"x\ny"\n2,"p ""q"" r"\n',
    'quoted newline in the header': '"a\nx",b\n1,x\n2,y\n',
    'quotes inside cells': 'a,b\n1,5" pipe\n2,x\n',
    'blanks behind quotes': 'a,b\n"1" ,"x"  \n2,x\n',
    'blank lines': 'a,b\n1,x\n\n\n2,y\n\n',
    'blank lines of one column': 'a\n1\n\n3\n\n\n',
    'blanks around': 'a,b, c \n 1 , x ,\t3\t\n2,y,\u00a04\u2003\n',
    'missing cells': 'a,b\nNA,?\n 1 , null \nNaN,x\nnan,NULL\nN/A,\n',
    semicolons: 'a;b\n1,5;x\n-2,25;y\n',
    'semicolons with points': 'a;b\n1.5;x\n-2,25;y\n',
    tabs: 'a\tb\n1\tx\n2\ty z\n',
    pipes: 'a|b\n1|x\n2|y\n',
    'leading zeros': 'a,b\n00123,1\n04567,2\n',
    'mixed column': 'a,b\n1,x\n2,y\nthree,z\n4,w\n',
    'half numbers': 'a,b\n1,x\ntwo,y\nthree,z\n4,w\n',
    'infinities and large numbers':
      'a,b,c\ninf,1e999,9007199254740993\n-Infinity,-1e-400,-9007199254740993\n1,+.5,1.\n',
    'odd spellings of NaN': 'a,b\nNAN,1\n1,2\n2,3\n3,4\n',
    underscores: 'a,b\n1_000,1\n2,2\n3,3\n',
    'names that disturb': '__proto__,"a""; DROP TABLE x; --",<b>,constructor\n1,2,3,x\n4,5,6,y\n',
    'names that differ in case': 'a,A\n1,x\n2,y\n',
    'characters beyond the basic plane': 'a,b\n𝒳,1\n\uffee,2\nz,3\n',
    'every blank': `a,b\n${[...'\t\v\f \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'].map((blank) => `${blank}1${blank},${blank}NA${blank}\n`).join('')}`,
    'all missing': 'a,b\n,1\n,2\n',
    'one row': 'a,b\n1,x\n',
  }
  for (const [title, text] of Object.entries(texts)) it(title, () => expectParity(text))

  it('sixty columns', () => {
    const line = (cell: (i: number) => string) => Array.from({ length: 60 }, (_, i) => cell(i)).join(',')
    return expectParity(
      [line((i) => `c${i}`), line(String), line((i) => (i % 2 ? 'x' : ' 7 ')), ''].join('\n'),
    )
  })
})

describe('cells', () => {
  it('are numbers as JavaScript reads them, with the same bits', async () => {
    const piece = fc.constantFrom(
      ...'0123456789',
      '.',
      '+',
      '-',
      'e',
      'E',
      '_',
      ' ',
      'inf',
      'Infinity',
      'nan',
      'NAN',
      'x',
      '0x',
    )
    // E before or behind a number may be the east, and 12.- is an amount without cents.
    const odd = fc
      .array(piece, { maxLength: 5 })
      .map((pieces) => pieces.join(''))
      .filter((cell) => !/[\d.]\s*[eE]\s*$|^\s*[eE]\s*[-+]?[\d.]|\d\.-{1,2}(?:\s|$)/.test(cell))
    const number = fc.double({ noNaN: true }).map(String)
    const digits = fc
      .bigInt({ min: -(10n ** 25n), max: 10n ** 25n })
      .map((whole) => `${whole}.${whole % 7n}`.replace('.-', '.'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(odd, number, digits), { minLength: 60, maxLength: 60 }),
        async (cells) => {
          // One cell per column, with numbers below it, so that each cell determines the type of its column.
          const names = cells.map((_, i) => `c${i}`).join(',')
          await expectParity(
            `${names}\n${cells.join(',')}\n${cells.map(() => '1').join(',')}\n${cells.map(() => '2').join(',')}\n`,
          )
        },
      ),
      { numRuns: 20 },
    )
  })

  it('survive every form of quoting', async () => {
    // A quote behind a number is of inches or of feet, and a is of years.
    const cell = fc
      .string({
        unit: fc.constantFrom('a', '1', '"', ',', ';', '\n', ' ', 'é', "'", '\\', '#'),
        maxLength: 4,
      })
      .filter((cell) => !/\d\s*(?:["']+|a)\s*$/.test(cell))
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }), async (rows) => {
        const lines = rows.map((cells) => cells.map(quoted).join(','))
        await expectParity(`a,b,c\n${lines.join('\n')}\n`)
      }),
      { numRuns: 30 },
    )
  })
})

it('the engine gives the same facts about columns as memory', async () => {
  const text = 'id,name,a,b,none\n1,x,1,p,\n2,y,1,q,\n5,z,,p,\n9,w,2.5,,\n'
  const path = folder.write('facts.csv', text)
  const options = { types: { none: 'categorical' } } as const
  const engine = await openSource(path, { ...options, source: 'duckdb' })
  const memory = await openSource(path, { ...options, source: 'memory' })
  const facts = ({ name, type, missing, distinct, mayIdentify }: (typeof memory.columns)[number]) => ({
    name,
    type,
    missing,
    distinct,
    mayIdentify,
  })
  expect(engine.name).toBe('duckdb')
  expect(memory.name).toBe('memory')
  expect(engine.columns.map(facts)).toEqual(memory.columns.map(facts))
  expect(engine.columns.map(({ distinct }) => distinct)).toEqual([null, 4, null, 2, 0])
  engine.close()
  memory.close()
})

it('the engine counts levels exactly, however many', async () => {
  const path = await folder.parquet(
    'levels.parquet',
    `SELECT i::VARCHAR AS each, (i // 2)::VARCHAR AS pairs, (i % 5000)::VARCHAR AS some,
      CASE WHEN i % 3 > 0 THEN (i % 7)::VARCHAR END AS few FROM range(30000) r(i)`,
  )
  const source = await openSource(path, { source: 'duckdb' })
  expect(source.columns.map(({ distinct }) => distinct)).toEqual([30_000, 15_000, 5000, 7])
  expect(source.columns.map(({ mayIdentify }) => mayIdentify)).toEqual([true, false, false, false])
  source.close()
})
