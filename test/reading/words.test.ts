import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ofTimes } from '../../dist/src/files/cells/detected-format.js'
import { missingWordsOf } from '../../dist/src/files/cells/missing-words.js'
import { parseTexts, TextFormatDetector } from '../../dist/src/files/on-demand.js'
import { ColumnTexts } from '../../dist/src/files/text/column-texts.js'
import { runs } from '../properties/runs.ts'

const missing = missingWordsOf()
const textsOf = () =>
  new ColumnTexts('x', undefined, {
    missing,
    commas: 'possible',
    tools: { parseTexts, TextFormatDetector },
  })

/** Adds rows as the kernels give them, each with a text of its own. */
function add(texts: ColumnTexts, cells: readonly string[]): void {
  const parts = cells.map((cell) => new TextEncoder().encode(cell))
  let end = 0
  const ends = Uint32Array.from(parts, ({ length }) => (end += length))
  const chunk = {
    codes: Uint32Array.from(cells, (_, row) => row),
    bytes: Uint8Array.from(parts.flatMap((part) => [...part])),
    start: 0,
    ends,
    hashes: Uint32Array.from(cells, (_, row) => row),
    decode: (bytes: Uint8Array) => new TextDecoder().decode(bytes),
    isUtf8: true,
  }
  texts.add(chunk, 0, cells.length)
}

const letters = fc.constantFrom(...'aefimnoptyzAEIMNOW äß½٣²€$µ-–.,:/()+%\'"±°∞Ⅳ１')
const word = fc.oneof(
  fc.string({ unit: letters, minLength: 1, maxLength: 8 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
  fc.constantFrom(
    'May',
    'Sunday',
    'Sept',
    'IV trim',
    'Uhr',
    'over',
    'half',
    'Infinity',
    'unknown',
    'nan',
    'N',
    '10 kg',
    '3-5',
  ),
)

it('takes texts for words only where the detector finds nothing in them', () => {
  let words = 0
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 12 }), (cells) => {
      const texts = textsOf()
      add(texts, cells)
      if (texts.format !== null) return
      words++
      const detector = new TextFormatDetector(undefined, 'possible', 'x', {}, missing.isMissingAmongNumbers)
      const present = cells.filter((cell) => !missing.isMissing(cell))
      present.forEach((cell, row) => detector.addCell(cell, 1 + (row % 3), row))
      if (present.length > 0) expect(detector.detect()).toEqual({ ...ofTimes, format: null, example: '' })
      expect(detector.marksIf(false)).toEqual({ shown: [], doubtful: null, areThousands: false, example: '' })
      expect(detector.deviatingCells()).toBeNull()
      expect([detector.codes.days(), detector.codes.lostDigits]).toEqual([null, null])
    }),
    { numRuns: runs(2000) },
  )
  expect(words).toBeGreaterThan(0)
})

it.each(['12', 'a1', 'inf', '-', 'unknown', '$', '.5', 'May 2020'])('looks at %s', (cell) => {
  const texts = textsOf()
  add(texts, ['red', cell])
  expect(texts.format).not.toBeNull()
})
