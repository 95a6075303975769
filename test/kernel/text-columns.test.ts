import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kernels } from '../../dist/src/memory/threads/kernels.js'
import { notesPerColumn, readAs, textReadJob } from '../../dist/src/memory/text/text-read-job.js'
import type { TextReadPart } from '../../dist/src/memory/text/text-read-job.js'
import { runs } from '../properties/runs.ts'
import { buildNames, loadBuild } from './kernel-builds.ts'
import { readColumn, semicolon } from './text-column.ts'

type Cells = readonly string[]

/** Reads columns of the same length, all as numbers first, with memory for the numbers. */
function readTogether(kernels: Kernels, columns: readonly Cells[], into: Float64Array | null): TextReadPart {
  const rows = columns[0].map((_, row) => columns.map((cells) => cells[row]).join(';'))
  const bytes = new TextEncoder().encode(`${rows.join('\r\n')}\r\n`)
  const modes = new Uint8Array(columns.length).fill(readAs.numbers)
  return textReadJob.open(kernels, { ...semicolon, width: columns.length })({ bytes, modes, into })
}

/** The numbers of a part, 0 for unresolved cells. */
function resolvedNumbers({ numbers, unresolved }: TextReadPart): number[] {
  return Array.from(numbers, (value, place) => (unresolved.includes(place) ? 0 : value))
}

const whole = fc.constantFrom('0', '7', '0012', '9999999', '12345678')
const number = fc.oneof(
  whole,
  fc.constantFrom('-3', '2.5', '"4"', ' 5 ', 'NA', 'inf', '9007199254740993', ''),
)
const time = fc.constantFrom('2026-03-01', '1969-12-31', '')
const any = fc.oneof(number, time, fc.constantFrom('x', '\u0663'))
const table = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 2, max: 20 }))
  .chain(([rows, width]) => {
    const column = fc
      .constantFrom(whole, number, time, any)
      .chain((cell) => fc.array(cell, { minLength: rows, maxLength: rows }))
    return fc.array(column, { minLength: width, maxLength: width })
  })

describe.each(buildNames)('columns read together by the %s kernels', (build) => {
  it('are the same as read alone, with any memory for the numbers', async () => {
    const kernels = await loadBuild(build)
    fc.assert(
      fc.property(table, fc.constantFrom(0, 40, 1000), (columns, arena) => {
        const into = arena === 0 ? null : new Float64Array(new SharedArrayBuffer(arena * 8))
        const part = readTogether(kernels, columns, into)
        expect(part.numbers.buffer === into?.buffer).toBe(into !== null && part.numbers.length <= arena)
        const alone = columns.map((cells) => readColumn(kernels, cells, readAs.numbers))
        const valued = alone.filter(({ modes }) => modes[0] !== readAs.texts)
        expect([...part.modes]).toEqual(alone.map(({ modes }) => modes[0]))
        expect(resolvedNumbers(part)).toEqual(valued.flatMap(resolvedNumbers))
        expect([...part.notes]).toEqual(valued.flatMap(({ notes }) => [...notes.subarray(0, notesPerColumn)]))
        expect([...part.codes]).toEqual(alone.flatMap(({ codes }) => [...codes]))
        const left = valued.flatMap(({ unresolved }, i) => [...unresolved].map((row) => i * part.rows + row))
        expect([...part.unresolved]).toEqual(left)
      }),
      { numRuns: runs(300) },
    )
  })
})
