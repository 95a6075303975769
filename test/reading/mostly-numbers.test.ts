// Columns of which three quarters are numbers or dates and the others something else: read, or named once.
import fc from 'fast-check'
import { tableFromCsv } from 'criba'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'

const digits = (most: number, least = 0) => fc.integer({ min: least, max: most })
const two = (least: number, most: number) => digits(most, least).map((n) => String(n).padStart(2, '0'))
const joined = (...parts: readonly (string | fc.Arbitrary<string | number>)[]) =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part.map(String))))
    .map((texts) => texts.join(''))
const [year, month, day] = [digits(2024, 1990), two(1, 12), two(1, 28)]
/** A whole number without thousands, and one of two digits that is not padded. */
const [whole, small] = [digits(999), digits(99, 10)]

/** Numbers and dates as people write them; a column has one form. */
const forms: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'whole numbers': digits(99_999).map(String),
  decimals: joined(whole, '.', small),
  'decimal commas': joined(whole, ',', small),
  'thousands and decimals': joined(digits(9, 1), '.', digits(999, 100), ',', small),
  'thousands by blanks': joined(digits(9, 1), ' ', digits(999, 100)),
  weights: joined(whole, ' kg'),
  amounts: joined('€ ', whole, '.', small),
  'amounts behind': joined(whole, ',', small, ' €'),
  'minus behind': joined(digits(999, 1), fc.constantFrom('', '-')),
  brackets: digits(999, 1).chain((n) => fc.constantFrom(String(n), `(${n})`)),
  limits: joined(fc.constantFrom('', '', '', '<'), digits(99, 1), '.', small),
  percentages: joined(small, '%'),
  groups: digits(9).map((n) => `${10 * n}-${10 * n + 9}`),
  multipliers: joined(digits(9, 1), '.', digits(9), 'k'),
  powers: joined(digits(9, 1), '.', digits(9), 'E-', digits(9, 1)),
  shares: joined(digits(10), '/10'),
  coordinates: joined(small, '.', small, ' ', small, '.', small),
  deviations: joined(whole, '.', small, ' ± 0.', digits(9, 1)),
  words: joined(small, ' pieces'),
  flags: joined(whole, '.', small, fc.constantFrom('', '', '*')),
  'ISO dates': joined(year, '-', month, '-', day),
  'days first': joined(two(13, 28), '/', month, '/', year),
  'days in words': joined(digits(28, 1), ' May ', year),
  months: joined('May ', year),
  quarters: joined(year, '-Q', digits(4, 1)),
  'times of day': joined(two(0, 23), ':', two(10, 59)),
  moments: joined(year, '-', month, '-', day, ' ', two(0, 23), ':30'),
  weeks: joined(year, '-W', two(10, 52)),
}

/** Other cells. */
const others: readonly fc.Arbitrary<string>[] = [
  fc.constant('refused'),
  fc.constantFrom('refused', 'other', 'unknown value'),
  joined('text ', fc.constantFrom(...'abcdefghij')),
  joined('see note ', digits(9, 1)),
  fc.constantFrom('A1', 'B2', 'C3'),
  fc.constantFrom('none was taken', 'the device was off', 'lost in the post'),
]

describe('a column of which three quarters are numbers or dates', () => {
  it.each(Object.entries(forms))('is read or named once: %s', async (_, form) => {
    const column = fc.record({
      values: fc.array(form, { minLength: 30, maxLength: 30 }),
      rest: fc.oneof(...others.map((other) => fc.array(other, { minLength: 10, maxLength: 10 }))),
      separator: fc.constantFrom(';', ',', '\t'),
    })
    await fc.assert(
      fc.asyncProperty(column, async ({ values, rest, separator }) => {
        // Few different values are levels.
        fc.pre(new Set(values).size >= 5)
        const cells = values.flatMap((value, i) => (i % 3 === 1 ? [value, rest[(i - 1) / 3]] : [value]))
        const rows = cells.map((cell, i) => `"${cell}"${separator}${i}`)
        const { columns, warnings } = await tableFromCsv(`x${separator}y\n${rows.join('\n')}\n`)
        const named = warnings.filter((one) => [one.column, ...(one.columns ?? [])].includes('x'))
        if (columns[0].type === 'categorical') expect(named).toHaveLength(1)
        // Options that are offered can be given.
        for (const { remedy, message } of named) if (remedy) expect(message).toContain(remedy.option)
      }),
      { numRuns: runs(40) },
    )
  })
})

describe('a text in the first row alone', () => {
  const rows = Array.from({ length: 10 }, (_, i) => `${13 + (i % 9)}.03.2024;${i},5;x\n`).join('')
  const text = `Data;Saldo;y\nSaldo iniziale;1.000,50;\n${rows}`

  it('is named with the option that leaves the row out, which is not applied unasked', async () => {
    const { warnings } = await tableFromCsv(text)
    const found = warnings.filter(({ code }) => code === 'mixed-types')
    expect(found).toMatchObject([
      { column: 'Data', remedy: { option: '--skip-after-header 1', rows: 1, loses: true } },
    ])
    const { columns } = await tableFromCsv(text, found[0].remedy!.set)
    // 13 March 2024 is day 19,795 from 1970 on.
    const days = [0, 1, 2, 3, 4, 5, 6, 7, 8, 0].map((i) => 19_795 + i)
    expect(columns[0]).toMatchObject({ type: 'numeric', time: 'date', values: Float64Array.from(days) })
    expect(columns[1]).toMatchObject({ values: Float64Array.from({ length: 10 }, (_, i) => i + 0.5) })
  })

  it('is one line more than are skipped', async () => {
    const { warnings } = await tableFromCsv(text.replace('y\n', 'y\nGGMMAA;EUR;\n'), { skipAfterHeader: 1 })
    expect(warnings.flatMap(({ remedy }) => remedy?.option ?? [])).toEqual(['--skip-after-header 2'])
  })

  it.each([
    ['a number', text.replace('Saldo iniziale', '12')],
    ['of several', text + 'Saldo finale;1.000,50;\n'],
    ['in a lower row', text.replace('Saldo iniziale', '19.03.2024').replace('15.03.2024', 'Saldo')],
  ])('is not %s', async (_, other) => {
    const { warnings } = await tableFromCsv(other)
    expect(warnings.flatMap(({ remedy }) => remedy?.option ?? []).join()).not.toContain('after-header')
  })
})
