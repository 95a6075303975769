import { tableFromColumns } from 'criba'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { describe as describeTable } from '../../dist/src/analyses/describe.js'
import { MemorySource } from '../../dist/src/memory/source.js'
import { draws } from '../messy/table-text.ts'

/** Numbers, whole numbers, rounded numbers with copies, sparse and gappy columns, and texts. */
function wide(columns: number): MemorySource {
  const { normal, uniform, whole } = draws(3)
  const rows = Array.from({ length: 120 }, (_, row) => row)
  const kinds: readonly (() => readonly (number | string | null)[])[] = [
    () => rows.map(() => normal()),
    () => rows.map(() => whole(0, 5)),
    () => rows.map(() => Math.round(500 * uniform()) / 500),
    () => rows.map(() => (uniform() < 0.02 ? 1 : 0)),
    () => rows.map(() => (uniform() < 0.3 ? null : normal())),
    () => rows.map(() => `level ${whole(0, 7)}`),
  ]
  const of = (column: number) => kinds[column % kinds.length]()
  const all = Array.from({ length: columns }, (_, i) => [`x${i}`, of(i)] as const)
  return new MemorySource(
    tableFromColumns({ y: rows.map((row) => `class ${row % 2}`), ...Object.fromEntries(all) }),
  )
}

it('requests of twice as many columns twice as much', async () => {
  const work = async (columns: number) => {
    const source = wide(columns)
    await describeTable(source, { target: 'y' }, { threads: 1 })
    const { queries, kernels } = source.work
    return [queries, Object.values(kernels).reduce((sum, calls) => sum + calls, 0)]
  }
  const [once, twice] = [await work(300), await work(600)]
  twice.forEach((count, i) => expect(count / once[i]).toBeLessThan(2.3))
})

describe('while a wide table is described', () => {
  afterEach(() => vi.restoreAllMocks())

  /** Counts turns of the event loop, and how often the clock, which no time moves, is read between two. */
  async function countTurns(run: { signal?: AbortSignal }, atTurn: (turn: number) => void = () => {}) {
    const counts = { turns: 0, most: 0, sinceTurn: 0 }
    let reads = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      counts.most = Math.max(counts.most, ++counts.sinceTurn)
      return ++reads * 10
    })
    const turn = () => {
      counts.sinceTurn = 0
      atTurn(++counts.turns)
      next = setImmediate(turn)
    }
    let next = setImmediate(turn)
    await describeTable(wide(300), { target: 'y' }, { threads: 1, progress: () => {}, ...run }).finally(() =>
      clearImmediate(next),
    )
    return counts
  }

  it('other code runs, however often progress is reported', async () => {
    const { turns, most } = await countTurns({})
    expect(turns).toBeGreaterThan(20)
    // A turn is due after ten reads, and a batch of requests may take ten more before it looks.
    expect(most).toBeLessThan(40)
  })

  it.each([1, 3, 10, 20])('a signal ends it, in turn %i', async (at) => {
    const stop = new AbortController()
    let reads = 0
    const run = countTurns({ signal: stop.signal }, (turn) => {
      if (turn !== at) return
      stop.abort()
      vi.spyOn(performance, 'now').mockImplementation(() => ++reads * 10)
    })
    await expect(run).rejects.toMatchObject({ code: 'interrupted' })
    expect(reads).toBeLessThan(40)
  })
})
