import { MemorySource, openSession } from 'criba'
import type { Session } from 'criba'
import { duckSourceOf } from 'criba/duckdb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { drawOther, drawRank, drawScore, drawSelect, makeCall } from '../fuzz/calls.ts'
import type { Call } from '../fuzz/calls.ts'
import { drawFrom } from '../fuzz/draw.ts'
import { build, oddTable } from '../fuzz/odd-tables.ts'
import { Recent } from '../../dist/src/analyses/session/recent.js'
import { exampleTable, outcomeOf } from './outcome.ts'
import { select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'

const calls = ['rank', 'select', 'score', 'describe', 'interactions', 'groups'] as const

function isOfSession(call: Call): call is Call & { readonly name: (typeof calls)[number] } {
  return (calls as readonly string[]).includes(call.name) && !isSlow(call)
}

/** Whether a call permutes the target of a criterion that fits models: it takes seconds, and each is made four times. */
function isSlow({ name, spec }: Call): boolean {
  return name === 'select' && JSON.stringify(spec).includes('permutation-importance') && !('k' in spec)
}

function inSession(session: Session, { name, spec }: Call & { readonly name: (typeof calls)[number] }) {
  return outcomeOf(() => (session[name] as (spec: object) => Promise<object>)(spec))
}

/** A target of numbers, among columns of numbers. */
const numbers = { target: 'number', drop: ['d', 'y', 'c'] }

/** The queries that a selection takes in a session in which others ran before, and its result. */
async function queriesOf(source: MemorySource, session: Session, spec: SelectSpec) {
  const before = source.work.queries
  const result = await (session.select as (spec: SelectSpec) => Promise<object>)(spec)
  return { queries: source.work.queries - before, result: { ...result, seconds: 0 } }
}

describe('a session', () => {
  it('gives the results of calls without a session, bit for bit, also the second time', async () => {
    const one = fc.asyncProperty(fc.nat(2 ** 30), async (seed) => {
      const odd = oddTable(drawFrom(seed))
      const table = build(odd)
      const session = openSession(table)
      const drawn = [drawRank, drawSelect, drawScore, drawSelect, drawOther]
        .map((draw, i) => draw(drawFrom(10 * seed + i), odd))
        .filter(isOfSession)
      for (const call of [...drawn, ...drawn]) {
        expect(await inSession(session, call)).toEqual(await outcomeOf(() => makeCall(call, table)))
      }
    })
    await fc.assert(one, { numRuns: runs(20) })
  })

  it('gives the results of calls without a session on DuckDB too', async () => {
    const one = fc.asyncProperty(fc.nat(2 ** 30), async (seed) => {
      const odd = oddTable(drawFrom(seed))
      const source = await duckSourceOf(build(odd))
      try {
        const session = openSession(source)
        const drawn = [drawRank, drawSelect, drawScore]
          .map((draw, i) => draw(drawFrom(10 * seed + i), odd))
          .filter(isOfSession)
        for (const call of [...drawn, ...drawn]) {
          expect(await inSession(session, call)).toEqual(await outcomeOf(() => makeCall(call, source)))
        }
      } finally {
        source.close()
      }
    })
    await fc.assert(one, { numRuns: 2 })
  })

  it.each([
    [
      'mifs, another β',
      { target: 'y', criterion: 'mifs', k: 4 },
      { target: 'y', criterion: 'mifs:beta=0.9', k: 4 },
    ],
    [
      'mi-dt, another α',
      { ...numbers, criterion: 'mi-dt', k: 3 },
      { ...numbers, criterion: 'mi-dt:alpha=0.7', k: 3 },
    ],
    ['jmi, another k', { target: 'y', criterion: 'jmi', k: 6 }, { target: 'y', criterion: 'jmi', k: 3 }],
    [
      'jmi, then mrmr, of the same terms',
      { target: 'y', criterion: 'jmi', k: 5 },
      { target: 'y', criterion: 'mrmr', k: 2 },
    ],
    [
      'all sets, another number of columns',
      { target: 'y', drop: ['number'], criterion: 'joint-mi', search: 'exhaustive' },
      { target: 'y', drop: ['number'], criterion: 'joint-mi', search: 'exhaustive', landscape: 5 },
    ],
  ] as const)('answers from what it knows: %s', async (_, first, second) => {
    const source = new MemorySource(exampleTable())
    const session = openSession(source)
    const spec = (one: object): SelectSpec => ({ stop: 'none', asIs: true, ...one })
    const cold = await queriesOf(source, session, spec(first))
    const warm = await queriesOf(source, session, spec(second))
    const again = await queriesOf(source, session, spec(first))
    expect(cold.queries).toBeGreaterThan(20)
    expect(again.queries).toBe(0)
    expect(warm.queries).toBeLessThan(cold.queries / 2)
    expect(again.result).toEqual(cold.result)
    const alone = { ...(await select(new MemorySource(exampleTable()), spec(second))), seconds: 0 }
    expect(warm.result).toEqual(alone)
  })

  it('knows the folds of evidence too', async () => {
    const source = new MemorySource(exampleTable())
    const session = openSession(source)
    const spec: SelectSpec = { target: 'y', criterion: 'mifs', k: 3, evidence: { folds: 3 }, asIs: true }
    const cold = await queriesOf(source, session, spec)
    const again = await queriesOf(source, session, spec)
    expect(again.result).toEqual(cold.result)
    expect(again.result).toEqual({ ...(await select(exampleTable(), spec)), seconds: 0 })
    expect(again.queries).toBeLessThan(cold.queries / 20)
  })

  it('drops what was used longest ago where it may keep little, and counts that again', async () => {
    const source = new MemorySource(exampleTable())
    const session = openSession(source, { bytes: 1000 })
    const spec: SelectSpec = { target: 'y', criterion: 'jmi', k: 3, asIs: true }
    const cold = await queriesOf(source, session, spec)
    const again = await queriesOf(source, session, spec)
    expect(again.result).toEqual(cold.result)
    expect(again.queries).toBeGreaterThan(cold.queries / 2)
  })

  it('is interrupted by a signal, also where it knows every answer', async () => {
    const session = openSession(exampleTable())
    await session.rank({ target: 'y' })
    const ended = session.rank({ target: 'y' }, { signal: AbortSignal.abort() })
    await expect(ended).rejects.toMatchObject({ code: 'interrupted' })
  })

  it('refuses calls once it is closed', async () => {
    const session = openSession(exampleTable())
    session.close()
    await expect(session.rank({ target: 'y' })).rejects.toThrow(
      'invalid session: it is closed (open another one)',
    )
  })
})

describe('what a session keeps', () => {
  it('is bounded, and what was used last stays', () => {
    const recent = new Recent<number>(100)
    recent.set('a', 1, 40)
    recent.set('b', 2, 40)
    recent.get('a')
    recent.set('c', 3, 40)
    recent.set('too large', 4, 101)
    expect(['a', 'b', 'c', 'too large'].map((key) => recent.get(key))).toEqual([1, undefined, 3, undefined])
    recent.set('a', 5, 90)
    expect(['a', 'c'].map((key) => recent.get(key))).toEqual([5, undefined])
  })
})
