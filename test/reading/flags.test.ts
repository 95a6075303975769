// Flags and footnotes behind numbers, as offices of statistics write them, and letters that are none.
import { describe, expect, it } from 'vitest'
import { tableFromCsv } from 'criba'
import type { ReadOptions } from 'criba/node'
import { openSource } from 'criba/node'
import { cells } from './cells.ts'
import { testFolder } from './folder.ts'

const numeric = { types: { x: 'numeric' } } as const

/** The column x of a text with these cells, beside a column of numbers. */
async function read(texts: readonly string[], options: Pick<ReadOptions, 'types'> = {}, separator = ',') {
  const lines = texts.map((cell, row) => `"${cell}"${separator}${row}`)
  const { columns, warnings } = await tableFromCsv(`x${separator}row\n${lines.join('\n')}\n`, options)
  expect(cells(columns[1])).toEqual(texts.map((_, row) => row))
  return { type: columns[0].type, values: cells(columns[0]), warnings }
}

/** Cells, the counts that the warning shows, and the numbers. */
const flagged: readonly (readonly [string, readonly string[], string, readonly (number | null)[]])[] = [
  [
    'Eurostat',
    ['12.3 b', '45.1 e', ':', '33.2', '40.1', '22.5', '18.0 bp', ': c', '31'],
    '12.3 b; none: 4, b: 1, e: 1, bp: 1',
    [12.3, 45.1, null, 33.2, 40.1, 22.5, 18, null, 31],
  ],
  [
    'populations',
    ['1 012 345 p', '1 013 444', '1 014 567 e', '1 015 678', '1 016 788'],
    '1 012 345 p; none: 3, p: 1, e: 1',
    [1_012_345, 1_013_444, 1_014_567, 1_015_678, 1_016_788],
  ],
  [
    'statistisches Amt',
    ['12,3 r', '45,1', '/', '33,2', '.', '22,5', '18,0 (p)', '1.017,25'],
    '12,3 r; none: 4, r: 1, p: 1',
    [12.3, 45.1, null, 33.2, null, 22.5, 18, 1017.25],
  ],
  [
    'notas',
    ['12', '45*', '33', '40', '18 †', '7**'],
    '45*; none: 3, *: 1, †: 1, **: 1',
    [12, 45, 33, 40, 18, 7],
  ],
  [
    'significativité',
    ['0,05*', '0,01**', '0,12', '0,4', '0,3'],
    '0,05*; none: 3, *: 1, **: 1',
    [0.05, 0.01, 0.12, 0.4, 0.3],
  ],
  [
    'Labor',
    ['10,0--', '10,2', '10,4*', '10,6', '10,8-', '12,1++', '11,5+'],
    '10,0--; none: 4, --: 1, *: 1, ++: 1',
    [10, 10.2, 10.4, 10.6, 10.8, 12.1, 11.5],
  ],
  ['ogni cella', ['45*', '12*', '17*', '18*', '19*'], '45*; *: 5', [45, 12, 17, 18, 19]],
  [
    'an encyclopedia',
    ['12,345[1]', '45,222', '33,222 [a][2]', '40,111.5', '22,555[note 3]'],
    '12,345[1]; *: 3, none: 2',
    [12_345, 45_222, 33_222, 40_111.5, 22_555],
  ],
]

describe('numbers with flags', () => {
  it.each(flagged)('%s: the option that the warning names reads them', async (_, texts, shown, values) => {
    const separator = texts[0].includes('.') ? ',' : '\t'
    const { type, warnings } = await read(texts, {}, separator)
    expect(type).toBe('categorical')
    expect(warnings).toMatchObject([
      {
        code: 'doubtful-numbers',
        columns: ['x'],
        remedy: { option: '--types x=numeric', set: numeric, loses: true },
      },
    ])
    expect(warnings[0].message).toContain(`x (${shown})`)
    const mended = await read(texts, numeric, separator)
    expect(mended.values).toEqual(values)
    expect(mended.warnings.map(({ code }) => code)).toContain('units')
    expect(mended.warnings.map(({ code }) => code)).not.toContain('doubtful-numbers')
    const left = mended.warnings.find(({ code }) => code === 'units')
    expect(left?.message).toContain('read without it')
  })

  it.each([':', ': c', ':u', '/'])('%s alone is missing beside numbers, with a warning', async (word) => {
    const { values, warnings } = await read(['12', '45', word, '10', '1012'])
    expect(values).toEqual([12, 45, null, 10, 1012])
    expect(warnings).toMatchObject([{ code: 'missing-words', columns: ['x'] }])
    expect((await read(['a', 'b', word])).values).toEqual(['a', 'b', word])
  })

  it('x is named with the option that makes it missing', async () => {
    const { type, warnings } = await read(['12.3', '45.1', '33.2', '22.5', 'x', '18', 'x'])
    expect(type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'mixed-types', remedy: { set: { missingWords: ['+x'] } } }])
  })
})

it('a minus behind numbers is one where no other sign is that of a laboratory', async () => {
  const { values, warnings } = await read(['100,50-', '200,10', '300,25', '12,75-', '7,00'], {}, '\t')
  expect(values).toEqual([-100.5, 200.1, 300.25, -12.75, 7])
  expect(warnings.map(({ code }) => code)).toContain('minus-signs')
})

describe('letters and signs that are no flags', () => {
  it.each([
    ['numbers of houses', ['12 b', '14', '15 c', '7', '8', '21', '33', '18 b']],
    ['and some with an a', ['12.5', '12 a', '15 c', '7', '8', '21', '33', '18 b']],
    ['versions', ['1.0b', '1.1', '1.2', '1.3rc', '1.4', '1.5']],
    ['classes of hotels', ['3*', '4*', '5*', '4*']],
    ['codes', ['12b', '13c', '14', '15', '16', '17.5']],
    ['products', ['2*3', '4*5', '6*7', '8*9', '1*2']],
  ])('%s', async (_, texts) => {
    const { type, warnings } = await read(texts)
    expect(type).toBe('categorical')
    expect(warnings.map(({ code }) => code)).not.toContain('doubtful-numbers')
  })

  it('are places in an order, and said to be', async () => {
    const { type, warnings } = await read(['45e', '33', '10', '12e', '11e', '22'])
    expect(type).toBe('categorical')
    expect(warnings).toMatchObject([{ code: 'doubtful-numbers', query: expect.any(String) as string }])
    expect(warnings[0].message).toContain('places in an order')
  })

  it('are units where they may be some', async () => {
    const seconds = await read(['12.3', '45.1 s', '33.2', '40.1', '22.5', '18', '12'])
    expect(seconds.warnings).toMatchObject([{ code: 'mixed-units' }])
    const all = await read(['12.3 p', '45.1 p', '33.2 p', '10.5 p'])
    expect(all.values).toEqual([12.3, 45.1, 33.2, 10.5])
    expect(all.warnings).toMatchObject([{ code: 'units' }])
  })
})

describe('DuckDB', () => {
  const folder = testFolder()

  it('gives the same types and warnings', async () => {
    const texts = flagged[0][1]
    const path = folder.write('flags.csv', `x,row\n${texts.map((text, i) => `${text},${i}`).join('\n')}\n`)
    for (const options of [{}, numeric]) {
      const found = await Promise.all(
        (['memory', 'duckdb'] as const).map(async (source) => {
          const opened = await openSource(path, { source, ...options })
          opened.close()
          return { types: opened.columns.map(({ type }) => type), warnings: opened.warnings }
        }),
      )
      expect(found[1]).toEqual(found[0])
      expect(found[0].types[0]).toBe('types' in options ? 'numeric' : 'categorical')
    }
  })
})
