/* Words for a missing value: everywhere, among numbers, and those that the user names. */
import { describe as describeTable, tableFromColumns, tableFromCsv } from 'criba'
import type { Table } from 'criba'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from './folder.ts'

const folder = testFolder()
const range = Array.from({ length: 60 }, (_, row) => row)

/** A text with a column of cells, each in quotes, beside one of numbers. */
function textOf(cells: readonly string[], separator = ','): string {
  return [`x${separator}n`, ...cells.map((cell, row) => `"${cell}"${separator}${row + 0.5}`)].join('\n')
}

type Options = NonNullable<Parameters<typeof tableFromCsv>[1]>

/** The values of the first column or its levels, missing ones as `null`; and the codes of the warnings about it. */
function shown({ columns: [x], warnings }: Table) {
  const values =
    x.type === 'numeric'
      ? [...x.values].map((value) => (Number.isNaN(value) ? null : value))
      : [...x.codes].map((code, row) => (x.missing?.[row] ? null : x.levels[code]))
  return [values, ...warnings.map(({ code }) => code)]
}

async function read(cells: readonly string[], options: Options = {}, separator = ',') {
  return shown(await tableFromCsv(textOf(cells, separator), { separator, ...options }))
}

describe('words that are missing everywhere', () => {
  it.each([
    'n/a',
    '<NA>',
    '#N/A',
    '#N/A N/A',
    '\\N',
    '#DIV/0!',
    '#REF!',
    '#NAME?',
    '#WERT!',
    '#¡REF!',
    'NaT',
  ])('are missing among numbers, dates and levels, with a warning: %s', async (word) => {
    expect(await read(['1.5', word, '2'])).toEqual([[1.5, null, 2], 'missing-words'])
    expect(await read(['2020-01-01', ` ${word} `, '2020-01-03'])).toEqual([
      [18262, null, 18264],
      'missing-words',
    ])
    expect(await read(['low', word, 'high'])).toEqual([['low', null, 'high'], 'missing-words'])
  })

  it.each(['NA', 'N/A', 'NaN', 'nan', 'NULL', 'null', '?', ''])(
    'are missing without a word: %s',
    async (word) => {
      expect(await read(['1.5', word, '2'])).toEqual([[1.5, null, 2]])
      expect(await read(['low', word, 'high'])).toEqual([['low', null, 'high']])
    },
  )

  it('are named once for all columns, with how many cells they are', async () => {
    const rows = range.map(
      (row) =>
        `${row % 7 === 0 ? '#DIV/0!' : row % 11 === 1 ? 'n/a' : row},${row % 9 === 0 ? 'n/a' : 'k'},${row}`,
    )
    const { warnings } = await tableFromCsv(['a,b,c', ...rows].join('\n'))
    expect(warnings).toEqual([
      {
        code: 'missing-words',
        columns: ['a', 'b'],
        message:
          'words read as missing: a (14 cells: "n/a", "#DIV/0!"), b (7 cells: "n/a"); if "n/a" is a value, say which words are missing instead, here all others: --missing-words \'NA,N/A,NaN,nan,NULL,null,?,#DIV/0!\'',
      },
    ])
    const kept = await tableFromCsv(['a,b,c', ...rows].join('\n'), {
      missingWords: ['NA', 'null', '#DIV/0!'],
    })
    const named = kept.columns.map((column) => column.type === 'categorical' && column.levels.includes('n/a'))
    expect(named).toEqual([true, true, false])
  })

  it('are levels if the words are listed without them', async () => {
    expect(await read(['1.5', 'n/a', '2'], { missingWords: ['NA'] })).toEqual([
      ['1.5', 'n/a', '2'],
      'mixed-types',
    ])
  })
})

describe('words that are missing among numbers', () => {
  const words = [
    'None',
    '-',
    '--',
    '–',
    '—',
    '.',
    '..',
    '...',
    'na',
    'n.a.',
    'N.A.',
    'unknown',
    'Missing',
    'k. A.',
    'Keine Angabe',
    'n. d.',
    'inconnu',
    's/d',
    'sin dato',
    'não disponível',
    '-nan',
    '1.#QNAN',
    '-1.#IND',
    '<null>',
  ]

  it.each(words)('are missing beside numbers, dates and times: %s', async (word) => {
    expect(await read(['1.5', word, '2'])).toEqual([[1.5, null, 2], 'missing-words'])
    expect(await read(['1,5', word, '2'], {}, ';')).toEqual([
      [1.5, null, 2],
      'decimal-comma',
      'missing-words',
    ])
    expect(await read(['5%', word, '12%'])).toEqual([[5, null, 12], 'units', 'missing-words'])
    expect(await read(['2020-01-01', word, '2020-01-03'])).toEqual([[18262, null, 18264], 'missing-words'])
    expect(await read(['09:30', word, '09:31'])).toEqual([[34200, null, 34260], 'missing-words'])
  })

  it.each(words)('are levels beside levels, and beside codes: %s', async (word) => {
    expect(await read(['Pave', word, 'Grvl'])).toEqual([['Pave', word, 'Grvl']])
    expect(await read(['01067', word, '04109', '80331'])).toEqual([
      ['01067', word, '04109', '80331'],
      'leading-zeros',
    ])
    expect(await read([word, word])).toEqual([[word, word]])
    expect(await read(['1', word, '2'], { types: { x: 'categorical' } })).toEqual([['1', word, '2']])
  })

  it('are missing where nothing else stands if the column has a type', async () => {
    expect(await read(['-', '.'], { types: { x: 'numeric' } })).toEqual([[null, null], 'missing-words'])
    expect(await read(['-', '.'], { types: { x: 'date' } })).toEqual([[null, null], 'missing-words'])
    expect(shown(tableFromColumns({ x: ['-', null, 'None'] }, { x: 'date' }))).toEqual([[null, null, null]])
  })

  it('are levels beside a single number, as a flag has them', async () => {
    expect(await read(['-', '1', '-', '1'])).toEqual([['-', '1', '-', '1']])
    expect(await read(['-', '1', '-', '1'], { types: { x: 'numeric' } })).toEqual([
      [null, 1, null, 1],
      'missing-words',
    ])
  })

  it.each(['none', 'nil', 'ND', 'low', '+', '*', 'x', 'no. 5', '1-2'])(
    'are not words that may be a value: %s',
    async (word) => {
      const cells = ['1.5', '7', '9', word, '2']
      expect(await read(cells)).toEqual([cells, 'mixed-types'])
    },
  )

  it('are not taken where other texts stand beside', async () => {
    expect(await read(['1.5', '-', '2', 'x', '4', '5', '6'])).toEqual([
      ['1.5', '-', '2', 'x', '4', '5', '6'],
      'mixed-types',
    ])
  })

  it('are not taken where the words are listed, and are where some are added', async () => {
    expect(await read(['1', '-', '2', '3'], { missingWords: ['NA'] })).toEqual([
      ['1', '-', '2', '3'],
      'mixed-types',
    ])
    expect(await read(['1', '-', 'x', '3'], { missingWords: ['+x'] })).toEqual([
      [1, null, null, 3],
      'missing-words',
    ])
  })

  it('are read so of typed texts in Parquet', async () => {
    const path = await folder.parquet(
      'typed.parquet',
      `SELECT * FROM (VALUES ('1.5'), ('None'), ('-'), ('K. A.'), ('2')) t(x)`,
    )
    expect(shown(await readTable(path, { types: { x: 'numeric' } }))[0]).toEqual([1.5, null, null, null, 2])
  })
})

describe('added words', () => {
  it('are missing beside the usual ones', async () => {
    expect(await read(['1', 'x', 'NA', 'n/a', 'y', '3'], { missingWords: ['+x', 'y'] })).toEqual([
      [1, null, null, null, null, 3],
      'missing-words',
    ])
    expect(await read(['+', '1', 'x', '3'], { missingWords: ['++', 'x'] })).toEqual([[null, 1, null, 3]])
  })

  const hidden: readonly (readonly [string, readonly string[], string, readonly (number | null)[]])[] = [
    ['as written', ['1.5', '-200', '3'], ',', [1.5, null, 3]],
    ['with decimals', ['1.5', '-200.0', '-2e2', '-200.00', '3'], ',', [1.5, null, null, null, 3]],
    ['with a comma', ['1,5', '-200,0', '-200', '3,25'], ';', [1.5, null, null, 3.25]],
    ['with a unit', ['1.5%', '-200%', '-200', '3%'], ',', [1.5, null, null, 3]],
    ['with blanks', ['1.5', ' -200 ', '3'], ',', [1.5, null, 3]],
    ['with signs of thousands', ['1.234,5', '-200,0', '3,5'], ';', [1234.5, null, 3.5]],
  ]
  it.each(hidden)('are compared by value if they are numbers: %s', async (_, cells, separator, expected) => {
    for (const missingWords of [['+-200'], ['-200'], ['+-200.0'], ['+x', '-2e2']])
      expect((await read(cells, { missingWords }, separator))[0]).toEqual(expected)
  })

  it('keep apart numbers of which the sign of thousands is unclear, codes, and dates', async () => {
    expect((await read(['1,234', '1', '2,345,678'], { missingWords: ['+1'] }))[0]).toEqual([
      1234,
      null,
      2345678,
    ])
    expect((await read(['01', '1', '02'], { missingWords: ['+1'] }))[0]).toEqual(['01', null, '02'])
    expect((await read(['1970-01-01', '1970-01-03'], { missingWords: ['+0'] }))[0]).toEqual([0, 2])
  })

  it('change no other column, from memory and from DuckDB, on threads too', async () => {
    const path = folder.write(
      'codes.csv',
      [
        'a;b;c',
        ...range.map(
          (row) => `${row % 5 === 0 ? '-200,0' : `${row},5`};${row};${row % 6 === 0 ? '-' : row % 7}`,
        ),
      ].join('\n'),
    )
    const seen = []
    for (const source of ['memory', 'duckdb'] as const) {
      for (const missingWords of [undefined, ['+-200']]) {
        const opened = await openSource(path, { source, ...(missingWords && { missingWords }) })
        const { columns, warnings } = await describeTable(opened)
        opened.close()
        seen.push([
          columns.map(({ name, type, missing }) => [name, type, missing]),
          warnings.map(({ code }) => code),
        ])
      }
    }
    expect(seen[0]).toEqual(seen[2])
    expect(seen[1]).toEqual(seen[3])
    expect(seen[0][0]).toEqual([
      ['a', 'numeric', 0],
      ['b', 'numeric', 0],
      ['c', 'numeric', 10],
    ])
    expect(seen[1][0]).toEqual([
      ['a', 'numeric', 12],
      ['b', 'numeric', 0],
      ['c', 'numeric', 10],
    ])
    expect(seen[0][1]).toContain('missing-value-code')
    expect(seen[1][1]).not.toContain('missing-value-code')
  })
})

describe('texts among numbers', () => {
  const answers = range.map((row) =>
    row % 10 === 4 ? 'refused' : row % 15 === 2 ? 'weiß nicht' : String(20 + row),
  )

  it('are named with an option that reads them as missing', async () => {
    const { warnings } = await tableFromCsv(textOf(answers))
    const option = "--missing-words '+weiß nicht,refused'"
    expect(warnings[0]).toMatchObject({
      code: 'mixed-types',
      remedy: { option, set: { missingWords: ['+weiß nicht', 'refused'] }, rows: 10, loses: true },
    })
    expect(warnings[0].message).toContain(`if "weiß nicht" 4×, "refused" 6× mean a missing value: ${option}`)
    const mended = await tableFromCsv(textOf(answers), warnings[0].remedy!.set)
    expect(mended.warnings).toEqual([])
    expect(mended.columns[0].type).toBe('numeric')
  })

  it.each([
    ['hide numbers', range.map((row) => (row % 10 === 4 ? 'no. 5' : String(row)))],
    ['are many', range.map((row) => (row % 4 === 0 ? 'abcdefghijklmno'[row / 4] : String(row)))],
    ['are sentences', range.map((row) => (row % 9 === 5 ? 'see the note at the end' : String(row)))],
  ])('are not named so if they %s', async (_, cells) => {
    const { warnings } = await tableFromCsv(textOf(cells))
    expect(warnings.map(({ code }) => code)).toEqual(['mixed-types'])
    expect(warnings[0]).not.toHaveProperty('remedy')
  })

  it('are no row where they are the second line of a header', async () => {
    const { warnings } = await tableFromCsv(textOf(range.map((row) => (row === 0 ? 'years' : String(row)))))
    expect(warnings).toMatchObject([{ code: 'mixed-types', remedy: { option: '--skip-after-header 1' } }])
  })

  it('are named so in JSON, where the option reads them too', async () => {
    const rows = range.map((row) => ({ x: row % 10 === 4 ? 'refused' : row / 2, n: row }))
    const path = folder.write('answers.json', JSON.stringify(rows))
    const [warning] = (await readTable(path)).warnings
    expect(warning).toMatchObject({
      code: 'mixed-types',
      remedy: { option: '--missing-words +refused', rows: 6 },
    })
    const mended = await readTable(path, warning.remedy!.set)
    expect(mended.warnings).toEqual([])
    expect(shown(mended)[0]).toEqual(range.map((row) => (row % 10 === 4 ? null : row / 2)))
  })
})

describe('NA among codes of two capitals', () => {
  const provinces = ['MI', 'RM', 'NA', 'SA', 'NA', 'TO']
  const text = (levels: readonly string[]) =>
    `prov,x\n${levels.map((one, row) => `${one},${row}`).join('\n')}\n`

  it('is named, with the words that keep it', async () => {
    const path = folder.write('provinces.csv', text(provinces))
    for (const source of ['memory', 'duckdb'] as const) {
      const opened = await openSource(path, { source })
      opened.close()
      expect(opened.warnings).toMatchObject([
        { code: 'missing-words', columns: ['prov'], remedy: { option: '--missing-words null', loses: true } },
      ])
      expect(opened.warnings[0].message).toContain('prov (2 cells)')
    }
    const mended = await readTable(path, { missingWords: ['null'] })
    expect(shown(mended)[0]).toEqual(provinces)
    expect(mended.warnings).toEqual([])
  })

  it('is missing among other levels, numbers, or few codes', async () => {
    for (const levels of [
      ['Mi', 'RM', 'NA', 'SA', 'TO'],
      ['1', '2', 'NA', '3'],
      ['MI', 'RM', 'NA', 'MI'],
    ])
      expect((await readTable(folder.write('levels.csv', text(levels)))).warnings).toEqual([])
  })
})

describe('named words in Parquet', () => {
  it('are missing among numbers and levels', async () => {
    const path = await folder.parquet(
      'codes.parquet',
      `SELECT * FROM (VALUES (1.5, 1, 'a'), (-200, -200, 'x'), (3, 5, 'c')) t(x, n, level)`,
    )
    const { columns } = await readTable(path, { missingWords: ['+-200', 'x'] })
    expect(columns.map(({ missing }) => [...(missing ?? [])])).toEqual([
      [0, 1, 0],
      [0, 1, 0],
      [0, 1, 0],
    ])
    const plain = await readTable(path)
    expect(plain.columns.map(({ missing }) => missing)).toEqual([null, null, null])
  })
})
