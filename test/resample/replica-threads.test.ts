import { compare, CribaError, groups, MemorySource, select, tableFromColumns } from 'criba'
import type { Run, SelectSpec } from 'criba'
import { defineRank } from 'criba/methods'
import { scoreIntervals } from 'criba/report'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { cribaApart } from '../cli/criba.ts'
import { randomOf } from '../contract/tables.ts'

/* Many rows and columns, so that replicas are made on other threads. */

const rows = 4200
const count = 54
const random = randomOf(5)
const y = Array.from({ length: rows }, () => (random() < 0.4 ? 'yes' : 'no'))
const names = Array.from({ length: count }, (_, j) => `x${j}`)
/** A column of numbers with gaps or of levels; every ninth follows the target. */
const columnOf = (j: number) =>
  y.map((label) => {
    const value = random() + (j % 9 === 0 && label === 'yes' ? 0.3 : 0)
    if (j % 3 === 1) return random() < 0.1 ? null : Math.round(1000 * value)
    return j % 3 === 2 ? `level ${Math.floor(4 * value)}` : value
  })
const columns = Object.fromEntries(names.map((name, j) => [name, columnOf(j)]))
const table = tableFromColumns({ ...columns, y })

/** Threads that were started: those that make replicas end, and those of the pool may. */
const started: Worker[] = []
const countEnded = () => started.filter(({ threadId }) => threadId === -1).length
const untilEnded = (least: number) =>
  vi.waitFor(() => expect(countEnded()).toBeGreaterThanOrEqual(least), 30_000)
const note = (worker: Worker) => started.push(worker)

beforeAll(() => void process.on('worker', note))
afterAll(() => void process.off('worker', note))
beforeEach(() => void (started.length = 0))

/** A result without the time that it took. */
const lasting = (result: unknown): unknown =>
  JSON.parse(JSON.stringify(result), (key, value: unknown) => (key === 'seconds' ? 0 : value))

const byRanking = { target: 'y', method: 'mutual-information', k: 3 } as const

interface Analysis {
  readonly name: string
  readonly analyse: (run: Run) => Promise<unknown>
  /** How often it makes replicas. */
  readonly times?: number
}

const analyses: readonly Analysis[] = [
  {
    name: 'stability selection',
    analyse: (run) =>
      select(table, { target: 'y', method: 'stability-selection:pairs=6,q=4', criterion: 'anova-f' }, run),
  },
  {
    name: 'consensus',
    analyse: (run) =>
      select(
        table,
        { target: 'y', method: 'consensus:methods=anova-f+mutual-information,samples=4', k: 3 },
        run,
      ),
  },
  {
    name: 'compare',
    analyse: (run) => compare(table, { target: 'y', methods: ['anova-f', 'mutual-information'], k: 3 }, run),
    times: 2,
  },
  {
    name: 'rfe-resampled',
    analyse: (run) =>
      select(
        table,
        { target: 'y', method: 'rfe-resampled:folds=5', criterion: 'importance', drop: names.slice(6) },
        run,
      ),
  },
  {
    name: 'intervals of scores',
    analyse: (run) => scoreIntervals(table, { target: 'y', by: ['anova-f'] }, run),
  },
  {
    name: 'the stability of groups',
    analyse: (run) => groups(table, { by: 'correlation', stability: 6, drop: ['y'] }, run),
  },
]

describe('replicas on other threads', () => {
  it.each(analyses)('have the same bits: $name', async ({ analyse, times = 1 }) => {
    const expected = lasting(await analyse({ threads: 1 }))
    expect(started).toHaveLength(0)
    expect(lasting(await analyse({ threads: 2 }))).toEqual(expected)
    await untilEnded(times)
  })

  it('of evidence have the same bits, the same events in the same order, progress that grows, and work that counts', async () => {
    const heard = async (threads: number) => {
      const events: unknown[] = []
      const shares: number[] = []
      const run = {
        threads,
        on: (event: unknown) => events.push(event),
        progress: (share: number) => shares.push(share),
      }
      const source = new MemorySource(table)
      const result = lasting(await select(source, { ...byRanking, evidence: true }, run))
      return { found: { result, events, queries: source.work.queries }, shares }
    }
    const one = await heard(1)
    expect(started).toHaveLength(0)
    const two = await heard(2)
    expect(two.found).toEqual(one.found)
    expect(two.shares).toEqual([...two.shares].sort((a, b) => a - b))
    expect(two.shares.at(-1)).toBe(1)
    await untilEnded(1)
    expect((await heard(3)).found).toEqual(one.found)
    await untilEnded(3)
  })

  it('throw the error of a replica on another thread', async () => {
    // One row of a class: where it is left out the target is constant, with this seed in the second replica.
    const rare = tableFromColumns({ ...columns, y: y.map((_, row) => (row === 17 ? 'yes' : 'no')) })
    const failing = async (threads: number) => {
      let share = 0
      const spec = { target: 'y', by: ['anova-f'], seed: 9 } as const
      const run = { threads, progress: (done: number) => void (share = done) }
      const error: unknown = await scoreIntervals(rare, spec, run).catch((thrown: unknown) => thrown)
      return { error, share }
    }
    const [one, two] = [await failing(1), await failing(2)]
    expect(one).toMatchObject({ error: { code: 'unsuitable' }, share: 0.1 })
    expect(two.error).toBeInstanceOf(CribaError)
    expect(two.error).toEqual(one.error)
    await untilEnded(1)
  })

  it('keep no process alive', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'criba-replicas-'))
    const file = join(folder, 'data.csv')
    const lines = y.map((label, row) => [...names.map((name) => columns[name][row] ?? ''), label].join())
    try {
      writeFileSync(file, [[...names, 'y'].join(), ...lines].join('\n'))
      const args = ['select', file, '-t', 'y', '--method', 'mutual-information', '-k', '3', '--evidence']
      const { code, out } = await cribaApart([...args, '--threads', '2', '--format', 'json'])
      expect(code).toBe(0)
      expect(JSON.parse(out)).toHaveProperty('evidence.folds.length', 5)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('end at once when the run is cancelled', async () => {
    const stop = new AbortController()
    const cancelled = select(
      table,
      { target: 'y', method: 'stability-selection:pairs=40,q=4', criterion: 'anova-f' },
      { threads: 2, signal: stop.signal, progress: (share) => share > 0.5 && stop.abort() },
    )
    await expect(cancelled).rejects.toMatchObject({ code: 'interrupted', message: 'interrupted' })
    await untilEnded(1)
  })

  it('go on from what was saved before an interruption', async () => {
    let saved: string | null = null
    const checkpoint = {
      read: () => Promise.resolve(saved),
      write: (text: string) => Promise.resolve(void (saved = text)),
    }
    const spec = { target: 'y', method: 'stability-selection:pairs=10,q=4', criterion: 'anova-f' } as const
    const stop = new AbortController()
    const progress = (share: number) => void (share > 0.5 && stop.abort())
    const run = { threads: 2, checkpoint }
    await expect(select(table, spec, { ...run, signal: stop.signal, progress })).rejects.toThrow(
      'interrupted',
    )
    const { done } = JSON.parse(saved!) as { done: Record<string, unknown> }
    expect(Object.keys(done).length).toBeGreaterThan(5)
    expect(lasting(await select(table, spec, run))).toEqual(
      lasting(await select(table, spec, { threads: 1 })),
    )
  })

  it('give an error of a listener to the caller', async () => {
    const failing = select(
      table,
      { ...byRanking, evidence: true },
      {
        threads: 2,
        progress: (share) => {
          if (share > 0.4) throw new RangeError('too far')
        },
      },
    )
    await expect(failing).rejects.toThrow(RangeError)
    await untilEnded(1)
  })

  it('are made here where a spec names what only this thread knows', async () => {
    defineRank({
      id: 'spread-here',
      title: 'Sum of squares',
      options: {},
      formula: 'Σ(x − x̄)²',
      reference: 'by definition',
      better: 'higher',
      units: 'none',
      features: { numeric: 'values', categorical: null },
      target: null,
      needs: ({ features, view }) => [
        { kind: 'moments', family: { list: features.map((one) => [one]) }, of: 'values', view },
      ],
      fold: ([{ n, comoment }]) => ({ score: comoment, n }),
    })
    const spec = { target: 'y', method: 'spread-here', k: 3, evidence: true } as unknown as SelectSpec
    const one = await select(table, spec, { threads: 1 })
    expect(lasting(await select(table, spec, { threads: 2 }))).toEqual(lasting(one))
  })

  it('are made here where a source answers in its own way', async () => {
    class Watched extends MemorySource {
      asked = 0
      override answer: MemorySource['answer'] = (requests, run) => {
        this.asked++
        return super.answer(requests, run)
      }
    }
    const asked = async (threads: number) => {
      const source = new Watched(table)
      await select(source, { ...byRanking, evidence: true }, { threads })
      return source.asked
    }
    expect(await asked(2)).toBe(await asked(1))
  })
})
