import fc from 'fast-check'
import { CribaError } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { testFolder } from './folder.ts'
import { brokenFile, expectPlainReading } from './fuzz-bytes.ts'

const folder = testFolder()
const path = () => folder.path('bytes.csv')

describe('a damaged text', () => {
  it('gives the same table as a plain reader, or a one-line error', async () => {
    await fc.assert(
      fc.asyncProperty(brokenFile, ({ bytes, separator }) => expectPlainReading(path(), bytes, separator)),
      { numRuns: 2000, seed: 12 },
    )
  })

  it('may contain a cell of ten megabytes, quoted or not', async () => {
    const cell = 'a cell that goes on, '.repeat(500_000)
    await expectPlainReading(path(), Buffer.from(`a,b\n1,"${cell}\n""${cell}"\n2,x\n`))
    await expectPlainReading(path(), Buffer.from(`a\tb\n1\t${cell}\n2\tx\n`), '\t')
    await expectPlainReading(path(), Buffer.from(`a,b\n1,${'9'.repeat(10_000_000)}\n2,3\n`))
    // A quote that is never closed, followed by rows that would be complete.
    await expectPlainReading(path(), Buffer.from(`a,b\n1,"x\n${'2,y\n'.repeat(2_500_000)}`))
  })

  it('may have fifty thousand columns, and be damaged anywhere', async () => {
    const line = (cell: (i: number) => string) => Array.from({ length: 50_000 }, (_, i) => cell(i)).join(',')
    const lines = [line((i) => `c${i}`), line(String), line((i) => (i % 3 ? '' : `"x ${i}"`))]
    const whole = `${lines.join('\n')}\n`
    await expectPlainReading(path(), Buffer.from(whole))
    for (const at of [1000, 300_000, 400_001, whole.length - 10]) {
      await expectPlainReading(path(), Buffer.from(whole.slice(0, at)))
      await expectPlainReading(path(), Buffer.from(`${whole.slice(0, at)}"${whole.slice(at)}`))
      await expectPlainReading(path(), Buffer.from(`${whole.slice(0, at)}\n${whole.slice(at)}`))
    }
  })

  it('may be damaged long after its first block', async () => {
    const rows = Array.from({ length: 150_000 }, (_, row) => `${row},"text ${row}",${row / 7}\n`)
    for (const broken of [
      '1,"x"y,2\n',
      '1,2\n',
      '1,"never closed,2\n',
      '1,x,2,3\n',
      '"1" ,x,"2" \r',
      '\n\n',
    ]) {
      const text = ['a,b,c\n', ...rows.slice(0, 140_000), broken, ...rows.slice(140_000)].join('')
      await expectPlainReading(path(), Buffer.from(text))
    }
  })

  it('may be random bytes', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 })
    await fc.assert(
      fc.asyncProperty(bytes, async (given) => {
        const found = await readTable(folder.write('noise', given)).catch((error: unknown) => error)
        if (!(found instanceof Error)) return
        expect(found).toBeInstanceOf(CribaError)
        expect(found.message).not.toMatch(/[\r\n]/)
      }),
      { numRuns: 1000, seed: 13 },
    )
  })
})
