// Digits that are not 0 to 9, and dates and amounts as China, Japan and Korea write them.
import { describe, expect, it } from 'vitest'
import { readColumn } from './read-column.ts'

const days = ['2020-01-31', '2020-02-01', '2020-12-10'].map((day) => Date.parse(day) / 86_400_000)

describe('digits of other scripts', () => {
  it.each([
    ['as wide as a sign of Japanese', ['４２．５', '－７', '１，２３４．５'], [42.5, -7, 1234.5]],
    ['Arabic', ['٤٢٫٥', '٧', '١٬٢٣٤٫٥'], [42.5, 7, 1234.5]],
    ['Arabic, with thousands and no decimal mark', ['١٬٢٣٤', '٢٬٠٠٠', '٣٬١٠٠'], [1234, 2000, 3100]],
    ['Persian', ['۴۲٫۵', '۷', '۱٬۲۳۴٫۵'], [42.5, 7, 1234.5]],
    ['Devanagari', ['४२.५', '७', '१,२३४.५'], [42.5, 7, 1234.5]],
    ['Thai among others', ['๔๒.๕', '7', '1,234.5'], [42.5, 7, 1234.5]],
    ['percentages', ['１２％', '٧٪', '5%'], [12, 7, 5]],
    ['dates', ['２０２０-０１-３１', '٢٠٢٠-٠٢-٠١', '2020-12-10'], days],
  ])('%s', async (_, texts, values) => {
    expect(await readColumn(texts)).toMatchObject({ type: 'numeric', values })
  })

  it('that begin with 0 are codes', async () => {
    expect((await readColumn(['０１２', '３４５', '６７８'])).type).toBe('categorical')
  })

  it('among words are letters', async () => {
    const texts = ['Ａ１', 'Ｂ２', 'Ａ１']
    expect(await readColumn(texts)).toMatchObject({ type: 'categorical', values: texts, warnings: [] })
  })
})

describe('dates with the words for year, month and day', () => {
  it.each([
    ['Japanese', ['2020年1月31日', '2020年2月1日', '2020年12月10日']],
    ['wide', ['２０２０年１月３１日', '２０２０年２月１日', '２０２０年１２月１０日']],
    ['Korean', ['2020년 1월 31일', '2020년 2월 1일', '2020년 12월 10일']],
  ])('%s', async (_, texts) => {
    expect(await readColumn(texts)).toMatchObject({ type: 'numeric', values: days })
  })

  it('are months without a day, and no other words', async () => {
    const months = ['2020年1月', '2020年2月', '2021年1月']
    const firsts = ['2020-01-01', '2020-02-01', '2021-01-01'].map((day) => Date.parse(day) / 86_400_000)
    expect((await readColumn(months)).values).toEqual(firsts)
    expect((await readColumn(['2020年度', '2021年度', '2022年度'])).type).toBe('categorical')
  })
})

describe('amounts with the word of the currency', () => {
  it.each([
    ['円', '12,598円'],
    ['元', '12,598元'],
    ['원', '12,598원'],
    ['руб.', '12 598 руб.'],
  ])('%s', async (word, first) => {
    const found = await readColumn([
      first,
      `15,000${word}`.replace(',', first.includes(' ') ? ' ' : ','),
      `800${word}`,
    ])
    expect(found.values).toEqual([12_598, 15_000, 800])
    expect(found.warnings).toMatchObject([{ code: 'units' }])
  })
})
