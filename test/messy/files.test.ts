// Files with small faults: rows of another width, headers, encodings.
import { describe, expect, it } from 'vitest'
import { readTable } from 'criba/node'
import { analystTests } from './analyst.ts'
import { failure, testFolder } from '../reading/folder.ts'
import { draws, rounded, rows, textOf } from './table-text.ts'

const { normal, pick, whole } = draws(81)

const cafes = rows(200, () => {
  const seats = whole(4, 60)
  const town = pick(['Málaga', 'Cádiz', 'Logroño'])
  return { café: town, seats, año: whole(1990, 2020), cerró: seats + 10 * normal() < 25 ? 'sí' : 'no' }
})

const expected = {
  target: 'cerró',
  types: { café: 'categorical', seats: 'numeric', año: 'numeric' },
  informative: ['seats'],
  rows: 200,
} as const

describe('files', () => {
  const table = analystTests()
  const folder = testFolder()

  table('in Latin-1', Buffer.from(textOf(cafes, { separator: ';' }), 'latin1'), expected, ({ described }) => {
    expect(described.columns[0].levels).toEqual(['Cádiz', 'Logroño', 'Málaga'])
  })

  const tabbed = `\ufeff${textOf(cafes, { separator: '\t' }).replaceAll('\n', '\r\n')}`
  table(
    'in UTF-16, as spreadsheets write "Unicode text"',
    Buffer.from(tabbed, 'utf16le'),
    expected,
    ({ described }) => {
      expect(described.columns[0].levels).toEqual(['Cádiz', 'Logroño', 'Málaga'])
    },
  )

  {
    const plots = rows(240, () => {
      const light = rounded(50 + 10 * normal())
      return {
        a: light,
        b: rounded(normal(), 2),
        c: whole(0, 9),
        d: pick(['p', 'q']),
        y: rounded(2 * light + 10 * normal()),
      }
    })
    table('empty column names, and a repeated one', textOf(plots, { header: 'x,x,,kind,y' }), {
      target: 'y',
      types: { x: 'numeric', x_2: 'numeric', column_3: 'numeric', kind: 'categorical' },
      informative: ['x'],
      warns: [/column-names: .*x_2/, /column-names: .*column_3/],
    })

    // Every 40th row lacks its last cells, every 60th ends in an extra comma.
    const [header, ...lines] = textOf(plots.map(({ a, y, b, c, d }) => ({ a, y, b, c, d })))
      .trim()
      .split('\n')
    const uneven = lines.map((line, i) =>
      i % 40 === 1 ? line.split(',').slice(0, 3).join(',') : i % 60 === 2 ? `${line},` : line,
    )
    const text = `${[header, ...uneven].join('\n')}\n`
    it('rows of another width are an error that names the first', async () => {
      const path = folder.write('uneven.csv', text)
      expect(await failure(readTable(path))).toMatch(/line 3.*3.*5/)
    })
    table('rows of another width, filled', text, {
      target: 'y',
      reading: { ragged: 'fill' },
      informative: ['a'],
      warns: [/ragged-rows: .*10 rows/, /missing-values: /],
      rows: 240,
      alsoDuckdb: true,
    })
    table('rows of another width, skipped', text, {
      target: 'y',
      reading: { ragged: 'skip' },
      informative: ['a'],
      warns: [/ragged-rows: .*10 rows/],
      rows: 230,
    })
  }
})
