// Lengths of time, heights and weights in two units, and numbers behind a mark: named with the query that reads them.
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { cells } from './cells.ts'
import { testFolder } from './folder.ts'

const folder = testFolder()

const fileOf = (texts: readonly string[]) =>
  folder.write(
    'measures.csv',
    `x;y\n${texts.map((cell, i) => `"${cell.replaceAll('"', '""')}";${i}\n`).join('')}`,
  )

describe('measures that are not read', () => {
  it.each<[start: string, texts: readonly string[], values: readonly (number | null)[]]>([
    [
      'lengths of time',
      ['4:35,2 min', '3:08,9 min', 'verletzt', '12:00,0 min', '5:01 min'],
      [275.2, 188.9, null, 720, 301],
    ],
    ['lengths of time', ['6:25.0', '6:11.8', '5:24.5', '10:00.25'], [385, 371.8, 324.5, 600.25]],
    ['lengths of time', ['59:10,5', '1:02:03,4', '58:00,0', '1:00:00,1'], [3550.5, 3723.4, 3480, 3600.1]],
    ['lengths of time', ['4:30 h', '10:15 h', '0:45 h', 'abandon'], [16200, 36900, 2700, null]],
    ['heights in feet and inches', ['5\'10"', '6\'1"', '4\'11"', '5\'0"', "6'"], [70, 73, 59, 60, 72]],
    [
      'heights in feet and inches',
      ['5 ft 10 in', '6 ft 1 in', '5ft 4in', 'unknown', '4 feet 11 inches'],
      [70, 73, 64, null, 59],
    ],
    ['heights in feet and inches', ['5’10”', '5′9½', '6′2″', '5’4', '5′ 1.5″'], [70, null, 74, 64, 61.5]],
    ['minutes and seconds', ['5\'47"', '6\'01"', '12\'30.5"', "4'08"], [347, 361, 750.5, 248]],
    [
      'weights in stones and pounds',
      ['11st 4lb', '8st 0lb', '10 st 13 lbs', '9 stone 7', 'refused'],
      [158, 112, 153, 133, null],
    ],
    [
      'lengths of time',
      ['PT1H20M', 'PT45S', 'P2DT3H', 'PT0.5S', 'P1W', 'pending', 'PT90M12,5S'],
      [4800, 45, 183_600, 0.5, 604_800, null, 5412.5],
    ],
    ['fractions', ['1 1/2', '3/4', '2', '2-3/8', '5/8', '10 1/16'], [1.5, 0.75, 2, 2.375, 0.625, 10.0625]],
    ['numbers behind a sign or a word', ['~10', '~12.5', '~7', 'ca. 20', 'environ 8'], [10, 12.5, 7, 20, 8]],
    ['numbers behind a sign or a word', ['#101', '#7', '#23', '#1000'], [101, 7, 23, 1000]],
    [
      'numbers behind a sign or a word',
      ['~10', '~20', '~30', '25', '27', 'viele'],
      [10, 20, 30, 25, 27, null],
    ],
    ['weeks and days', ['30+2', '31+0', '8+6', '40 + 1', 'unknown'], [212, 217, 62, 281, null]],
    ['fractions', ['½', '1½', '2', '2 ¾', '10⅛'], [0.5, 1.5, 2, 2.75, 10.125]],
    ['fractions', ['2', '2,5', '3 1/2', '4', '2,5', '3 1/2'], [2, 2.5, 3.5, 4, 2.5, 3.5]],
    ['fractions', ['24 3/4', '28"', '18', '12 1/2"', '20 1/8', '7,5"'], [24.75, 28, 18, 12.5, 20.125, 7.5]],
    [
      'numbers out of another',
      ['3.5 out of 5 stars', '4 of 5 stars', '1 of 5 stars', '2,5 of 5 stars'],
      [3.5, 4, 1, 2.5],
    ],
    [
      'numbers behind a sign or a word',
      ['ca. 1200 m', '1217 m', '~ 1268 m', '1285.5 m', 'ca. 1302 m', '1310 m'],
      [1200, 1217, 1268, 1285.5, 1302, 1310],
    ],
    [
      'numbers behind a sign or a word',
      ['unos 20 €', '21 €', '€ 22', 'unas 23,5 €', '~€24', '25 €'],
      [20, 21, 22, 23.5, 24, 25],
    ],
    ['numbers behind a sign or a word', ['Nr. 5', 'No. 12', 'n° 7', 'nº 9'], [5, 12, 7, 9]],
  ])('%s: %j', async (start, texts, values) => {
    const path = fileOf(texts)
    const { columns, warnings } = await readTable(path)
    expect(columns[0].type).toBe('categorical')
    const [warning, ...others] = warnings
    expect(others).toEqual([])
    expect(warning).toMatchObject({ code: 'doubtful-numbers', columns: ['x'] })
    expect(warning.message.startsWith(start)).toBe(true)
    expect(warning.message).toContain('--sql ')
    const mended = await readTable(path, { sql: warning.query! })
    expect(cells(mended.columns[0])).toEqual(values)
    expect(cells(mended.columns[1])).toEqual(texts.map((_, i) => i))
    expect(mended.warnings).toEqual([])
  })

  it('name the words beside them', async () => {
    const { warnings } = await readTable(
      fileOf(['4:35,2', '3:08,9', 'DNF', '5:01,0', '4:00,1', 'DNF', '3:59,9', '3:58,0', '4:01,1']),
    )
    expect(warnings[0].message).toContain('x (4:35,2; "DNF" 2×)')
  })

  it.each([
    ['lengths of months', ['P1M', 'P2M', 'P1Y']],
    ['parts of which some are above one', ['1 1/2', '3/2', '5/8', '7/10']],
    ['words', ['about', 'No. one', '#hashtag', "it's", "o'clock"]],
    ['times of day', ['12:30:00', '08:15:10', '23:59:59']],
    ['streets', ['12 Stone Street', '5 Feet Road', '7 Foot Lane']],
    ['two of them', ['#1', '#2', '#1', '#2']],
    ['parts of a score', ['3+4', '4+3', '3+3', '4+4']],
    ['lengths in several units', ['ca. 1200 m', '1,5 km', 'ca. 1300 m', 'ca. 1400 m', '~2 km']],
    ['numbers of things', ['#5 m', 'No. 6 m', 'nr 7 m']],
  ])('are not seen in %s', async (_, texts) => {
    const { warnings } = await readTable(fileOf(texts))
    expect(warnings.filter(({ code }) => code === 'doubtful-numbers')).toEqual([])
  })
})
