// Dates that programs write for none, far from all others.
import { describe as describeTable } from 'criba'
import { openSource } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from '../reading/folder.ts'

const folder = testFolder()

/** May 2024, a day after the other. */
const days = Array.from({ length: 28 }, (_, i) => `2024-05-${String(i + 1).padStart(2, '0')}`)
const fileOf = (dates: readonly string[]) =>
  folder.write('dates.csv', `when,n\n${dates.map((date, i) => `${date},${i}\n`).join('')}`)

async function described(dates: readonly string[], options = {}) {
  const source = await openSource(fileOf(dates), options)
  try {
    return await describeTable(source)
  } finally {
    source.close()
  }
}

const codesOf = async (dates: readonly string[]) =>
  (await described(dates)).warnings.filter(({ code }) => code === 'missing-value-code')

describe('dates that may stand for a missing value', () => {
  it.each<[what: string, codes: readonly string[], words: readonly string[]]>([
    ['the first day of a computer', ['1970-01-01', '1970-01-01'], ['1970-01-01']],
    ['1900', ['1900-01-01', '1900-01-01', '1900-01-01'], ['1900-01-01']],
    ['the last day of all', ['9999-12-31'], ['9999-12-31']],
    ['both ends', ['1900-01-01', '1900-01-01', '9999-12-31', '9999-12-31'], ['1900-01-01', '9999-12-31']],
    ['any first of January', ['1950-01-01', '1950-01-01'], ['1950-01-01']],
  ])('%s', async (_, codes, words) => {
    const dates = [...days, ...codes]
    const [warning, ...others] = await codesOf(dates)
    expect(others).toEqual([])
    expect(warning.column).toBe('when')
    expect(warning.message).toContain(
      `holds ${words.join(' and ')} in ${codes.length} rows, far from all its other dates`,
    )
    const { set } = warning.remedy!
    expect(set).toEqual({ missingWords: words.map((word) => `+${word}`) })
    const before = await described(dates)
    for (const source of ['memory', 'duckdb']) {
      const { columns, warnings } = await described(dates, { ...set, source })
      expect(columns[0]).toMatchObject({
        type: 'numeric',
        time: 'date',
        missing: codes.length,
        min: 19844,
        max: 19871,
      })
      expect(columns[1]).toEqual(before.columns[1])
      expect(warnings.map(({ code }) => code)).toEqual(['missing-values'])
    }
  })

  it('are missing however they are written, with a time and with the day first', async () => {
    const moments = [...days.map((day) => `${day} 10:30:00`), '1980-01-01 00:00:00', '1980-01-01T00:00:00']
    const ofMoments = await codesOf(moments)
    expect(ofMoments[0].remedy!.option).toBe('--missing-words +1980-01-01')
    const dayFirst = [...days.map((day) => day.split('-').reverse().join('.')), '31.12.2999', '31.12.2999']
    const ofDays = await codesOf(dayFirst)
    expect(ofDays[0].remedy!.option).toBe('--missing-words +2999-12-31')
    for (const [dates, warning] of [
      [moments, ofMoments[0]],
      [dayFirst, ofDays[0]],
    ] as const)
      for (const source of ['memory', 'duckdb']) {
        const { columns } = await described(dates, { ...warning.remedy!.set, source })
        expect(columns[0]).toMatchObject({ type: 'numeric', missing: 2 })
      }
  })

  it.each<[what: string, dates: readonly string[]]>([
    ['a first of January near the others', [...days, '2024-01-01', '2024-04-30']],
    ['years', Array.from({ length: 30 }, (_, i) => `${1970 + i}-01-01`)],
    ['once', [...days, '1900-01-01']],
    ['another day', [...days, '1988-03-07', '1988-03-07']],
    [
      'a long time',
      [...Array.from({ length: 40 }, (_, i) => `${1932 + 2 * i}-06-15`), '1900-01-01', '1900-01-01'],
    ],
  ])('are not seen: %s', async (_, dates) => {
    expect(await codesOf(dates)).toEqual([])
  })
})
