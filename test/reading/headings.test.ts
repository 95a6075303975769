// Rows that hold nothing but a heading of the rows below them.
import { tableFromCsv } from 'criba'
import { describe, expect, it } from 'vitest'
import { inOrder } from './cells.ts'

const lines = [
  'id;sex;age;y',
  'MEN;;;',
  '101;m;41;1',
  '102;m;;0',
  '103;m;37;1',
  '"WOMEN; ""2021""";NA;;',
  '104;f;29;0',
  '105;f;33;1',
  '106;f;;0',
]
const columns = [
  ['id', [101, 102, 103, 104, 105, 106]],
  ['sex', ['m', 'm', 'm', 'f', 'f', 'f']],
  ['age', [41, null, 37, 29, 33, null]],
  ['y', [1, 0, 1, 0, 1, 0]],
]

describe('rows that hold nothing but a heading', () => {
  it('are named, with the option that leaves them out', async () => {
    const { rows, warnings } = await tableFromCsv(lines.join('\n'))
    expect(rows).toBe(8)
    const found = warnings.filter(({ code }) => code === 'outline')
    expect(found).toMatchObject([
      {
        columns: ['id'],
        remedy: {
          set: { skipHeadings: true },
          option: '--skip-headings',
          why: '2 rows hold nothing but id ("MEN", "WOMEN; \\"2021\\""), as headings do',
          rows: 2,
          loses: true,
        },
      },
    ])
    const mended = await tableFromCsv(lines.join('\n'), { skipHeadings: true })
    expect(inOrder(mended)).toEqual(columns)
    expect(mended.warnings.filter(({ code }) => code === 'outline')).toEqual([])
  })

  it('are left out beside empty rows and copies of the header, each by its own option', async () => {
    const text = [...lines.slice(0, 5), ';;;', lines[0], ...lines.slice(5)].join('\n')
    const all = { skipHeadings: true, skipEmpty: true, skipRepeatedHeader: true }
    expect(inOrder(await tableFromCsv(text, all))).toEqual(columns)
    const { rows } = await tableFromCsv(text, { skipHeadings: true, skipRepeatedHeader: true })
    expect(rows).toBe(7)
    expect((await tableFromCsv(text, { skipEmpty: true, skipRepeatedHeader: true })).rows).toBe(8)
  })

  it('are found where another column is read again, and where notes stand at the end', async () => {
    const text = [...lines.slice(0, 8), '106;f;x;0', ';;;', 'Source: A;;;', 'Age in years;;;'].join('\n')
    const { warnings } = await tableFromCsv(text)
    const found = warnings.filter(({ code }) => code === 'outline')
    expect(found).toMatchObject([{ remedy: { rows: 2 } }])
  })

  it('are none where the text is all that a few rows lack, or where they stand below each other', async () => {
    const outlines = async (rows: readonly string[]) =>
      (await tableFromCsv(rows.join('\n'))).warnings.filter(({ code }) => code === 'outline')
    expect(await outlines(lines)).toHaveLength(1)
    // One alone.
    expect(await outlines(lines.filter((line) => line !== 'MEN;;;'))).toEqual([])
    // Numbers are rows without values.
    expect(await outlines(lines.map((line) => line.replace(/^MEN|^".*"/, '100')))).toEqual([])
    // The last row has none below.
    expect(await outlines([...lines.filter((line) => line !== 'MEN;;;'), 'Sum;;;'])).toEqual([])
    // A value in a column that is read as text in the end.
    expect(await outlines(lines.map((line) => line.replace('MEN;;;', 'MEN;;x;')))).toEqual([])
    // Names of groups whose rows have none are filled down.
    expect(await outlines(lines.map((line) => line.replace(/^\d+/, '')))).toMatchObject([
      { remedy: { option: '--fill-down id' } },
    ])
  })

  it('a table of one column has none', async () => {
    const text = 'word\na\nb\n\na\n'
    expect((await tableFromCsv(text, { skipHeadings: true })).rows).toBe((await tableFromCsv(text)).rows)
  })
})
