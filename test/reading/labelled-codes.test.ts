// Codes below 0 with a label, as surveys write why a value is missing.
import { describe as describeTable, tableFromCsv } from 'criba'
import { openSource } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

async function read(texts: readonly string[], missingWords?: readonly string[]) {
  const text = `x;n\n${texts.map((cell, i) => `"${cell}";${i}`).join('\n')}\n`
  const table = await tableFromCsv(text, { ...(missingWords && { missingWords }) })
  const { warnings } = await describeTable(table)
  const ofGaps = ['mixed-types', 'missing-value-code', 'mixed-units', 'doubtful-numbers']
  return { column: table.columns[0], warnings: warnings.filter(({ code }) => ofGaps.includes(code)) }
}

describe('a code below 0 with a label', () => {
  it.each([
    ['[-1] keine Angabe'],
    ['-99: no answer'],
    ['(-8) Frage in diesem Jahr nicht Teil des Fragebogens'],
    ['-1 = refusé'],
    ['−7 – no sabe'],
  ])('among numbers is a word for a missing value: %s', async (gap) => {
    const { column, warnings } = await read(['12', gap, '15', '9', '31', '22', gap, '18'])
    expect(column.type).toBe('categorical')
    expect(warnings).toMatchObject([
      { code: 'mixed-types', column: 'x', remedy: { set: { missingWords: [`+${gap}`] }, loses: true } },
    ])
    const mended = await read(
      ['12', gap, '15', '9', '31', '22', gap, '18'],
      warnings[0].remedy!.set.missingWords,
    )
    expect(cells(mended.column)).toEqual([12, null, 15, 9, 31, 22, null, 18])
    expect(mended.warnings).toEqual([])
  })

  it('among levels that are codes with labels may be one too', async () => {
    const levels = [
      '[1] ja',
      '[2] nein',
      '[-1] keine Angabe',
      '[1] ja',
      '[-2] trifft nicht zu',
      '[3] weiß nicht',
      '[2] nein',
    ]
    const { warnings } = await read(levels)
    expect(warnings).toEqual([
      {
        code: 'missing-value-code',
        columns: ['x'],
        message:
          'levels that may stand for missing values, codes below 0 with a label: x ("[-1] keine Angabe" in 1 row, "[-2] trifft nicht zu" in 1 row); if they do say --missing-words \'+[-1] keine Angabe,[-2] trifft nicht zu\'',
        remedy: {
          option: "--missing-words '+[-1] keine Angabe,[-2] trifft nicht zu'",
          set: { missingWords: ['+[-1] keine Angabe', '[-2] trifft nicht zu'] },
          why: 'codes below 0 with a label',
          rows: null,
          loses: true,
        },
      },
    ])
    const mended = await read(levels, warnings[0].remedy!.set.missingWords)
    expect(cells(mended.column)).toEqual([
      '[1] ja',
      '[2] nein',
      null,
      '[1] ja',
      null,
      '[3] weiß nicht',
      '[2] nein',
    ])
    expect(mended.warnings).toEqual([])
  })

  it('is named by DuckDB too', async () => {
    const levels = ['1: yes', '2: no', '-9: refused', '1: yes', '3: other']
    const path = folder.write(
      'codes.csv',
      `x;n\n${levels.map((level, i) => `${level};${i % 3}`).join('\n')}\n`,
    )
    const found = await Promise.all(
      (['memory', 'duckdb'] as const).map(async (source) => {
        const opened = await openSource(path, { source })
        const { warnings } = await describeTable(opened)
        opened.close()
        return warnings.filter(({ code }) => code === 'missing-value-code')
      }),
    )
    expect(found[0]).toMatchObject([{ columns: ['x'], remedy: { set: { missingWords: ['+-9: refused'] } } }])
    expect(found[1]).toEqual(found[0])
  })

  it.each([
    ['a scale', ['-2: very bad', '-1: bad', '0: neutral', '1: good', '2: very good']],
    ['a scale without a middle', ['[-1] no', '[1] yes', '[1] yes', '[-1] no', '[0] none', '[0] none']],
    ['degrees', ['-5: cold', 'warm', 'hot', 'mild', '-9: frost']],
    ['codes above 0', ['[1] yes', '[2] no', '[9] no answer']],
    [
      'nothing else',
      ['[-1] keine Angabe', '[-2] trifft nicht zu', '[-1] keine Angabe', '[-2] trifft nicht zu'],
    ],
  ])('is a level of %s', async (_, texts) => {
    expect((await read(texts)).warnings).toEqual([])
  })
})
