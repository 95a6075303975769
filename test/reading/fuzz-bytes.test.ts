import fc from 'fast-check'
import { describe, it } from 'vitest'
import { testFolder } from './folder.ts'
import { brokenFile, expectPlainReading } from './fuzz-bytes.ts'
import { padding } from './text-blocks.ts'
import { isLong } from '../properties/runs.ts'

const folder = testFolder()

const expectBytes = (bytes: Buffer, separator?: string) =>
  expectPlainReading(folder.path('bytes.csv'), bytes, separator)

describe('a damaged text', () => {
  it('gives the same table as a plain reader, or a one-line error', async () => {
    await fc.assert(
      fc.asyncProperty(brokenFile, ({ bytes, separator }) => expectBytes(bytes, separator)),
      { numRuns: isLong ? 80 : 40, seed: 11 },
    )
  })

  it.each(['\n', '\r', '\r\n', '\n\n\r'])('may start with blank lines: %j', async (blank) => {
    await expectBytes(Buffer.from(`${blank}a,b\n1,"two\nlines"\n`))
    await expectBytes(Buffer.from(`${blank}a\r\n1\r\n\r\n2\r\n`))
  })

  it.each(['\n', '\r', '\r\n'])('may end some lines with %j', async (end) => {
    for (const other of ['\n', '\r', '\r\n']) {
      await expectBytes(Buffer.from(`a,b${end}1,x${other}2,"y"${end}3,z${other}`))
      await expectBytes(Buffer.from(`a,b${other}1,x${end}${end}2,"y${other}"${other}3,z`))
    }
  })

  it('may be truncated after any byte', async () => {
    const bytes = Buffer.from('\ufeffa,é\r\n1,"x\r\n"" y"\r\n-2.5,ß\r\n')
    for (let length = 1; length <= bytes.length; length++) await expectBytes(bytes.subarray(0, length))
  })

  it('may be UTF-16 truncated after any byte', async () => {
    const little = Buffer.from('\ufeffa,b\n1,𝒳\n', 'utf16le')
    const big = Buffer.from(little).swap16()
    for (let length = 1; length <= little.length; length++) {
      await expectBytes(little.subarray(0, length))
      await expectBytes(big.subarray(0, length))
    }
  })

  it('may turn out to be windows-1252 after the first block', async () => {
    const rows = `12.5,${padding}\n`.repeat(7_000)
    await expectBytes(Buffer.concat([Buffer.from(`a,b\n${rows}`), Buffer.from('1,caf\xe9 \x80\n', 'latin1')]))
    await expectBytes(Buffer.concat([Buffer.from(`a,b\n${rows}`), Buffer.from([0x81, 0x2c, 0x31, 0x0a])]))
  })
})
