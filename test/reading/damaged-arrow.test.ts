import { tableFromArrays, tableToIPC } from 'apache-arrow'
import { CribaError } from 'criba'
import { readTable } from 'criba/node'
import { describe, expect, it } from 'vitest'
import { named } from './cells.ts'
import { testFolder } from './folder.ts'
import { isLong } from '../properties/runs.ts'

const folder = testFolder()
const columns = { a: Float64Array.of(1, 2.5, -3), b: ['x', 'y', 'x'] }

describe.each(['file', 'stream'] as const)('an Arrow %s', (form) => {
  const bytes = tableToIPC(tableFromArrays(columns), form)

  // A count of 2^31 batches in the footer was read without an end.
  it.each([0x7fffffff, -1, 1 << 20])('with a word of %i is read or refused in one line', async (word) => {
    let refused = 0
    // That count may stand at any place of a file, and a stream has no footer; of other words every third is tried.
    const step = isLong || (word === 0x7fffffff && form === 'file') ? 4 : 12
    for (let at = step - 4; at + 4 <= bytes.length; at += step) {
      const damaged = bytes.slice()
      new DataView(damaged.buffer).setInt32(at, word, true)
      const path = folder.write('damaged.arrow', damaged)
      const outcome = await readTable(path).catch((error: unknown) => error)
      if (!(outcome instanceof Error)) continue
      refused++
      expect(outcome, `${at}`).toBeInstanceOf(CribaError)
      expect(outcome.message).toMatch(
        /^(unreadable file: .*damaged\.arrow: (a length or an offset in it points outside|it is damaged, or)|missing |.*column)/,
      )
      expect(outcome.message).not.toContain('\n')
    }
    expect(refused).toBeGreaterThan(80 / step)
  })

  it('that is cut anywhere is refused, but for the end of a stream', async () => {
    const whole = named(await readTable(folder.write('whole.arrow', bytes)))
    expect(whole).toEqual({ a: [1, 2.5, -3], b: ['x', 'y', 'x'] })
    for (let length = 8; length < bytes.length; length += 8) {
      const outcome = await readTable(folder.write('cut.arrow', bytes.slice(0, length))).catch(
        (error: unknown) => error,
      )
      if (outcome instanceof CribaError) expect(outcome.message).toMatch(/^(unreadable|missing|empty)/)
      // The mark of the end of a stream may be absent.
      else expect([form, named(outcome as Awaited<ReturnType<typeof readTable>>)]).toEqual(['stream', whole])
    }
  })
})
