import { CribaError, MemorySource, openSession, select, tableFromColumns } from 'criba'
import { jmi } from 'criba/methods'
import type { RunEvent, SelectSpec, Session, Table } from 'criba'
import { openWorker } from 'criba/worker'
import type { HostWorker } from 'criba/worker'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleTable, outcomeOf } from './outcome.ts'

let worker: HostWorker
beforeAll(() => {
  worker = openWorker()
})
afterAll(() => worker.close())

/** A search that takes long: all sets of twenty columns. */
const long: SelectSpec = { target: 'y', criterion: 'delta-test', search: 'exhaustive', asIs: true }

function wideTable(rows = 300, columns = 20): Table {
  const at = (step: number) => Array.from({ length: rows }, (_, i) => ((i * step) % 97) + (i % 7) / 10)
  const features = Array.from({ length: columns }, (_, i) => [`x${i}`, at(2 * i + 3)] as const)
  return tableFromColumns({ ...Object.fromEntries(features), y: at(5) })
}

/** A table with a perfect split, whose F is infinite, and with a negative zero. */
const perfect = tableFromColumns({
  x: [1, 1, 1, 2, 2, 2],
  noise: [-0, 3, 1, 0.5, 2, 7],
  empty: [null, null, null, null, null, 4],
  y: ['a', 'a', 'a', 'b', 'b', 'b'],
})

const calls: readonly (readonly [string, Table, (session: Session) => Promise<object>])[] = [
  [
    'rank',
    exampleTable(),
    (on) => on.rank({ target: 'y', by: ['mutual-information', 'anova-f'], permutations: 9 }),
  ],
  ['rank, an infinite score', perfect, (on) => on.rank({ target: 'y', by: ['anova-f', 'variance'] })],
  [
    'select',
    exampleTable(),
    (on) => on.select({ target: 'y', criterion: jmi(), k: 3, evidence: { folds: 2 } }),
  ],
  [
    'select, of sets',
    exampleTable(),
    (on) => on.select({ target: 'y', method: 'exhaustive-mi', k: 2, landscape: 9 }),
  ],
  ['score', exampleTable(), (on) => on.score({ target: 'y', features: ['a', 'b'] })],
  ['describe', exampleTable(), (on) => on.describe({ target: 'y' })],
  ['interactions', exampleTable(), (on) => on.interactions({ target: 'y' })],
  ['groups', exampleTable(), (on) => on.groups({ target: 'y', stability: 2 })],
  [
    'compare',
    exampleTable(),
    async (on) => {
      const { methods, ...compared } = await on.compare({
        target: 'y',
        methods: ['jmi', 'mim'],
        k: 2,
        folds: 2,
      })
      // How long each method took differs.
      return { ...compared, methods: methods.map((method) => ({ ...method, seconds: 0 })) }
    },
  ],
  [
    'transform',
    exampleTable(500),
    async (on) => on.transform(await select(exampleTable(), { target: 'y', criterion: 'jmi', k: 3 })),
  ],
  [
    'transform, what is no result',
    exampleTable(),
    (on) => on.transform(JSON.parse('{}') as Awaited<ReturnType<Session['select']>>),
  ],
  [
    'an unknown method',
    exampleTable(),
    (on) => on.rank({ target: 'y', by: JSON.parse('["jmj"]') as ['fisher'] }),
  ],
  ['an error with warnings', perfect, (on) => on.select({ target: 'y', criterion: 'delta-test' })],
]

describe('a hosted session', () => {
  it.each(calls)('gives what the library gives in process: %s', async (_, table, call) => {
    const hosted = worker.openSession(table)
    expect(await outcomeOf(() => call(hosted))).toStrictEqual(await outcomeOf(() => call(openSession(table))))
    hosted.close()
  })

  it('sends events in the order of the library, and progress', async () => {
    const [here, there]: [RunEvent[], RunEvent[]] = [[], []]
    const shares: number[] = []
    const spec = { target: 'y', k: 4, evidence: { folds: 2 } } as const
    await select(exampleTable(), spec, { on: (event) => here.push(event) })
    const hosted = worker.openSession(exampleTable())
    await hosted.select(spec, { on: (event) => there.push(event), progress: (share) => shares.push(share) })
    expect(there).toStrictEqual(here)
    expect(new Set(there.map(({ kind }) => kind))).toEqual(new Set(['warning', 'step', 'fold']))
    expect(shares.at(-1)).toBe(1)
  })

  it('is cancelled by a signal: select gives the best so far, rank an error', async () => {
    const hosted = worker.openSession(wideTable())
    const controller = new AbortController()
    let sets = 0
    const on = ({ kind }: RunEvent) => {
      if (kind === 'set' && ++sets === 2) controller.abort()
    }
    const result = await hosted.select(long, { signal: controller.signal, on })
    expect(result.stopped).toBe('interrupted')
    expect(result.selected.length).toBeGreaterThan(0)
    const aborted = hosted.rank({ target: 'y' }, { signal: AbortSignal.abort() })
    await expect(aborted).rejects.toThrow(CribaError)
    await expect(aborted).rejects.toMatchObject({ code: 'interrupted' })
    expect((await hosted.rank({ target: 'y', by: ['pearson'] })).rankings).toHaveLength(1)
  })

  it('refuses what cannot be sent, in one line', async () => {
    const hosted = worker.openSession(exampleTable())
    await expect(hosted.select({ target: 'y', criterion: () => 1 })).rejects.toThrow(
      /^unsuitable criterion for a worker: a function \(needs /,
    )
    const checkpoint = { read: () => Promise.resolve(null), write: () => Promise.resolve() }
    await expect(hosted.select(long, { checkpoint })).rejects.toThrow(/^unsuitable checkpoint: /)
    const source = new MemorySource(exampleTable()) as unknown as Table
    expect(() => worker.openSession(source)).toThrow(/^unsuitable data for a worker: a source /)
    hosted.close()
    await expect(hosted.rank({ target: 'y' })).rejects.toThrow(/^invalid session: it is closed/)
  })

  it('ends a call by the error of a listener', async () => {
    const hosted = worker.openSession(wideTable())
    const ended = hosted.select(long, {
      on: () => {
        throw new Error('enough')
      },
    })
    await expect(ended).rejects.toThrow('enough')
    expect((await hosted.rank({ target: 'y', by: ['pearson'] })).rankings).toHaveLength(1)
  })

  it('ends with its worker', async () => {
    const another = openWorker()
    const hosted = another.openSession(wideTable())
    const running = hosted.select(long)
    another.close()
    await expect(running).rejects.toMatchObject({ code: 'interrupted' })
    await expect(hosted.rank({ target: 'y' })).rejects.toThrow(/^invalid worker: it has ended/)
  })
})
