import { describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { readAs, textReadJob } from '../../dist/src/memory/text/text-read-job.js'
import { parseNumber } from '../../dist/src/files/cells/text-cells.js'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { readColumn, semicolon } from './text-column.ts'

/** Reads two equal columns, so that there are digits on both sides of a cell; all cells must be resolved. */
function readTwice(kernels: Kernels, cells: readonly string[], comma: number) {
  const text = cells.map((cell) => `${cell};${cell}\n`).join('')
  const modes = Uint8Array.of(readAs.paddedNumbers, readAs.paddedNumbers)
  const part = textReadJob.open(kernels, { ...semicolon, comma })({
    bytes: new TextEncoder().encode(text),
    modes,
    into: null,
  })
  expect(part.modes).toEqual(modes)
  expect(part.unresolved).toHaveLength(0)
  return part
}

/** Digits in every number and, but for whole numbers, with the point at every place. */
function numeralsOf(all: string): string[] {
  const numerals: string[] = []
  for (let count = 1; count <= all.length; count++) {
    const digits = all.slice(0, count)
    numerals.push(digits)
    for (let at = 0; at <= count; at++) numerals.push(`${digits.slice(0, at)}.${digits.slice(at)}`)
  }
  return numerals
}

/** Whether the kernel decides: neither more than 19 digits nor a subnormal number. */
function isResolved(cell: string): boolean {
  const mantissa = cell.replace(/e.*/i, '').replace(/\D/g, '')
  return mantissa.length <= 19 && (/^0*$/.test(mantissa) || Math.abs(Number(cell)) >= 2.2250738585072014e-308)
}

const digits = ['12345678901234567890123', '9'.repeat(19), '0000000000000000009', '9007199254740993000']
const exponents = ['', 'e-05', 'E+21', 'e100', 'e-7', 'e5', 'e-307', 'e-0012']

describe.each(buildNames)('plain numbers, %s', (build) => {
  it.each(digits)('equal those of JavaScript with the point at any place of %s', async (all) => {
    const kernels = await loadBuild(build)
    for (const exponent of exponents) {
      for (const sign of ['', '-']) {
        const cells = numeralsOf(all)
          .map((numeral) => sign + numeral + exponent)
          .filter(isResolved)
        const values = cells.map(Number)
        const { numbers } = readTwice(kernels, cells, 0)
        // Bit for bit: Object.is distinguishes −0 from 0.
        expect([...numbers]).toEqual([...values, ...values])
      }
    }
  })

  it('have their decimal points counted', async () => {
    const kernels = await loadBuild(build)
    const cells = ['1.5', '15', '0.1234567890123456789', '2', '-.5', '1.5e-05', '1e+05']
    const { notes } = readTwice(kernels, cells, 0x2c)
    const [missing, infinite, rounded, commas, kinds, points, groups] = notes
    expect({ missing, infinite, rounded, commas, kinds, points, groups }).toEqual({
      missing: 0,
      infinite: 0,
      rounded: 0,
      commas: 0,
      kinds: 0,
      points: 4,
      groups: 0,
    })
  })

  it.each(['123456789.1234567', '-0.12345678901234567', '12.34', '1234567', '1.25e-05', '12345678901234567'])(
    'are no others: each byte of %s replaced by each byte',
    async (cell) => {
      const kernels = await loadBuild(build)
      for (let place = 0; place < cell.length; place++) {
        for (let code = 0x20; code < 0x7f; code++) {
          const byte = String.fromCharCode(code)
          if (byte === ';' || byte === '"') continue
          const changed = cell.slice(0, place) + byte + cell.slice(place + 1)
          const part = readColumn(kernels, [changed], readAs.paddedNumbers)
          const value = parseNumber(changed, '.')
          const isNumber = part.modes[0] === readAs.paddedNumbers
          expect([changed, isNumber]).toEqual([changed, value !== null])
          // Infinite and subnormal numbers are left to the caller.
          if (isNumber && part.unresolved.length === 0)
            expect([changed, part.numbers[0]]).toEqual([changed, Number(value)])
        }
      }
    },
  )
})
