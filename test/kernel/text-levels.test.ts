import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { readAs, textReadJob } from '../../dist/src/memory/text/text-read-job.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { readColumn, semicolon, textsOf } from './text-column.ts'

/** Codes by first occurrence. */
function plainCodes(cells: readonly string[]) {
  const codeOf = new Map<string, number>()
  const codes = cells.map((cell) => {
    if (!codeOf.has(cell)) codeOf.set(cell, codeOf.size)
    return codeOf.get(cell)!
  })
  return { codes, texts: [...codeOf.keys()] }
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

function expectSameCodes(kernels: Kernels, cells: readonly string[], written: readonly string[]): void {
  const part = readColumn(kernels, written, readAs.texts)
  const { codes, texts } = plainCodes(cells)
  expect(part.modes[0]).toBe(readAs.texts)
  expect([...part.codes]).toEqual(codes)
  expect(textsOf(part)).toEqual(texts)
  expect([...part.distinct]).toEqual([texts.length])
}

/** Writes cells with or without quotes, with quotes where required. */
function writeCells(cells: readonly string[], isQuoted: (row: number) => boolean): string[] {
  return cells.map((cell, row) => (isQuoted(row) || /[";\r\n]/.test(cell) ? quoted(cell) : cell))
}

const piece = fc.constantFrom(
  'a',
  'b',
  'ab',
  '"',
  '""',
  ' ',
  ';',
  '\n',
  'é',
  '𝒳',
  '\u0300',
  'abcdefgh',
  'x'.repeat(17),
)
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const cells = fc.oneof(
  fc.array(text, { minLength: 1, maxLength: 40 }),
  fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { minLength: 1, maxLength: 40 }),
  // Texts that differ only in their last byte or in their length.
  fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom('', 'y', 'z'))
      .map(([n, end]) => 'x'.repeat(n) + end),
    { minLength: 1, maxLength: 200 },
  ),
)

describe.each(buildNames)('the levels of a column, %s', (build) => {
  it('are numbered by first occurrence, quoted or not', async () => {
    const kernels = await loadBuild(build)
    const isQuoted = fc.func(fc.boolean())
    fc.assert(
      fc.property(cells, isQuoted, (input, choose) => {
        const clean = input.map((cell) => cell.replaceAll(/[\0\ud800-\udfff]/gu, ''))
        expectSameCodes(kernels, clean, writeCells(clean, choose))
      }),
      { numRuns: runs(1500) },
    )
  })

  it('may be thousands, short ones and long ones', async () => {
    const kernels = await loadBuild(build)
    const places = [...Array(12_000).keys()]
    const short = places.map((i) => ((i * 7919) % 20_011).toString(36))
    const long = places.map((i) => `${'prefix'.repeat(9)}${(i * 31) % 9001}${'é'.repeat(i % 3)}`)
    const doubled = places.map((i) => `"${i % 5003}"`)
    for (const column of [short, long, doubled]) {
      expectSameCodes(
        kernels,
        column,
        writeCells(column, () => false),
      )
      expectSameCodes(
        kernels,
        column,
        writeCells(column, (row) => row % 2 > 0),
      )
    }
    // All pairs of letters, so that hash slots collide.
    const letters = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
    const pairs = letters.flatMap((a) => letters.map((b) => a + b))
    const twice = [...pairs, ...pairs.toReversed()]
    expectSameCodes(
      kernels,
      twice,
      writeCells(twice, () => true),
    )
  })

  it('of several columns are separate, next to numbers and unresolved cells', async () => {
    const kernels = await loadBuild(build)
    const rows = Array.from({ length: 500 }, (_, i) => ({
      first: `a"${i % 7}`,
      number: i % 50 === 3 ? `\u00a0${i}.5` : `${i}.5`,
      second: 'é'.repeat(i % 11),
      third: `a"${i % 13}`,
    }))
    const lines = rows.map(({ first, number, second, third }) =>
      [quoted(first), number, second, 'no', quoted(third)].join(';'),
    )
    const { texts, nothing, numbers } = readAs
    const part = textReadJob.open(kernels, { ...semicolon, width: 5 })({
      bytes: new TextEncoder().encode(`${lines.join('\n')}\n`),
      modes: Uint8Array.of(texts, numbers, texts, nothing, texts),
      into: null,
    })
    const columns = [
      rows.map((row) => row.first),
      rows.map((row) => row.second),
      rows.map((row) => row.third),
    ]
    const expected = columns.map(plainCodes)
    const left = rows.map(({ number }) => number).filter((number) => number.startsWith('\u00a0'))
    expect([...part.codes]).toEqual(expected.flatMap(({ codes }) => codes))
    expect([...part.distinct]).toEqual(expected.map(({ texts: levels }) => levels.length))
    expect(textsOf(part)).toEqual([...expected.flatMap(({ texts: levels }) => levels), ...left])
    expect([...part.unresolved]).toEqual([...rows.keys()].filter((row) => row % 50 === 3))
  })
})
