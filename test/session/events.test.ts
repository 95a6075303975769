import { MemorySource, openSession } from 'criba'
import type { RankResult, Run, RunEvent, ScoreResult, SelectResult } from 'criba'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../properties/runs.ts'
import { drawRank, drawScore, drawSelect, makeCall } from '../fuzz/calls.ts'
import type { Call } from '../fuzz/calls.ts'
import { drawFrom } from '../fuzz/draw.ts'
import { build, oddTable } from '../fuzz/odd-tables.ts'
import { rank, select } from '../untyped.ts'
import type { SelectSpec } from '../untyped.ts'
import { exampleTable, outcomeOf } from './outcome.ts'

type Kind = RunEvent['kind']
type EventOf<K extends Kind> = Extract<RunEvent, { readonly kind: K }>

/** Collects the events of a run, as another thread would get them. */
function collected() {
  const events: RunEvent[] = []
  const run: Run = { on: (event) => events.push(structuredClone(event)) }
  const of = <K extends Kind>(kind: K) => events.filter((event): event is EventOf<K> => event.kind === kind)
  return { events, run, of }
}

/** Checks that the events of a call say what its result says. */
function checkEvents({ name }: Call, result: object, { of }: ReturnType<typeof collected>): void {
  const { warnings } = result as RankResult
  const messages = new Set(warnings.map(({ message }) => message))
  expect(new Set(of('warning').map(({ warning }) => warning.message))).toEqual(messages)
  expect(of('warning')).toHaveLength(messages.size)
  if (name === 'select') expect(of('step').map(({ step }) => step)).toEqual((result as SelectResult).steps)
  if (name === 'score') {
    const { scores } = result as ScoreResult
    expect(of('set').map(({ method, score }) => [method, score])).toEqual(
      scores.map(({ method, score }) => [method, score]),
    )
  }
  if (name !== 'rank') return
  const last = new Map(of('score').map(({ place, method, scores }) => [place, { method, scores }]))
  const { rankings } = result as RankResult
  expect([...last].sort(([a], [b]) => a - b).map(([, ranking]) => ranking)).toEqual(
    rankings.map(({ method, scores }) => ({ method, scores })),
  )
}

describe('events', () => {
  it('say what the result says, change nothing in it, and come in one order', async () => {
    let results = 0
    const one = fc.asyncProperty(fc.nat(2 ** 30), async (seed) => {
      const odd = oddTable(drawFrom(seed))
      const table = build(odd)
      for (const [i, draw] of [drawRank, drawSelect, drawScore, drawSelect].entries()) {
        const call = draw(drawFrom(10 * seed + i), odd)
        const [first, second] = [collected(), collected()]
        const outcome = await outcomeOf(() => makeCall(call, table, first.run))
        expect(outcome).toEqual(await outcomeOf(() => makeCall(call, table)))
        expect(await outcomeOf(() => makeCall(call, table, { threads: 1, ...second.run }))).toEqual(outcome)
        expect(second.events).toEqual(first.events)
        if (!('command' in (outcome as object))) continue
        results++
        checkEvents(call, outcome as object, first)
      }
    })
    await fc.assert(one, { numRuns: runs(25) })
    expect(results).toBeGreaterThan(0)
  })

  it('report each step after the warnings that were known before it', async () => {
    const { events, of, run } = collected()
    const ofReading = { code: 'ragged-rows', message: 'a row was too short' } as const
    const table = { ...exampleTable(), warnings: [ofReading] }
    const spec: SelectSpec = { target: 'y', criterion: 'jmi', k: 3, stop: 'none' }
    const { steps, warnings } = await select(table, spec, run)
    expect(of('step').map(({ step }) => step)).toEqual(steps)
    expect(steps).toHaveLength(3)
    expect(warnings).toContainEqual(ofReading)
    expect(events[0]).toEqual({ kind: 'warning', warning: ofReading })
  })

  it.each(['exhaustive', 'genetic', 'annealing', 'random'])(
    'report each better set of a search of sets: %s',
    async (search) => {
      const { of, run } = collected()
      const spec: SelectSpec = {
        target: 'y',
        drop: ['number'],
        criterion: 'joint-mi',
        search,
        k: 3,
        asIs: true,
      }
      const { selected, score } = await select(exampleTable(), spec, run)
      const sets = of('set')
      expect(sets.length).toBeGreaterThan(0)
      expect(sets.at(-1)).toEqual({ kind: 'set', method: 'joint-mi', features: selected, score })
      const scores = sets.map(({ score }) => score!)
      expect(scores).toEqual([...scores].sort((a, b) => a - b))
    },
  )

  it('report scores at once, and again with p-values by permutation', async () => {
    const { events, of, run } = collected()
    const by = ['mutual-information', 'anova-f']
    const { rankings } = await rank(exampleTable(), { target: 'y', by, permutations: 9 }, run)
    expect(of('score').map(({ place, method }) => [place, method])).toEqual([
      [0, 'mutual-information'],
      [1, 'anova-f'],
      [0, 'mutual-information'],
    ])
    const [first, , last] = of('score')
    expect(first.scores.map(({ feature }) => feature)).toEqual(
      rankings[0].scores.map(({ feature }) => feature),
    )
    expect(first.scores[0].pValue).toBeUndefined()
    expect(last.scores[0].pValue).toBeGreaterThan(0)
    expect(events.map(({ kind }) => kind)).toContain('warning')
  })

  it('report the folds of the evidence in their order, and no steps of theirs', async () => {
    const { of, run } = collected()
    const spec: SelectSpec = {
      target: 'y',
      method: 'jmi',
      k: 2,
      evidence: { folds: 4 },
      prefilter: 'anova-f:top=8',
      startFrom: 'mim',
    }
    const { steps, evidence, uncut, selected } = await select(exampleTable(), spec, run)
    expect(of('step').map(({ step }) => step)).toEqual(steps)
    expect(of('fold').map(({ fold, folds }) => [fold, folds])).toEqual([0, 1, 2, 3].map((fold) => [fold, 4]))
    expect(of('score')).toEqual([])
    expect((uncut ?? selected).length).toBeGreaterThan(0)
    // A fold may be cut to fewer columns.
    for (const [i, { selected }] of of('fold').entries()) {
      const { features } = evidence!.folds[i]
      expect(selected.slice(0, features.length)).toEqual(features)
    }
  })

  it('report what an error was warned of, and end a run by an error of their own', async () => {
    const { of, run } = collected()
    const failed = select(exampleTable(), { target: 'y', criterion: 'delta-test' }, run)
    await expect(failed).rejects.toMatchObject({ code: 'unsuitable' })
    expect(of('step')).toEqual([])
    const stopped = select(
      exampleTable(),
      { target: 'y', k: 3 },
      {
        on: () => {
          throw new Error('enough')
        },
      },
    )
    await expect(stopped).rejects.toThrow('enough')
  })

  it('come from a session too, also where it knows every answer', async () => {
    const session = openSession(new MemorySource(exampleTable()))
    const [first, second] = [collected(), collected()]
    await session.select({ target: 'y', k: 3 }, first.run)
    await session.select({ target: 'y', k: 3 }, second.run)
    expect(second.events).toEqual(first.events)
    expect(first.of('step').length).toBeGreaterThan(0)
  })
})
