import type { Source, Warning } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import { callText } from './call-text.ts'
import type { Call } from './calls.ts'
import { drawFrom } from './draw.ts'
import type { Draw } from './draw.ts'
import { build, oddTable } from './odd-tables.ts'
import type { OddTable } from './odd-tables.ts'
import { checkCall, differencesOf } from './outcome.ts'
import type { Outcome } from './outcome.ts'
import { isPromised, reordered, unordered } from './reordered.ts'
import type { Ordered } from './reordered.ts'

export type DrawCall = (draw: Draw, table: OddTable) => Call

/** Calls are drawn until one gives a result, at most this often. */
export const draws = 10

/** One call with all that was checked of it. */
export interface CheckedCall {
  readonly call: Call
  /** Without one the call was refused in one line. */
  readonly result: object | undefined
  /** Whether its answer was compared with that of other orders. */
  readonly reordered: Readonly<Record<Ordered, boolean>>
  /** What is wrong; the first line has the call. */
  readonly broken: readonly string[]
}

/** Draws the table of a seed and calls on it until one gives a result, and checks each. */
export async function checkSeed(
  seed: number,
  drawCall: DrawCall,
  mostDraws: number = draws,
): Promise<readonly CheckedCall[]> {
  const odd = oddTable(drawFrom(seed))
  const duckdb = await duckSourceOf(build(odd))
  const checked: CheckedCall[] = []
  try {
    for (let drawn = 0; drawn < mostDraws && !checked.at(-1)?.result; drawn++) {
      // Each call has a seed of its own, so that it can be repeated alone.
      const ofCall = draws * seed + drawn
      checked.push(await checkOne(drawCall(drawFrom(ofCall), odd), odd, duckdb, drawFrom(ofCall)))
    }
  } finally {
    duckdb.close()
  }
  return checked
}

/** Makes a call in memory, again on one thread, on DuckDB, and in other orders, and lists what is wrong. */
async function checkOne(call: Call, odd: OddTable, duckdb: Source, draw: Draw): Promise<CheckedCall> {
  const table = build(odd)
  const memory = await checkCall(call, table)
  const { outcome } = memory
  const again = await checkCall(call, table, { threads: 1 })
  const repeated = await checkCall(call, build(odd), { threads: 2 })
  const engine = await checkCall(call, duckdb)
  const broken = [
    ...memory.broken.map((line) => `in memory, ${line}`),
    ...engine.broken.map((line) => `on DuckDB, ${line}`),
    ...differencesOf(outcome, again.outcome, 0).map((line) => `again, on one thread: ${line}`),
    ...differencesOf(outcome, repeated.outcome, 0).map((line) => `again, of a new table: ${line}`),
    ...betweenSources(call, outcome, engine.outcome).map((line) => `memory, DuckDB: ${line}`),
  ]
  const promised = { rows: false, columns: false }
  for (const of of ['rows', 'columns'] as const) {
    promised[of] = outcome.result !== undefined && isPromised(call, of)
    if (!promised[of]) continue
    const { outcome: other } = await checkCall(call, build(reordered(draw, odd, of)))
    const lines = differencesOf(plain(call, outcome), plain(call, other), 0)
    broken.push(...lines.map((line) => `other order of ${of}: ${line}`))
  }
  const lines = broken.length > 0 ? [callText(odd, call), ...broken.map((line) => `  ${line}`)] : []
  return { call, result: outcome.result, reordered: promised, broken: lines }
}

/** A message that names shares of a target: numbers are cut there by means, which differ in their last bits. */
const ofMeans = /of the (?:wrong guesses|variance) of/

/**
 * What differs between sources. One of queries alone does not keep equal rows together, and says so in a warning. What
 * iterates enlarges the last bits of sums, and where it stops before it converges, as it says, much more.
 */
function betweenSources({ spec, ofCounts }: Call, memory: Outcome, engine: Outcome): readonly string[] {
  if (repeatedRows(memory) !== repeatedRows(engine)) return []
  const iterates = JSON.stringify(spec).includes('"ard"')
  if (iterates && ![memory, engine].every(hasConverged)) return []
  const lines = differencesOf(memory, engine, ofCounts ? 0 : iterates ? 1e-7 : 1e-9)
  return lines.filter((line) => !ofMeans.test(line))
}

function repeatedRows({ result }: Outcome): string | undefined {
  return warningsOf(result).find(({ code }) => code === 'repeated-rows')?.message
}

function hasConverged({ result }: Outcome): boolean {
  return !warningsOf(result).some(({ message }) => message.includes('did not converge'))
}

function warningsOf(result: object | undefined): readonly Warning[] {
  return result && 'warnings' in result ? (result.warnings as readonly Warning[]) : []
}

function plain({ name }: Call, outcome: Outcome): Outcome {
  return outcome.result ? { result: unordered(name, outcome.result) } : outcome
}
