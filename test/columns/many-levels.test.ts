import fc from 'fast-check'
import { tableFromColumns, tableFromCsv } from 'criba'
import type { CategoricalColumn } from 'criba'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'

/** The levels of a column of these texts, and the text of each row. */
function read(texts: readonly string[]) {
  const { levels, codes } = tableFromColumns({ x: texts }).columns[0] as CategoricalColumn
  return { levels: [...levels], rows: Array.from(codes, (code) => levels[code]) }
}

/** Distinct texts in the order of their bytes in UTF-8, which is that of their code points. */
function byBytes(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}

const characters = ['a', 'b', '0', '9', ' ', '\0', '\x7f', 'é', '\ud7ff', '\ue000', '\uffff', '😀', '🟰']
const aText = (of: readonly string[]) =>
  fc
    .tuple(
      fc.constantFrom('', 'user-', 'a rather long beginning of '),
      fc.array(fc.constantFrom(...of), { maxLength: 12 }),
    )
    .map(([start, rest]) => start + rest.join(''))

describe('many levels', () => {
  it.each([
    ['any characters', characters],
    ['digits', [...'0123456789']],
    ['one character', ['x']],
  ])('are in code-point order, and each row has its own: %s', (_, of) => {
    fc.assert(
      fc.property(fc.array(aText(of), { minLength: 1, maxLength: 300 }), (texts) => {
        expect(read(texts)).toEqual({ levels: byBytes(texts), rows: texts })
      }),
      { numRuns: runs(100) },
    )
  })

  it('beyond the basic plane come last', () => {
    const texts = ['😀', '\uffff', '\ue000', 'é'].flatMap((start) =>
      Array.from({ length: 20 }, (_, i) => `${start}${i}`),
    )
    expect(read(texts)).toEqual({ levels: byBytes(texts), rows: texts })
  })

  it('are distinguished by the hundred thousand, and in whatever order they come', () => {
    const padded = Array.from(
      { length: 100_000 },
      (_, i) => `user-${String((i * 7919) % 100_000).padStart(6, '0')}`,
    )
    const { levels, rows } = read([...padded, ...padded])
    expect(levels).toEqual(Array.from({ length: 100_000 }, (_, i) => `user-${String(i).padStart(6, '0')}`))
    expect(rows).toEqual([...padded, ...padded])
  })

  it('are cut from the text where characters take several bytes', async () => {
    const texts = ['plain', 'Köln', '漢字', '😀😀', 'a€b', 'é', 'end']
    const rows = [...texts, ...texts.toReversed()]
    const { columns } = await tableFromCsv(
      `x,y,z\n${rows.map((text, i) => `${text},${i},plain ${i}`).join('\n')}\n`,
    )
    const [x, , z] = columns as CategoricalColumn[]
    expect(Array.from(x.codes, (code) => x.levels[code])).toEqual(rows)
    expect(Array.from(z.codes, (code) => z.levels[code])).toEqual(rows.map((_, i) => `plain ${i}`))
  })
})
