import fc from 'fast-check'
import { openSource, readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { failure, testFolder } from './folder.ts'
import { expectPlainReading } from './fuzz-bytes.ts'
import { runs } from '../properties/runs.ts'

const folder = testFolder()
const width = 1001

function textOf(rows: readonly (readonly string[])[], separator: string): string {
  const names = Array.from({ length: width }, (_, i) => `c${i}`)
  return `${[names, ...rows].map((cells) => cells.join(separator)).join('\n')}\n`
}

describe('texts with very many columns', () => {
  it('are read like any other', async () => {
    const cell = fc.constantFrom(
      '1',
      '2.5',
      '-3',
      '1e3',
      '7,5',
      'inf',
      '9007199254740993',
      'x',
      ' é ',
      '',
      'NA',
      ' 4 ',
    )
    const column = fc.array(cell, { minLength: 5, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(',', ';'),
        fc.array(column, { minLength: width, maxLength: width }),
        async (separator, columns) => {
          const clean = columns.map((cells) =>
            cells.map((text) => (separator === ',' ? text.replace(',', '.') : text)),
          )
          const text = textOf(
            [0, 1, 2, 3, 4].map((row) => clean.map((cells) => cells[row])),
            separator,
          )
          await expectPlainReading(folder.write('wide.csv', text), Buffer.from(text), separator)
        },
      ),
      { numRuns: runs(10) },
    )
  })

  it('give errors that name the cell', async () => {
    const cells = Array.from({ length: width }, (_, i) => (i === 900 ? 'x' : '1'))
    const path = folder.write('wide.csv', textOf([cells], ','))
    expect(await failure(readTable(path, { types: { c900: 'numeric' } }))).toMatch(
      /^invalid number in column c900, row 1 of wide\.csv \(line 2\): "x"/,
    )
  })

  it('are read without dropped columns', async () => {
    const cells = Array.from({ length: width }, (_, i) => String(i))
    const path = folder.write('dropped.csv', textOf([cells, cells], ','))
    const source = await openSource(path, { drop: ['c0', 'c500'] })
    expect(source.columns).toHaveLength(width - 2)
    source.close()
  })
})
