import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CellRules } from '../../dist/src/files/text/column-texts.js'
import { ColumnReader } from '../../dist/src/files/text/column-reader.js'
import { KnownTexts } from '../../dist/src/files/text/known-texts.js'
import type { CodedTexts } from '../../dist/src/files/text/part-columns.js'
import { exponentOf } from '../../dist/src/files/cells/number-digits.js'
import { missingWordsOf } from '../../dist/src/files/cells/missing-words.js'
import { parseTexts, TextFormatDetector } from '../../dist/src/files/on-demand.js'
import { runs } from '../properties/runs.ts'

/** In the encoding of Western Europe these characters are their code points. */
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The cells of a chunk as the kernels give them: distinct texts in the order of their rows, and `hashOf` them. */
function coded(cells: readonly string[], hashOf: (text: string) => number, isUtf8 = true): CodedTexts {
  const texts = [...new Set(cells)]
  const parts = texts.map((text) => (isUtf8 ? new TextEncoder().encode(text) : latin(text)))
  const ends: number[] = []
  for (const { length } of parts) ends.push((ends.at(-1) ?? 2) + length)
  return {
    codes: Uint32Array.from(cells, (cell) => texts.indexOf(cell)),
    bytes: Uint8Array.from([0x7a, 0x7a, ...parts.flatMap((part) => [...part])]),
    start: 2,
    ends: Uint32Array.from(ends),
    hashes: Uint32Array.from(texts, hashOf),
    decode: isUtf8 ? (bytes) => new TextDecoder().decode(bytes) : (bytes) => String.fromCharCode(...bytes),
    isUtf8,
  }
}

const cell = fc.oneof(
  fc.constantFrom('a', 'b', 'ab', 'ba', '', 'NA', ' NA ', 'é', 'éa', 'Ã©', 'Ü'),
  fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'ÿ'), maxLength: 3 }),
)
const chunks = fc.array(fc.tuple(fc.array(cell, { minLength: 1, maxLength: 200 }), fc.boolean()), {
  minLength: 1,
  maxLength: 6,
})
/** Hashes as good as none, and ones that differ in the high bits alone. */
const hashes: readonly ((text: string) => number)[] = [
  () => 0,
  ({ length }) => length * 0x10000000,
  (text) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7),
]
const isMissing = (text: string) => ['', 'NA'].includes(text.trim())

describe('texts that are known', () => {
  it('have one number each in all chunks, whatever their encoding and their hash', () => {
    fc.assert(
      fc.property(chunks, fc.constantFrom(...hashes), (given, hashOf) => {
        const known = new KnownTexts()
        const all = given.flatMap(([cells]) => cells)
        let first = 0
        const read: (string | null)[] = []
        for (const [cells, isUtf8] of given) {
          const chunk = coded(cells, hashOf, isUtf8)
          known.add(chunk, first, all.length, isMissing)
          read.push(...Array.from(chunk.codes, (code) => known.texts[code]))
          first += cells.length
        }
        expect(read).toEqual(all.map((text) => (isMissing(text) ? null : text)))
        const distinct = [...new Set(all)]
        const texts = known.texts.slice(1).map((text, i) => text ?? known.missing.get(i + 1))
        expect(texts).toEqual(distinct)
        const counts: (readonly [string | undefined, number, number])[] = []
        expect(known.counted).toBe(distinct.length)
        known.takeCounts((number, count, row) => counts.push([texts[number - 1], count, row]))
        expect(counts).toEqual(
          distinct.map((text) => [text, all.filter((other) => other === text).length, all.indexOf(text)]),
        )
        expect(known.counted).toBe(0)
      }),
      { numRuns: runs(300) },
    )
  })

  it('are counted anew after their counts were taken', () => {
    const known = new KnownTexts()
    const add = (cells: readonly string[], first: number) =>
      known.add(coded(cells, hashes[2]), first, 6, isMissing)
    add(['a', 'b', 'a'], 0)
    known.takeCounts(() => undefined)
    add(['c', 'b', 'b'], 3)
    expect(known.counted).toBe(2)
    const counts: (readonly number[])[] = []
    known.takeCounts((...count) => counts.push(count))
    expect(counts).toEqual([
      [2, 2, 1],
      [3, 1, 3],
    ])
  })
})

describe('a column whose texts were forgotten', () => {
  const tools = { parseTexts, TextFormatDetector }
  const rules: CellRules = { missing: missingWordsOf(), commas: 'possible', tools }
  const name = { name: 'weight', index: 0 }
  const cells = ['5 kg', '7 kg', '#N/A', '5 kg', 'n/a', '1.5 kg', 'x', '7 kg', 'y']

  function readerOf(forgets: boolean): ColumnReader {
    const reader = new ColumnReader(name, undefined, rules, { isText: true, format: null })
    for (let first = 0; first < cells.length; first += 3) {
      reader.takeTexts(coded(cells.slice(first, first + 3), hashes[2]), first, cells.length)
      if (forgets) reader.noteTexts(false)
    }
    return reader
  }

  it('says the same of them', () => {
    const { present, count, first } = readerOf(true).texts!.deviatingCells()!
    expect({ present, count, first }).toEqual({ present: 7, count: 2, first: { row: 6, cell: 'x' } })
    for (const forgets of [false, true]) {
      const reader = readerOf(forgets)
      expect(reader.texts!.deviatingCells()).toEqual(readerOf(false).texts!.deviatingCells())
      expect(reader.missingCells).toEqual({ words: ['#N/A', 'n/a'], count: 2 })
      expect(reader.openTexts).toBe(0)
    }
  })

  it('gives the numbers of the texts that it reads next', () => {
    const format = { unit: '', decimal: '.' } as const
    const reader = new ColumnReader(name, undefined, rules, { isText: true, format })
    const values = (texts: readonly string[]) => {
      const chunk = coded(texts, hashes[2])
      reader.takeTexts(chunk, 0, 9)
      return Array.from(reader.valuesOf(chunk.codes)!)
    }
    expect(values(['1', 'NA', '2'])).toEqual([1, NaN, 2])
    expect(values(['3', '2', '1'])).toEqual([3, 2, 1])
    reader.noteTexts(false)
    expect(values(['4', '3'])).toEqual([4, 3])
  })
})

it('the exponent of a number is that of its shortest digits', () => {
  const edges = Array.from({ length: 40 }, (_, i) => Number(`1e${i - 16}`)).flatMap((power) => [
    power,
    power * (1 + Number.EPSILON),
    power * (1 - Number.EPSILON / 2),
  ])
  const digits = (size: number) => Number(size.toExponential().split('e')[1])
  for (const size of edges) expect([size, exponentOf(size)]).toEqual([size, digits(size)])
  fc.assert(
    fc.property(fc.double({ min: Number.MIN_VALUE, noNaN: true, noDefaultInfinity: true }), (size) => {
      expect(exponentOf(size)).toBe(digits(size))
    }),
    { numRuns: runs(300) },
  )
})
