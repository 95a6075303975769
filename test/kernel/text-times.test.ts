import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { notesPerColumn, readAs } from '../../dist/src/memory/text/text-read-job.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { readColumn, semicolon } from './text-column.ts'

const kinds = { date: 1, dateTime: 2, time: 4 } as const

const form =
  /^(?:(\d{4})-(\d\d)-(\d\d)(?:$|[Tt ](?=.)))?(?:(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:([Zz])|([+-])(\d\d)(?::?(\d\d))?)?)?$/

/** Parses one time with the platform's calendar; null if it is none. */
function plainTime(cell: string): { readonly kind: number; readonly value: number } | null {
  const found = form.exec(cell)
  if (!found || cell === '') return null
  const [, year, month, day, hour, minute, second = '0', fraction = '', zulu, sign, hours, minutes = '0'] =
    found
  let seconds = 0
  if (year !== undefined) {
    const date = new Date(0)
    date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
    if (date.toISOString().slice(0, 10) !== `${year}-${month}-${day}`) return null
    seconds = date.getTime() / 1000
    if (hour === undefined) return { kind: kinds.date, value: seconds / 86_400 }
  } else if (zulu !== undefined || sign !== undefined) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  if (Number(hours ?? 0) > 23 || Number(minutes) > 59) return null
  seconds += Number(hour) * 3600 + Number(minute) * 60 + Number(second)
  const zone = Number(hours ?? 0) * 3600 + Number(minutes) * 60
  seconds -= sign === '-' ? -zone : zone
  return { kind: year === undefined ? kinds.time : kinds.dateTime, value: plainSum(seconds, fraction) ?? NaN }
}

/** Seconds and a fraction, rounded once by parsing the exact decimal sum; null beyond 64 bits. */
function plainSum(seconds: number, fraction: string): number | null {
  if (fraction === '') return seconds
  const scale = 10n ** BigInt(fraction.length)
  const sum = BigInt(seconds) * scale + BigInt(fraction)
  const most = (2n ** 63n - 1n) / scale - 1n
  if (BigInt(seconds) > most || BigInt(seconds) < -most) return null
  return Number(`${sum}e-${fraction.length}`)
}

const isMissing = (cell: string) => cell === '' || semicolon.missing.includes(cell)

/** Whether a cell is left to the caller: it has non-ASCII characters or doubled quotes. */
const isLeftToCaller = (cell: string) => /[^\0-\x7f]|"/.test(cell.trim())

/** A column of times of one kind, or null. */
function plainTimes(cells: readonly string[]) {
  const times = cells.map((cell) => {
    if (isMissing(cell.trim())) return 'gap'
    const time = plainTime(cell.trim())
    return time === null && isLeftToCaller(cell) ? 'left' : time
  })
  type Time = NonNullable<ReturnType<typeof plainTime>>
  const isTime = (time: Time | string | null): time is Time => time !== null && typeof time === 'object'
  if (times.some((time) => time === null || (isTime(time) && Number.isNaN(time.value)))) return null
  const found = new Set(times.map((time) => (isTime(time) ? time.kind : 0)))
  found.delete(0)
  if (found.size > 1) return null
  const values = times.map((time) => (isTime(time) ? time.value : NaN))
  const left = [...times.keys()].filter((row) => times[row] === 'left')
  return { values, left, missing: times.filter((time) => time === 'gap').length, kinds: [...found][0] ?? 0 }
}

function expectSameTimes(kernels: Kernels, cells: readonly string[], written = cells): void {
  const part = readColumn(kernels, written, readAs.times)
  const expected = plainTimes(cells)
  expect(part.modes[0]).toBe(expected ? readAs.times : readAs.texts)
  if (!expected) return
  const [missing, , , , kinds] = part.notes
  expect(part.notes).toHaveLength(notesPerColumn)
  const left = [...part.unresolved]
  const values = [...part.numbers].map((value, row) => (left.includes(row) ? NaN : value))
  expect({ values, left, missing, kinds }).toEqual(expected)
}

const two = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'))
const year = fc.oneof(
  fc.constantFrom(
    0,
    1,
    4,
    99,
    100,
    400,
    1582,
    1600,
    1677,
    1678,
    1900,
    1969,
    1970,
    2000,
    2023,
    2024,
    2262,
    9999,
  ),
  fc.integer({ min: 0, max: 9999 }),
)
const date = fc
  .tuple(year, two(13), two(32))
  .map(([y, month, day]) => `${String(y).padStart(4, '0')}-${month}-${day}`)
const rightDate = date.filter((text) => plainTime(text) !== null)
const clock = (hours: number, rest: number) =>
  fc
    .tuple(
      two(hours),
      two(rest),
      fc.option(two(rest)),
      fc.option(fc.integer({ min: 0, max: 1e9 }), { freq: 2 }),
    )
    .map(([hour, minute, second, fraction]) => {
      const parts = second === null ? [hour, minute] : [hour, minute, second]
      return parts.join(':') + (second === null || fraction === null ? '' : `.${fraction}`)
    })
const zone = fc.constantFrom(
  '',
  '',
  'Z',
  'z',
  '+00:00',
  '+05:30',
  '-0800',
  '+14',
  '-23:59',
  '+24:00',
  '+5',
  '+05:',
  '+05:6',
  ' Z',
  '-',
)
const dateTime = (days: fc.Arbitrary<string>, clocks: fc.Arbitrary<string>) =>
  fc.tuple(days, fc.constantFrom('T', ' ', 't'), clocks, zone).map((parts) => parts.join(''))
const gap = fc.constantFrom('', 'NA', '?')
const unusual = fc.constantFrom(
  ...[
    '2023-02-29',
    '2024-02-29',
    '1900-02-29',
    '2000-02-29',
    '2023-13-01',
    '2023-00-10',
    '2023-1-01',
    '20230101',
  ],
  ...[
    '2023-01-01T',
    '2023-01-01x10:00',
    '2023-01-01T10',
    '2023-01-01T10:00:',
    '2023-01-01T10:00:00.',
    '-2023-01-01',
  ],
  ...[
    '2023-01-01T24:00',
    '23:59:60',
    '9:30',
    '09:30Z',
    '09:3',
    '0930',
    '12:00:00.1234567890',
    '+2023-01-01',
    '１２:００',
  ],
  ...[
    '2023-01-01T00:00:00.0',
    '1969-12-31T23:59:59.5',
    '1969-12-31T23:59:59.999999999',
    '00:00:00.000',
    '2023-01-01  10:00',
  ],
)

describe.each(buildNames)('times, %s', (build) => {
  it('are dates of the calendar, from the year 0 to 9999', async () => {
    const kernels = await loadBuild(build)
    const years = Array.from({ length: 10_000 }, (_, y) => y).filter((y) => y % 100 <= 5 || y % 37 === 0)
    const starts = years.map((y) => String(y).padStart(4, '0'))
    const days = ['01-01', '02-28', '03-01', '12-31']
    expectSameTimes(
      kernels,
      starts.flatMap((start) => days.map((day) => `${start}-${day}`)),
    )
    // The day that some years lack stands in a column of its own.
    for (const start of starts) expectSameTimes(kernels, [`${start}-02-29`])
  })

  it.each([
    ['dates', fc.oneof({ weight: 12, arbitrary: rightDate }, { weight: 1, arbitrary: gap })],
    ['dates with times', fc.oneof({ weight: 12, arbitrary: dateTime(rightDate, clock(23, 59)) }, gap)],
    ['times of day', fc.oneof({ weight: 12, arbitrary: clock(23, 59) }, gap)],
    ['anything', fc.oneof(date, dateTime(date, clock(24, 60)), clock(25, 61), unusual, gap)],
  ])('%s agree with plain arithmetic', async (_, cell) => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(cell, fc.boolean(), (text, isQuoted) => {
        expectSameTimes(kernels, [` ${text}\t`], [isQuoted ? `" ${text}\t" ` : ` ${text}\t`])
      }),
      { numRuns: runs(2500) },
    )
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => expectSameTimes(kernels, cells)),
      { numRuns: runs(1500) },
    )
  })

  it('of several kinds are texts', async () => {
    const kernels = await loadBuild(build)
    const each = ['2024-05-06', '2024-05-06T07:08', '07:08', '5']
    for (const first of each) {
      for (const second of each) expectSameTimes(kernels, [first, '', second])
    }
  })
})
