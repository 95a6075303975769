import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { contentsOf, indexText, textEndsJob } from '../../dist/src/memory/text/text-chunk.js'
import type { TextFormat } from '../../dist/src/memory/text/text-chunk.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { plainChunk } from './text-twin.ts'
import type { PlainChunk } from './text-twin.ts'

interface Case {
  readonly form: TextFormat
  readonly text: string
}

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

/** The index of a chunk in the form of the twin. */
function indexOf(kernels: Kernels, { form, text }: Case): Omit<PlainChunk, 'ends'> {
  const found = indexText(kernels, kernels.arena(), form, bytesOf(text))
  const views = { bytes: found.bytes.view, starts: found.starts.view, ends: found.ends.view }
  const cell = (row: number, column: number) => String.fromCharCode(...contentsOf(views, form, row, column))
  const rows = Array.from({ length: found.rows }, (_, row) =>
    Array.from({ length: form.width }, (_, column) => cell(row, column)),
  )
  return { rows, lines: found.lines, blanks: found.blanks, fault: found.fault }
}

function expectSameIndex(kernels: Kernels, input: Case): void {
  const found = indexOf(kernels, input)
  const { rows, lines, blanks, fault } = plainChunk(input.text, input.form)
  expect(found.fault?.kind).toBe(fault?.kind)
  if (!fault) {
    expect(found).toEqual({ rows, lines, blanks, fault })
    return
  }
  expect(found.rows).toEqual(rows)
  expect(found.fault!.line).toBe(fault.line)
  if (fault.kind === 'width') expect(found.fault).toEqual(fault)
}

/** Checks the end of the last record. */
function expectEnd(kernels: Kernels, { form, text }: Case): void {
  const { ends } = plainChunk(text, form)
  expect(textEndsJob.open(kernels, form)(bytesOf(text))).toBe(ends.at(-1) ?? 0)
}

function expectSameInHalves(kernels: Kernels, { form, text }: Case, part: number): void {
  const whole = indexOf(kernels, { form, text })
  if (whole.fault) return
  const end = textEndsJob.open(kernels, form)(bytesOf(text.slice(0, Math.floor(part * text.length))))
  const first = indexOf(kernels, { form, text: text.slice(0, end) })
  const second = indexOf(kernels, { form, text: text.slice(end) })
  expect([first.fault, second.fault]).toEqual([null, null])
  const hasMore = second.rows.length > 0
  const blanks = hasMore && form.width === 1 ? Array.from({ length: first.blanks }, () => ['']) : []
  expect([...first.rows, ...blanks, ...second.rows]).toEqual(whole.rows)
  expect(first.lines + second.lines).toBe(whole.lines)
  expect(hasMore ? second.blanks : first.blanks + second.blanks).toBe(whole.blanks)
}

const forms = fc.record({
  separator: fc.constantFrom(',', ';', '\t', ' ', '|').map((letter) => letter.charCodeAt(0)),
  quote: fc.constantFrom('"', "'").map((letter) => letter.charCodeAt(0)),
  comment: fc.constantFrom(0, 0x23),
  // Separators of wide rows take a fast path.
  width: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) }, fc.integer({ min: 16, max: 40 })),
  encoding: fc.constant('windows-1252' as const),
})
const lineEnds = fc.constantFrom('\n', '\r\n', '\r')
const filler = fc.integer({ min: 0, max: 35 }).map((length) => 'x'.repeat(length))

/** Arbitrary text with many special characters. */
const anyText = ({ separator, quote }: TextFormat) => {
  const marks = [String.fromCharCode(separator), String.fromCharCode(quote)]
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...marks, marks[1] + marks[1], '\n', '\r', '\r\n') },
    { weight: 3, arbitrary: fc.constantFrom(' ', '#', 'a', '\u00e9', `${marks[0]}${marks[1]}`) },
    { weight: 1, arbitrary: filler },
  )
  return fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
}

/** Records of the right width with blank lines and comments between them. */
const validText = (form: TextFormat) => {
  const separator = String.fromCharCode(form.separator)
  const quote = String.fromCharCode(form.quote)
  const inside = fc
    .array(fc.oneof(fc.constantFrom(separator, quote, '\n', '\r', '\r\n', ' ', '#', 'a'), filler), {
      maxLength: 6,
    })
    .map((pieces) => pieces.join('').replaceAll(quote, quote + quote))
  const behind = fc.integer({ min: 0, max: form.separator === 0x20 ? 0 : 18 }).map((n) => ' '.repeat(n))
  const quoted = fc.tuple(inside, behind).map(([text, blanks]) => `${quote}${text}${quote}${blanks}`)
  const bare = fc.oneof(filler, fc.constantFrom('', 'a', `a${quote}`, `a${quote}b${quote}`, '1.5', 'a#'))
  const cell = fc.oneof(bare, quoted)
  const row = fc
    .array(cell, { minLength: form.width, maxLength: form.width })
    .map((cells) => cells.join(separator))
  const comment = fc
    .tuple(filler, fc.constantFrom('', quote, separator, `${separator}${quote}`))
    .map(([text, mark]) => `#${text}${mark}`)
  const other = form.comment === 0 ? fc.constant('') : fc.oneof(fc.constant(''), comment)
  const line = fc.oneof({ weight: 4, arbitrary: row }, { weight: 1, arbitrary: other })
  return fc
    .array(fc.tuple(line, lineEnds), { maxLength: 12 })
    .map((lines) => lines.map(([text, end]) => text + end).join(''))
}

/** A chunk ends with a line end, as the reader ensures. */
const whole = (text: string) => (text === '' || /[\r\n]$/.test(text) ? text : `${text}\n`)

const cases = fc.tuple(forms, fc.boolean()).chain(([form, isAny]) =>
  (isAny ? anyText(form) : validText(form)).map((text): Case => {
    // The first row of an arbitrary text usually defines its width.
    const [first] = plainChunk(whole(text), { ...form, width: 0 }).rows
    const width = isAny && first && text.length % 5 > 0 ? first.length : form.width
    return { form: { ...form, width }, text: whole(text) }
  }),
)

describe.each(buildNames)('the cells of a text, %s', (build) => {
  it('and errors agree with a plain reader', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(cases, (input) => expectSameIndex(kernels, input)),
      { numRuns: runs(3000) },
    )
  })

  it('end where a record ends', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(cases, fc.double({ min: 0, max: 1, noNaN: true }), ({ form, text }, part) =>
        expectEnd(kernels, { form, text: text.slice(0, Math.ceil(part * text.length)) }),
      ),
      { numRuns: runs(3000) },
    )
  })

  it('are the same in two halves', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(cases, fc.double({ min: 0, max: 1, noNaN: true }), (input, part) =>
        expectSameInHalves(kernels, input, part),
      ),
      { numRuns: runs(3000) },
    )
  })

  it('are found with special characters at any position in 16 bytes', async () => {
    const kernels = await loadBuild(build)
    const form = { separator: 0x2c, quote: 0x22, comment: 0x23, width: 2, encoding: 'utf-8' } as const
    for (let length = 0; length < 50; length++) {
      const before = `${'x'.repeat(length)},1`
      const parts = [
        '',
        '"',
        '""',
        '","',
        '"\n"',
        '\r\n',
        '\n#"\n',
        '\r#"\r',
        '\r',
        '" ,"" \r\n',
        ',',
        '\n\n\r\r\n',
      ]
      for (const mark of parts) {
        for (const text of [before + mark, `${before}\n"${'y'.repeat(length)}${mark}`]) {
          expectSameIndex(kernels, { form, text: whole(text) })
          expectEnd(kernels, { form, text })
        }
      }
    }
  })

  it('are complete if a comment ends the text, with any line end', async () => {
    const kernels = await loadBuild(build)
    const form = { separator: 0x2c, quote: 0x22, comment: 0x23, width: 2, encoding: 'utf-8' } as const
    for (const end of ['\n', '\r\n', '\r']) {
      const text = ['# first', '1,2', '# last'].map((line) => line + end).join('')
      expect(indexOf(kernels, { form, text })).toEqual({
        rows: [['1', '2']],
        lines: 3,
        blanks: 0,
        fault: null,
      })
    }
  })

  it('are classified by their kinds of bytes', async () => {
    const kernels = await loadBuild(build)
    const byte = fc.oneof(
      { weight: 30, arbitrary: fc.integer({ min: 1, max: 127 }) },
      { weight: 1, arbitrary: fc.constantFrom(0, 0x80, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0x9e, 0xff) },
    )
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 70 }), fc.array(byte, { maxLength: 16 }), (bytes, behind) => {
        const block = kernels.arena().bytes(bytes.length + 32)
        block.view.fill(0)
        block.view.set([...bytes, ...behind])
        const unnamed = [0x81, 0x8d, 0x8f, 0x90, 0x9d]
        const kinds = [
          bytes.some((value) => value >= 128),
          bytes.includes(0),
          bytes.some((value) => unnamed.includes(value)),
        ]
        const expected = kinds.reduce((sum, isFound, i) => sum + (isFound ? 1 << i : 0), 0)
        expect(kernels.run.classifyBytes(block.address, bytes.length)).toBe(expected)
      }),
      { numRuns: runs(2000) },
    )
  })
})
