import { describe, expect, it } from 'vitest'
import { kinds } from './calls.ts'
import { checkSeed, draws } from './checks.ts'
import type { DrawCall } from './checks.ts'
import { Coverage } from './coverage.ts'
import type { Wanted } from './coverage.ts'
import { drawFrom } from './draw.ts'
import { oddTable } from './odd-tables.ts'

const first = Number(process.env['CRIBA_SEED'] ?? 1)
const tables = Number(process.env['CRIBA_TABLES'] ?? 1000)
/** Tables in one test. */
const block = 50
/** Further failures of a test are counted, not printed. */
const mostShown = 5

/** This many more tables are drawn, and used only where the first call names a method that gave no result yet. */
const mostDrawn = 20_000

/**
 * Makes random calls on random tables and checks each result; then further ones until all that is wanted gave a result. A seed
 * gives the same table for every kind of call.
 */
export function fuzz(name: keyof typeof kinds, wanted: Wanted): void {
  const drawCall: DrawCall = kinds[name]
  const coverage = new Coverage(wanted)
  const failuresAt = async (seed: number, mostDraws = draws) => {
    const checked = await checkSeed(seed, drawCall, mostDraws)
    for (const { call, result } of checked) if (result) coverage.add(call, result)
    const repeat = `CRIBA_SEED=${seed} CRIBA_TABLES=1 npm run test:long -- ${name}`
    return checked
      .filter(({ broken }) => broken.length > 0)
      .map(({ broken }) => ['', repeat, ...broken].join('\n'))
  }
  describe(`${name} on ${tables} tables, CRIBA_SEED=${first}`, () => {
    for (let from = first; from < first + tables; from += block) {
      const to = Math.min(from + block, first + tables)
      it(`seeds ${from} to ${to - 1}`, async () => {
        const failures: string[] = []
        for (let seed = from; seed < to; seed++) failures.push(...(await failuresAt(seed)))
        expectNone(failures)
      })
    }

    // Not where a failure is repeated.
    it.skipIf(tables < block)(
      `${wanted.what}, policy for missing values and discretiser gave a result`,
      async () => {
        const failures: string[] = []
        for (const method of coverage.missing()) {
          const start = first + tables
          for (let seed = start; seed < start + mostDrawn && !coverage.has(method); seed++) {
            const { spec } = drawCall(drawFrom(draws * seed), oddTable(drawFrom(seed)))
            if (JSON.stringify(spec).includes(`"${method}`)) failures.push(...(await failuresAt(seed, 1)))
          }
        }
        expectNone(failures)
        expect(coverage.missing()).toEqual([])
      },
    )
  })
}

function expectNone(failures: readonly string[]): void {
  const more = failures.length > mostShown ? `\nand ${failures.length - mostShown} more` : ''
  expect(failures.length, failures.slice(0, mostShown).join('\n') + more).toBe(0)
}
