import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { powersOfFive } from '../../dist/src/memory/text/powers-of-five.js'
import { readAs } from '../../dist/src/memory/text/text-read-job.js'
import { missingTest } from '../../dist/src/files/cells/missing-words.js'
import { parseNumber } from '../../dist/src/files/cells/text-cells.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { readColumn, semicolon, textsOf } from './text-column.ts'

/** The values and counts of a column of numbers; null if a cell is neither a number nor missing. */
interface ColumnNumbers {
  readonly values: readonly number[]
  readonly missing: number
  readonly infinite: number
  readonly rounded: number
  readonly commas: number
  readonly points: number
  /** Commas, and points, that may separate thousands. */
  readonly groups: number
  readonly pointGroups: number
}

interface Rules {
  readonly words: readonly string[]
  readonly hasCommas: boolean
  /** Whether whole numbers may start with 0. */
  readonly padded: boolean
}
const usual: Rules = { words: semicolon.missing, hasCommas: false, padded: true }

/** Reads cells one by one, without quotes around them. */
function plainNumbers(cells: readonly string[], { words, hasCommas, padded }: Rules): ColumnNumbers | null {
  const isMissing = missingTest(words)
  const values: number[] = []
  let [missing, infinite, rounded, commas, points, groups, pointGroups] = [0, 0, 0, 0, 0, 0, 0]
  for (const cell of cells) {
    const point = parseNumber(cell, '.')
    const value = point ?? (hasCommas ? parseNumber(cell, ',') : null)
    if (isMissing(cell)) missing++
    else if (value === null || (!padded && /^0\d+$/.test(cell.trim()))) return null
    else {
      if (point === null) commas++
      else if (cell.includes('.')) points++
      if (point === null && /^[+-]?[1-9]\d{0,2},\d{3}$/.test(cell.trim())) groups++
      if (point !== null && /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(cell.trim())) pointGroups++
      if (typeof value === 'bigint') rounded++
      if (!Number.isFinite(Number(value))) infinite++
    }
    values.push(isMissing(cell) || !Number.isFinite(Number(value)) ? NaN : Number(value))
  }
  return { values, missing, infinite, rounded, commas, points, groups, pointGroups }
}

/** The same by the kernel, with unresolved cells decoded by the plain rules; returns how many there were. */
function kernelNumbers(
  kernels: Kernels,
  cells: readonly string[],
  written: readonly string[],
  rules: Rules,
): { readonly numbers: ColumnNumbers | null; readonly left: number } {
  const input = { missing: rules.words, comma: rules.hasCommas ? 0x2c : 0 }
  const mode = rules.padded ? readAs.paddedNumbers : readAs.numbers
  const part = readColumn(kernels, written, mode, input)
  if (part.modes[0] !== mode) return { numbers: null, left: 0 }
  const left = textsOf(part)
  // Unresolved cells are returned as written.
  expect(left).toEqual(Array.from(part.unresolved, (row) => cells[row]))
  const rest = plainNumbers(left, rules)
  if (!rest) return { numbers: null, left: left.length }
  const values = [...part.numbers]
  part.unresolved.forEach((row, i) => (values[row] = rest.values[i]))
  const [missing, infinite, rounded, commas, , points, groups, , , pointGroups] = part.notes
  const numbers = {
    values,
    missing: missing + rest.missing,
    infinite: infinite + rest.infinite,
    rounded: rounded + rest.rounded,
    commas: commas + rest.commas,
    points: points + rest.points,
    groups: groups + rest.groups,
    pointGroups: pointGroups + rest.pointGroups,
  }
  return { numbers, left: left.length }
}

/** Compares a column bit for bit; returns the number of unresolved cells. */
function expectSameNumbers(
  kernels: Kernels,
  cells: readonly string[],
  rules = usual,
  written = cells,
): number {
  const { numbers, left } = kernelNumbers(kernels, cells, written, rules)
  const expected = plainNumbers(cells, rules)
  // `toEqual` distinguishes −0 from 0.
  expect(numbers).toEqual(expected)
  return left
}

/** m × 2^e as decimal digits, with a power of ten if e is negative. */
function written(m: bigint, e: number): { readonly digits: bigint; readonly power: number } {
  return e >= 0 ? { digits: m << BigInt(e), power: 0 } : { digits: m * 5n ** BigInt(-e), power: e }
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const normal = finite.filter((value) => value === 0 || Math.abs(value) >= 2.2250738585072014e-308)
const digits = (least: number, most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most }).map((list) => list.join(''))
const sign = fc.constantFrom('', '-', '+')
const exponent = fc.oneof(
  fc.constant(''),
  fc
    .tuple(fc.constantFrom('e', 'E'), sign, fc.integer({ min: 0, max: 400 }))
    .map(([letter, mark, power]) => letter + mark + power),
)
const numeral = fc
  .tuple(sign, digits(0, 25), fc.constantFrom('', '.'), digits(0, 30), exponent)
  .map(([mark, whole, point, fraction, power]) => mark + whole + point + (point ? fraction : '') + power)
/** Almost numbers, and numbers in every spelling. */
const nearNumber = fc
  .array(
    fc.constantFrom(
      '1',
      '0',
      '9',
      '.',
      ',',
      '+',
      '-',
      'e',
      'E',
      'inf',
      'i',
      'NA',
      ' ',
      'INFINITY',
      'x',
      '\u00a0',
    ),
    {
      maxLength: 6,
    },
  )
  .map((pieces) => pieces.join(''))
const usualCells = fc.constantFrom(
  ...[
    '-0',
    '.5',
    '5.',
    '-.5e3',
    '0',
    '007',
    '+5',
    'inf',
    '-Infinity',
    '+INF',
    'infinit',
    '',
    ' ',
    'NA',
    '?',
    '-',
  ],
  ...['01011', '00', '-01', '0.5', '1,234', '-12,345', '0,123', '1234,567', '1.234'],
  ...['1,5', ',5', '5,', '1,5,2', '1.5,2', '-999', '1e', 'e5', '.', '+', '1_000', '0x10', '1e5.', '٣', 'é'],
  ...[
    '9007199254740991',
    '9007199254740992',
    '-9007199254740993',
    '9007199254740993.',
    '00000000000000000000',
  ],
  ...[
    '1e400',
    '-1e400',
    '1e-400',
    '0e999999',
    '18446744073709551616',
    '99999999999999999999',
    '0.1e1',
    'nan',
  ],
)
const blank = fc.constantFrom('', '', '', ' ', '\t', '  \v', '\f', '\u00a0')
const padded = (cell: fc.Arbitrary<string>) => fc.tuple(blank, cell, blank).map((parts) => parts.join(''))
const anyCell = padded(fc.oneof(numeral, usualCells, nearNumber))

const rules = fc.record({
  words: fc.constantFrom(
    semicolon.missing,
    ['-999', '-', '.', '9', 'no value', 'é'],
    [],
    [' NA ', 'x'.repeat(300)],
  ),
  hasCommas: fc.boolean(),
  padded: fc.boolean(),
})

describe.each(buildNames)('numbers, %s', (build) => {
  it('equal those of JavaScript for the shortest forms of doubles, all resolved', async () => {
    const kernels = await loadBuild(build)
    const form = fc
      .tuple(normal, fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 20 }))
      .map(([value, way, places]) =>
        way === 0
          ? value.toExponential(places % 17)
          : way === 1 && Math.abs(value) < 1e15
            ? value.toFixed(places % 4)
            : String(value),
      )
    fc.assert(
      fc.property(fc.array(form, { minLength: 1, maxLength: 60 }), (cells) => {
        const isEasy = cells.every((cell) => cell.replace(/e.*/, '').replace(/\D/g, '').length < 20)
        const isNormal = cells.every((cell) => {
          const size = Math.abs(Number(cell))
          return size === 0 || (size >= 2.2250738585072014e-308 && size <= Number.MAX_VALUE)
        })
        const left = expectSameNumbers(kernels, cells)
        if (isEasy && isNormal) expect(left).toBe(0)
      }),
      { numRuns: runs(1500) },
    )
  })

  it('equal those of JavaScript for any digits', async () => {
    const kernels = await loadBuild(build)
    const many = fc
      .tuple(sign, digits(15, 25), fc.integer({ min: 0, max: 25 }), exponent)
      .map(([mark, all, at, power]) => `${mark}${all.slice(0, at)}.${all.slice(at)}${power}`)
    fc.assert(
      fc.property(
        fc.array(many, { minLength: 1, maxLength: 40 }),
        (cells) => void expectSameNumbers(kernels, cells),
      ),
      { numRuns: runs(1000) },
    )
  })

  it('round ties to even, and their neighbours to the nearest', async () => {
    const kernels = await loadBuild(build)
    const half = fc.tuple(
      fc.bigInt({ min: 2n ** 52n, max: 2n ** 53n - 1n }),
      fc.oneof(fc.integer({ min: -8, max: 12 }), fc.integer({ min: -1074, max: 970 })),
    )
    // w × 10^q with w × 5^q an odd number of 54 bits: few digits, and exactly half way.
    const short = fc
      .tuple(fc.integer({ min: 1, max: 22 }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([q, part]) => {
        const five = 5n ** BigInt(q)
        const least = 2n ** 53n / five + 1n
        const w = (least + BigInt(Math.floor(part * Number(2n ** 53n / five - 1n)))) | 1n
        return { digits: w, power: q }
      })
    const long = half.map(([m, e]) => written(2n * m + 1n, e - 1))
    fc.assert(
      fc.property(fc.array(fc.oneof(short, long), { minLength: 1, maxLength: 12 }), (halves) => {
        const cells = halves.flatMap(({ digits: w, power }) =>
          [-1n, 0n, 1n].flatMap((step) => [
            `${w + step}e${power}`,
            `-${w + step}e${power}`,
            `${w * 10n + step}e${power - 1}`,
            `${w * 1000n + step}e${power - 3}`,
          ]),
        )
        expectSameNumbers(kernels, cells)
      }),
      { numRuns: runs(1000) },
    )
  })

  it('are powers of ten, however written', async () => {
    const kernels = await loadBuild(build)
    for (let power = -400; power <= 400; power++) {
      const zeros = '0'.repeat(Math.abs(power))
      const plain = power < 0 ? `0.${zeros.slice(1)}1` : `1${zeros}`
      const cells = [
        `1e${power}`,
        `-9.999999999999999E${power}`,
        `1234567890123456789e${power}`,
        plain,
        `00${plain}`,
      ]
      expectSameNumbers(kernels, [...cells, `${plain}000`, `${zeros}1e${power}`, `0.${zeros}17e${power}`])
    }
  })

  it('allow for exponents that cancel many zeros', async () => {
    const kernels = await loadBuild(build)
    const cells = [0, 99_999, 100_000, 1_000_000].flatMap((zeros) =>
      [99_999, 100_001, 1_000_000, 10_000_000].flatMap((power) => [
        `0.${'0'.repeat(zeros)}1e${power}`,
        `1${'0'.repeat(zeros)}e-${power}`,
      ]),
    )
    for (const cell of cells) expectSameNumbers(kernels, [cell])
  })

  it('are distinguished from other cells', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(anyCell, rules, fc.boolean(), (cell, input, isQuoted) => {
        expectSameNumbers(kernels, [cell], input, [isQuoted ? `"${cell}"  ` : cell])
      }),
      { numRuns: runs(6000) },
    )
  })

  it('in columns are counted, with gaps and infinities', async () => {
    const kernels = await loadBuild(build)
    const cell = padded(
      fc.oneof(
        numeral.filter((text) => parseNumber(text, '.') !== null),
        usualCells.filter((text) => plainNumbers([text], { ...usual, hasCommas: true }) !== null),
      ),
    )
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 40, minLength: 1 }), fc.boolean(), (cells, hasCommas) => {
        expectSameNumbers(kernels, cells, { ...usual, hasCommas })
      }),
      { numRuns: runs(1500) },
    )
  })
})

it('powers of five agree with their definition', () => {
  const powers = powersOfFive()
  expect(powers).toHaveLength(2 * 651)
  for (let q = -342; q <= 308; q++) {
    const place = 2 * (q + 342)
    const bits = (powers[place] << 64n) | powers[place + 1]
    expect(bits >> 127n).toBe(1n)
    // 5^q as a fraction, scaled to 128 bits before the point.
    let [above, below] = q < 0 ? [1n, 5n ** BigInt(-q)] : [5n ** BigInt(q), 1n]
    while (above >= below << 128n) below <<= 1n
    while (above < below << 127n) above <<= 1n
    const isExact = above % below === 0n
    expect(bits).toBe(above / below + (q < 0 && q >= -27 && !isExact ? 1n : 0n))
  }
})
